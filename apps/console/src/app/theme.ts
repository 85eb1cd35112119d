import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** The palette of the sign-in pages: 6 is the accent in light, 4 the one in dark. */
const indigo: MantineColorsTuple = [
  '#eef0fb',
  '#d9ddf7',
  '#b3bcf1',
  '#a3b0ff',
  '#93a3ff',
  '#5468dd',
  '#3448c5',
  '#2a3aa6',
  '#212e85',
  '#182263',
];

/** Text first, ground last; slightly blue, as the sign-in pages are. */
const dark: MantineColorsTuple = [
  '#eceef4',
  '#c9cedb',
  '#a6adbd',
  '#7d8598',
  '#363b4a',
  '#2b303e',
  '#222632',
  '#1c1f29',
  '#161922',
  '#12141b',
];

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'console-color-scheme' });

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { indigo, dark },
  fontFamily: FONT,
  fontFamilyMonospace: MONOSPACE,
  headings: { fontFamily: FONT, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Without this, buttons of the accent would have white text in dark too, where the accent is light.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isAccent = input.color === undefined || input.color === 'indigo';
    return isAccent && input.variant === 'filled'
      ? { ...colors, color: 'var(--mantine-primary-color-contrast)' }
      : colors;
  },
  components: {
    // Links in texts are told from them by more than their color.
    Anchor: { defaultProps: { underline: 'always' } },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' }, radius: 'lg' } },
    Fieldset: {
      defaultProps: { variant: 'unstyled', miw: 0, mx: 0 },
      styles: { legend: { fontWeight: 500 } },
    },
    // An element that is no item of the menu, and takes the focus first, is none of what the role of a menu allows.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});

/** Every pair of text and ground has a contrast of 4.5 to 1 or more in either scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b1f2a',
    '--mantine-color-dimmed': '#5a6172',
    '--mantine-color-placeholder': '#6b7283',
    '--mantine-color-error': '#a8201a',
    '--mantine-color-anchor': '#3448c5',
    '--mantine-color-default-border': '#d0d4df',
    '--console-ground': '#f3f4f8',
    '--console-line': '#e2e5ed',
    '--console-hover': '#f3f4f8',
    '--console-code': '#f3f4f8',
    '--console-success': '#17693a',
    '--console-warning': '#7a4d00',
    '--console-danger': '#a8201a',
  },
  dark: {
    '--mantine-color-body': '#1c1f29',
    '--mantine-color-text': '#eceef4',
    '--mantine-color-dimmed': '#a6adbd',
    '--mantine-color-placeholder': '#9aa2b3',
    '--mantine-color-error': '#ffb3ad',
    '--mantine-color-anchor': '#a3b0ff',
    // The same color under the pointer: the next darker shade, which Mantine takes, is too dark for a dark text.
    '--mantine-color-indigo-filled-hover': '#a3b0ff',
    '--mantine-color-default-border': '#434959',
    '--console-ground': '#12141b',
    '--console-line': '#2f3441',
    '--console-hover': '#242834',
    '--console-code': '#14161e',
    '--console-success': '#7fd9a2',
    '--console-warning': '#f0c674',
    '--console-danger': '#ffb3ad',
  },
});
