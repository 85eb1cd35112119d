import { ICON_PATHS, type IconName } from './icon-paths.ts';

/** A picture beside a text that says the same: screen readers leave it out. @param size in pixels. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

export function Logo() {
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" fill="var(--mantine-color-anchor)" aria-hidden="true">
      <path d="M4 3h11a3 3 0 0 1 3 3v1h-6a5 5 0 0 0-5 5v3l-4 3V6a3 3 0 0 1 1-3Z" opacity=".55" />
      <path d="M12 9h6a3 3 0 0 1 3 3v9l-4-3h-5a3 3 0 0 1-3-3v-3a3 3 0 0 1 3-3Z" />
    </svg>
  );
}
