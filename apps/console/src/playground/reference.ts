import { ConnectionFailure } from '../api/request.ts';
import { cspNonce } from '../app/document.ts';
import { authorized } from './credential.ts';
import { repairAccessibility } from './repairs.ts';

/** The renderer as one script, which Vite copies; its package does not export it, because pages load it as we do. */
const SCALAR = new URL(
  '../../../../node_modules/@scalar/fastify-api-reference/dist/js/standalone.js',
  import.meta.url,
);

declare global {
  /** What the script of the renderer defines. */
  var Scalar: { createApiReference: (selector: string, configuration: Record<string, unknown>) => unknown };
}

/** The colors of the console; those that the renderer has itself are too pale to be read by everybody. */
const THEME = `
:root{--scalar-custom-header-height:3.5rem;--scalar-font:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
--scalar-font-code:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.light-mode{--scalar-background-1:#fff;--scalar-background-2:#f3f4f8;--scalar-background-3:#e9ebf2;
--scalar-border-color:#d0d4df;--scalar-color-1:#1b1f2a;--scalar-color-2:#4a5060;--scalar-color-3:#545b6c;
--scalar-color-accent:#3448c5;--scalar-color-green:#0a6b3d;--scalar-color-red:#a8201a;--scalar-color-yellow:#7a5300;
--scalar-color-blue:#1f5aa8;--scalar-color-orange:#8f4700;--scalar-color-purple:#6b3fa0}
.dark-mode{--scalar-background-1:#12141b;--scalar-background-2:#1c1f29;--scalar-background-3:#262b3b;
--scalar-border-color:#434959;--scalar-color-1:#eceef4;--scalar-color-2:#c3c8d4;--scalar-color-3:#a6adbd;
--scalar-color-accent:#a3b0ff;--scalar-color-green:#7fd9a2;--scalar-color-red:#ffb3ad;--scalar-color-yellow:#f0c674;
--scalar-color-blue:#8fc1ff;--scalar-color-orange:#ffba80;--scalar-color-purple:#cbb0ff}
.scalar-reference-intro-auth{display:none}
`;

/** What the user has chosen for the console; without it, the renderer follows the system. */
export function chosenScheme(): 'dark' | 'light' | undefined {
  const chosen = localStorage.getItem('console-color-scheme');
  return chosen === 'dark' || chosen === 'light' ? chosen : undefined;
}

/** Loads the renderer of the API document, and lets it send requests with the chosen credential. */
export async function startReference(baseUrl: string): Promise<void> {
  giveStylesTheNonce();
  await loadScript(SCALAR.href);
  const element = document.getElementById('reference');
  if (element === null) throw new Error('playground.html has no element #reference');
  repairAccessibility(element);
  Scalar.createApiReference('#reference', {
    // With samples for the client libraries and curl, the only ones that are shown.
    url: `${baseUrl}/docs/openapi.json`,
    // Nothing is loaded from elsewhere or sent there.
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'none',
    orderSchemaPropertiesBy: 'preserve',
    persistAuth: false,
    forceDarkModeState: chosenScheme(),
    hideDarkModeToggle: true,
    hiddenClients: true,
    authentication: { preferredSecurityScheme: 'bearer' },
    onBeforeRequest: async ({ request }: { request: Request }) => ({ request: await authorized(request) }),
    customCss: THEME,
  });
}

/** The renderer adds style elements and knows no nonce. The policy allows those that carry the nonce of this response. */
function giveStylesTheNonce(): void {
  // oxlint-disable-next-line typescript/no-deprecated -- only the overload for former elements is
  const create = document.createElement.bind(document);
  // oxlint-disable-next-line typescript/no-deprecated -- likewise
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = cspNonce;
    return element;
  };
}

function loadScript(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.onload = () => resolve();
    script.onerror = () =>
      reject(new ConnectionFailure(new Error('the renderer of the API document cannot be loaded')));
    document.head.append(script);
  });
}
