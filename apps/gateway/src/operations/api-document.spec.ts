import { afterAll, describe, expect, it } from '@jest/globals';
import { operations, webhookEvents } from '@parley/contracts';
import { openApiDocument, type OpenApiDocument } from '@parley/openapi';
import { startHarness } from '../gateway.fixture.ts';

const harness = await startHarness({ AUTH_FAILURES_PER_MINUTE: '1' });
afterAll(() => harness.close());

const get = (headers: Record<string, string> = {}) =>
  harness.request('/openapi.json', { token: null, headers });

describe('GET /openapi.json', () => {
  it('returns the document of the contracts without credentials', async () => {
    const answer = await get();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const addresses = { baseUrl: 'https://api.example.com', authUrl: 'http://localhost:3001' };
    const document = openApiDocument(operations, webhookEvents, addresses);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('can be cached for five minutes and is then revalidated by ETag', async () => {
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect(etag).toMatch(/^"[\w-]{43}-gzip"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get({ 'if-none-match': known });
      expect([known, again.status, again.body, again.headers.get('etag')]).toEqual([known, 304, '', etag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('lists every operation that has a route', async () => {
    const { paths } = (await get()).body as unknown as { paths: Record<string, object> };
    const named = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const oauth = [
      'GET /.well-known/oauth-authorization-server',
      'GET /oauth/authorize',
      'POST /oauth/token',
      'POST /oauth/revoke',
      'POST /oauth/introspect',
    ];
    expect(named.sort()).toEqual([...operations.map(({ route }) => route), ...oauth].sort());
  });
});

it('the API document contains the addresses of the installation', async () => {
  await using other = await startHarness({
    BASE_URL: 'https://api.acme.example',
    AUTH_URL: 'https://accounts.acme.example/',
  });

  const { body } = await other.request('/openapi.json', { token: null });
  const { components, paths, servers } = body as unknown as OpenApiDocument;
  const { oauth2 } = components.securitySchemes;
  expect(servers).toMatchObject([{ url: 'https://api.acme.example' }]);
  expect(paths['/oauth/authorize']?.get?.servers).toMatchObject([{ url: 'https://accounts.acme.example' }]);
  expect(oauth2).toMatchObject({
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://accounts.acme.example/oauth/authorize',
        tokenUrl: 'https://api.acme.example/oauth/token',
      },
    },
  });
});
