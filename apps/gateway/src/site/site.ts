import { ApiError } from '@parley/contracts';
import { INFO } from '@parley/openapi';
import { basePathOf } from '@parley/runtime/config';
import { withoutTrailingSlashes } from '@parley/runtime/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config.ts';
import { PublicResource } from '../http/public-resource.ts';
import { documentView, missingView } from './document.view.ts';
import { loadDocuments } from './documents.ts';
import { landingView } from './landing.ts';
import { FAVICON, PLAIN_PAGE_HEADERS, renderPage, type Installation, type View } from './layout.ts';
import {
  loadSampledDocument,
  loadScript,
  referenceHeaders,
  referenceView,
  SAMPLED_DOCUMENT,
  scriptPath,
  SCRIPTS,
} from './reference.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const ROBOTS = 'User-agent: *\nAllow: /$\nAllow: /docs\nDisallow: /\n';

type Pages = ReadonlyMap<string, PublicResource>;

/** Serves the landing page, the API reference and the guides to anybody, within the limit of the address. */
export function serveSite(
  instance: FastifyInstance,
  { BASE_URL, AUTH_URL }: Pick<GatewayConfig, 'BASE_URL' | 'AUTH_URL'>,
): void {
  const installation: Installation = {
    baseUrl: BASE_URL,
    authUrl: AUTH_URL,
    version: INFO.version,
    prefix: basePathOf(BASE_URL),
  };
  let loading: Promise<Pages> | undefined;
  const pages = () =>
    (loading ??= loadPages(installation).catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  const missing = renderPage(missingView(installation), installation);
  const index = new PublicResource({
    type: JSON_TYPE,
    headers: { vary: 'Accept, Accept-Encoding' },
    load: () => JSON.stringify(indexOf(installation)),
  });

  const send = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = (await pages()).get(path);
    if (page !== undefined) return page.send(request, reply);
    if (path === '/docs/guides/errors') return reply.redirect(`${installation.prefix}/docs/errors`, 308);
    if (path.endsWith('/')) return reply.redirect(installation.prefix + withoutTrailingSlashes(path), 308);
    if (!prefersHtml(request)) throw new ApiError('not_found', { message: 'No such page.' });
    return reply.code(404).headers(PLAIN_PAGE_HEADERS).type(HTML).send(missing);
  };
  const config = { open: 'limited' } as const;
  instance.get('/', { config }, (request, reply) =>
    prefersHtml(request) ? send('/', request, reply) : index.send(request, reply),
  );
  for (const path of ['/docs', '/docs/*', '/favicon.svg', '/favicon.ico', '/robots.txt'])
    instance.get(path, { config }, (request, reply) => send(pathOf(request), request, reply));
}

/** Whether the client is a browser, which asks for HTML by name; curl and programs do not. */
function prefersHtml({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html');
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function indexOf({ baseUrl, authUrl, version }: Installation) {
  return {
    name: INFO.title,
    version,
    api_url: `${baseUrl}/v1`,
    docs_url: `${baseUrl}/docs`,
    guides_url: `${baseUrl}/docs/guides`,
    openapi_url: `${baseUrl}/openapi.json`,
    auth_url: authUrl,
  };
}

async function loadPages(installation: Installation): Promise<Pages> {
  const documents = await loadDocuments(installation);
  const page = (view: () => View, headers: Record<string, string> = PLAIN_PAGE_HEADERS) =>
    new PublicResource({ type: HTML, headers, load: () => renderPage(view(), installation) });
  const favicon = new PublicResource({ type: 'image/svg+xml', load: () => FAVICON });
  const vary = { vary: 'Accept, Accept-Encoding' };
  return new Map([
    ['/', page(() => landingView(installation, documents), { ...PLAIN_PAGE_HEADERS, ...vary })],
    [
      SAMPLED_DOCUMENT,
      new PublicResource({ type: JSON_TYPE, load: () => loadSampledDocument(installation) }),
    ],
    ['/docs', page(() => referenceView(installation), referenceHeaders(installation))],
    ...documents.all.map((one): [string, PublicResource] => [
      one.path,
      page(() => documentView(one, documents, installation)),
    ]),
    ...SCRIPTS.map((name): [string, PublicResource] => [
      scriptPath(name),
      new PublicResource({ type: SCRIPT, load: () => loadScript(name) }),
    ]),
    ['/favicon.svg', favicon],
    ['/favicon.ico', favicon],
    ['/robots.txt', new PublicResource({ type: 'text/plain; charset=utf-8', load: () => ROBOTS })],
  ]);
}
