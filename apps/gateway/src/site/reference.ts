import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations, webhookEvents } from '@parley/contracts';
import { openApiDocument, type Addresses } from '@parley/openapi';
import { html, Html } from '@parley/runtime/http/html';
import { PAGE_HEADERS, type Installation, type View } from './layout.ts';

/** As far from the sources as from the build. */
const BUILD = join(dirname(fileURLToPath(import.meta.url)), '../../dist');
/** What nest-cli.json says to copy there. Scripts of packages are copied, so that production does not install what else they need. */
const FILES = { 'scalar.js': 'scalar/dist/js/standalone.js', 'reference.js': 'site/reference.client.js' };

/** The scripts of the reference: the renderer with everything that it needs, and what starts it. */
export const SCRIPTS = ['scalar.js', 'reference.js'] as const;

export const scriptPath = (name: (typeof SCRIPTS)[number]) => `/docs/assets/${name}`;

/** The API document with samples of each operation, for the reference alone. */
export const SAMPLED_DOCUMENT = '/docs/openapi.json';
const SAMPLES = join(BUILD, '../../../docs/samples.json');

/** Adds the samples that `npm run sdks` has made: `x-codeSamples`, as renderers of OpenAPI know them. */
export async function loadSampledDocument(addresses: Addresses): Promise<string> {
  const samples = JSON.parse(await readFile(SAMPLES, 'utf8')) as Record<string, unknown>;
  const document = openApiDocument(operations, webhookEvents, addresses);
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item))
      if (operation.operationId in samples)
        Object.assign(operation, { 'x-codeSamples': samples[operation.operationId] });
  return JSON.stringify(document);
}

export function loadScript(name: (typeof SCRIPTS)[number]): Promise<string> {
  return readFile(join(BUILD, FILES[name]), 'utf8');
}

/** The colors of the other pages; those that the renderer has itself are too pale to be read by everybody. */
const THEME = `
:root{--scalar-custom-header-height:3.5rem;--scalar-font:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;
--scalar-font-code:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
.light-mode{--scalar-background-1:#fff;--scalar-background-2:#f4f5f9;--scalar-background-3:#e9ebf2;--scalar-border-color:#d9dce5;
--scalar-color-1:#1b1f2a;--scalar-color-2:#4a5060;--scalar-color-3:#545b6c;--scalar-color-accent:#3448c5;
--scalar-color-green:#0a6b3d;--scalar-color-red:#a8201a;--scalar-color-yellow:#7a5300;--scalar-color-blue:#1f5aa8;
--scalar-color-orange:#8f4700;--scalar-color-purple:#6b3fa0}
.dark-mode{--scalar-background-1:#12141b;--scalar-background-2:#1c1f29;--scalar-background-3:#262b3b;--scalar-border-color:#363b4a;
--scalar-color-1:#eceef4;--scalar-color-2:#c3c8d4;--scalar-color-3:#a6adbd;--scalar-color-accent:#a3b1ff;
--scalar-color-green:#6fd6a0;--scalar-color-red:#ffb3ad;--scalar-color-yellow:#f0c96a;--scalar-color-blue:#8fc1ff;
--scalar-color-orange:#ffba80;--scalar-color-purple:#cbb0ff}
`;

function configurationOf({ prefix }: Installation) {
  return {
    url: prefix + SAMPLED_DOCUMENT,
    // The samples of the document are the only ones: those of the renderer know none of the client libraries.
    hiddenClients: true,
    // Nothing is loaded from elsewhere or sent there.
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    showDeveloperTools: 'never',
    // Its button opens a site of the makers.
    hideClientButton: true,
    documentDownloadType: 'direct',
    orderSchemaPropertiesBy: 'preserve',
    persistAuth: false,
    customCss: THEME,
  };
}

/** Scripts come from here alone, and requests go to the API alone. The renderer makes style elements as it runs. */
export function referenceHeaders({ baseUrl }: Installation): Record<string, string> {
  const api = `'self' ${new URL(baseUrl).origin}`;
  return {
    ...PAGE_HEADERS,
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; ` +
      `font-src 'self' data:; connect-src ${api}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

export function referenceView(installation: Installation): View {
  const { prefix } = installation;
  // As data, which the policy does not take for a script; `<` could end the element.
  const configuration = JSON.stringify(configurationOf(installation)).replaceAll('<', '\\u003c');
  return {
    title: 'API reference',
    section: 'reference',
    isBare: true,
    content: html`<div id="reference">
        <noscript
          >The reference needs JavaScript. The same is in
          <a href="${prefix}/openapi.json">the OpenAPI document</a>.</noscript
        >
      </div>
      <script type="application/json" id="configuration">
        ${new Html(configuration)}
      </script>
      ${SCRIPTS.map((name) => html`<script src="${prefix + scriptPath(name)}"></script>`)}`,
  };
}
