import { afterAll, describe, expect, it } from '@jest/globals';
import { errors } from '@parley/contracts';
import { startHarness } from '../gateway.fixture.ts';
import { loadDocuments } from './documents.ts';

const harness = await startHarness({ BASE_URL: 'https://api.example.com/parley' });
afterAll(() => harness.close());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = BROWSER, method = 'GET') =>
  harness.request(path, { token: null, headers, method });
const htmlOf = async (path: string): Promise<string> => {
  const { status, body } = await get(path);
  expect([path, status]).toEqual([path, 200]);
  return body as unknown as string;
};

describe('the address of the API', () => {
  it('shows a browser the way in', async () => {
    const answer = await get('/');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = answer.body as unknown as string;
    for (const target of [
      '/parley/docs',
      '/parley/docs/guides',
      '/parley/openapi.json',
      'http://localhost:3001',
    ])
      expect(page).toContain(`href="${target}"`);
    expect(page).toContain('curl https://api.example.com/parley/v1/me');
  });

  it('answers programs with an index', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const answer = await get('/', { accept });
      expect(answer.headers.get('vary')).toContain('Accept');
      expect(answer.body).toEqual({
        name: 'Parley API',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        api_url: 'https://api.example.com/parley/v1',
        docs_url: 'https://api.example.com/parley/docs',
        guides_url: 'https://api.example.com/parley/docs/guides',
        openapi_url: 'https://api.example.com/parley/openapi.json',
        auth_url: 'http://localhost:3001',
      });
    }
  });
});

it('the reference has samples of each operation below /v1, of which the API document itself has none', async () => {
  interface Sampled {
    paths: Record<string, Record<string, { 'x-codeSamples'?: { lang: string }[] }>>;
  }
  const read = async (path: string) => (await get(path, { accept: '*/*' })).body as unknown as Sampled;
  const samplesIn = ({ paths }: Sampled) =>
    Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([, item]) => Object.values(item))
      .map(({ 'x-codeSamples': own = [] }) => own.map(({ lang }) => lang).join());
  expect(new Set(samplesIn(await read('/docs/openapi.json')))).toEqual(new Set(['shell,js,python,ruby,php']));
  expect(new Set(samplesIn(await read('/openapi.json')))).toEqual(new Set(['']));
});

describe('a page', () => {
  const paths = ['/', '/docs', '/docs/guides', '/docs/errors', '/docs/bus', '/favicon.svg', '/robots.txt'];

  it.each([...paths, '/docs/assets/scalar.js'])(
    '%s is sent to anybody, without a body to HEAD, and is revalidated by its ETag',
    async (path) => {
      const headers = { ...BROWSER, 'accept-encoding': 'br' };
      const { status, headers: sent } = await get(path, headers, 'HEAD');
      expect([status, sent.get('cache-control')]).toEqual([200, 'public, max-age=300']);
      expect([sent.get('x-content-type-options'), sent.get('x-ratelimit-limit')]).toEqual(['nosniff', '600']);
      const etag = sent.get('etag') ?? '';
      const again = await get(path, { ...headers, 'if-none-match': etag });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    },
  );

  it.each(['/', '/docs', '/docs/guides', '/docs/errors', '/docs/nowhere'])(
    '%s allows scripts of its own at most, and nobody to frame it',
    async (path) => {
      const policy = (await get(path)).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
      expect(scripts).toBe(path === '/docs' ? "'self'" : undefined);
    },
  );

  it('that does not exist is a 404: a page for a browser, the error for programs', async () => {
    const page = await get('/docs/nowhere');
    expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(page.body as unknown as string).toContain('<h1>Page not found</h1>');
    const error = await get('/docs/nowhere', {});
    expect([error.status, error.body.error.code]).toEqual([404, 'not_found']);
  });

  it('is found with a slash at the end', async () => {
    const answer = await fetch(`${harness.url}/docs/guides/?x=1`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/parley/docs/guides']);
  });

  it('about errors is found beside the other guides too', async () => {
    const errors = await fetch(`${harness.url}/docs/guides/errors`, { redirect: 'manual' });
    expect([errors.status, errors.headers.get('location')]).toEqual([308, '/parley/docs/errors']);
  });
});

describe('the documentation', () => {
  it('has an anchor for the doc_url of every error', async () => {
    const page = await htmlOf('/docs/errors');
    for (const code of Object.keys(errors)) expect(page).toContain(`id="${code}"`);
    const refused = await get('/v1/tickets');
    expect(refused.body.error.doc_url).toBe('https://api.example.com/parley/docs/errors#missing_api_key');
  });

  it('has guides whose code calls this installation', async () => {
    const page = await htmlOf('/docs/guides/getting-started');
    expect(page).toContain('curl -s https://api.example.com/parley/v1/');
    expect(page).not.toContain('localhost:3000');
  });

  it('has guides that show each call in the languages of the client libraries', async () => {
    const page = await htmlOf('/docs/guides/getting-started');
    expect(page).toMatch(
      /<input\s+type="radio"\s+name="language"\s+id="language-python"\s+aria-label="Python"/,
    );
    const [, ...groups] = page.split('<div class="samples">');
    const languagesOf = (group: string) =>
      [...group.matchAll(/for="language-(\w+)">/g)].map(([, language]) => language).join();
    expect(new Set(groups.map(languagesOf))).toEqual(
      new Set(['js,python,ruby,php', 'sh,js,python,ruby,php']),
    );
    expect(groups.length).toBeGreaterThan(4);
    expect(await htmlOf('/docs/scaling')).not.toContain('name="language"');
  });

  it('has no link to a page or an anchor that does not exist', async () => {
    const { all, guides } = await loadDocuments({ prefix: '', baseUrl: '', authUrl: '' });
    const anchors = new Map(
      all.map(({ path, html }) => [path, [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
    );
    for (const { path, html } of all) {
      for (const [, href = ''] of html.matchAll(/<a href="([/#][^"]*)"/g)) {
        const [target, anchor] = href.split('#');
        const ids = anchors.get(target === '' ? path : (target ?? ''));
        expect([path, href, ids !== undefined]).toEqual([path, href, true]);
        if (anchor !== undefined) expect([path, href, ids?.includes(anchor)]).toEqual([path, href, true]);
      }
    }
    for (const { path } of guides) expect(anchors.has(path)).toBe(true);
    expect(guides.length).toBeGreaterThan(5);
  });
});
