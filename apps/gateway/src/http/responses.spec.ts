import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import { TICKET_ID, failWith, startHarness } from '../gateway.fixture.ts';

const harness = await startHarness();
beforeEach(() => void harness.tickets.calls.splice(0));
afterEach(() => {
  harness.tickets.answer = null;
});
afterAll(() => harness.close());

const one = `/v1/tickets/${TICKET_ID}`;

describe('a handler', () => {
  it('receives exactly the input parts that its operation declares, unchanged', async () => {
    await harness.request('/v1/tickets?per_page=500', { method: 'GET' });
    await harness.request(one, { method: 'PATCH', body: { tags: ['a', 'A'], colour: 1 } });
    await harness.request('/v1/tickets', { method: 'POST', body: { subject: 'a' } });
    expect(harness.tickets.calls.map((call) => JSON.parse(JSON.stringify(call.input)) as unknown)).toEqual([
      { query: { per_page: '500' } },
      { params: { ticket_id: TICKET_ID }, body: { tags: ['a', 'A'], colour: 1 } },
      { body: { subject: 'a' } },
    ]);
  });

  it('receives the context of the request', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const before = Date.now();
    await harness.request(one, { headers: { 'x-request-id': 'req.1_a-B', traceparent } });
    const { ctx } = harness.tickets.calls[0] as (typeof harness.tickets.calls)[number];
    const { principal } = ctx;
    const credential = { id: principal?.credentialId, type: 'api_key', app_id: null };
    expect(ctx).toEqual({
      requestId: 'req.1_a-B',
      deadline: expect.any(Number),
      actor: { type: 'api_key', id: principal?.credentialId, credential },
      tenant: { workspaceId: principal?.workspaceId, mode: 'live' },
      principal: expect.objectContaining({ type: 'api_key', role: 'admin' }),
      traceparent,
    });
    expect(ctx.deadline).toBeGreaterThanOrEqual(before + 10_000);
    expect(ctx.deadline).toBeLessThanOrEqual(Date.now() + 10_000);
  });
});

describe('the request id', () => {
  it.each(['a', 'A-b_c.1', 'x'.repeat(128)])('is the one that the caller sends: %s', async (id) => {
    const answer = await harness.request(one, { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toBe(id);
  });

  it.each(['', 'a b', 'x'.repeat(129), 'ä', 'a"b'])('is a new one in place of %j', async (id) => {
    const answer = await harness.request('/v1/nowhere', { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'));
  });
});

describe('an error of a handler', () => {
  it('that is unexpected is 500 without details', async () => {
    harness.tickets.answer = failWith(new TypeError('password is hunter2'));
    const answer = await harness.request(one);
    expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
      500,
      'api_error',
      'internal_error',
    ]);
    expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|TypeError|\.ts/);
    expect(answer.headers.get('x-ratelimit-remaining')).not.toBeNull();
  });

  it('caused by an unavailable service is 503 with Retry-After', async () => {
    harness.tickets.answer = failWith(new ApiError('service_unavailable'));
    const answer = await harness.request(one);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('CORS', () => {
  it('responds to a preflight without credentials and does not count it', async () => {
    const token = harness.issue({ limit: 60 });
    for (const path of ['/v1/tickets', one, '/v1/nowhere']) {
      const answer = await harness.request(path, {
        method: 'OPTIONS',
        token: null,
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization,idempotency-key',
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-methods')).toMatch(/PATCH.*DELETE/);
      expect(answer.headers.get('access-control-allow-headers')).toBe('authorization,idempotency-key');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('x-ratelimit-limit')).toBe('600');
    }
    expect((await harness.request('/v1/tickets', { method: 'OPTIONS', token: null })).status).toBe(204);
    expect((await harness.request(one, { token })).headers.get('x-ratelimit-remaining')).toBe('59');
  });

  it.each([
    ['an answer', one, undefined],
    ['a 401', one, null],
    ['a 404', '/v1/nowhere', undefined],
    ['a malformed URL', '/v1/%zz', undefined],
  ])('lets a browser read %s and its headers', async (_, path, token) => {
    const answer = await harness.request(path, token === undefined ? {} : { token });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const exposed = answer.headers.get('access-control-expose-headers') ?? '';
    const names = [
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'retry-after',
      'etag',
      'x-request-id',
      'idempotent-replayed',
      'preference-applied',
      'www-authenticate',
      'deprecation',
      'sunset',
    ];
    if (path !== '/v1/%zz') expect(exposed.toLowerCase().split(', ').sort()).toEqual([...names].sort());
  });
});

describe('the probe', () => {
  it('is answered without credentials, with numbers', async () => {
    const answer = await harness.request('/healthz', { token: null });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('600');
    expect((await harness.request('/healthz', { token: null, method: 'HEAD' })).status).toBe(200);
  });

  it.each(['/healthz/ready', '/healthz/live', '/metrics'])(
    'of operators, %s, is not public',
    async (path) => {
      expect((await harness.request(path)).status).toBe(404);
    },
  );
});

describe('the headers for caches', () => {
  it.each([
    ['a read', one, {}, 'private, no-cache', 'Authorization, Accept-Encoding'],
    ['a list', '/v1/tickets', {}, 'private, no-cache', 'Authorization, Accept-Encoding'],
    ['an error', '/v1/nowhere', {}, 'no-store', null],
    ['a malformed URL', '/v1/%zz', {}, 'no-store', null],
    ['a 401', one, { token: null }, 'no-store', null],
    ['a write', '/v1/tickets', { method: 'POST', body: { subject: 'a' } }, 'no-store', null],
    ['a 422', '/v1/tickets?page=0', {}, 'no-store', null],
    ['a health probe', '/healthz', {}, 'no-store', null],
    ['the API document', '/openapi.json', { token: null }, 'public, max-age=300', 'Accept-Encoding'],
    ['a token request', '/oauth/token', { method: 'POST', token: null }, 'no-store', null],
  ])('of %s', async (_, path, options, cacheControl, vary) => {
    const { headers } = await harness.request(path, options);
    const seen = ['cache-control', 'vary', 'x-content-type-options'].map((name) => headers.get(name));
    expect(seen).toEqual([cacheControl, vary, 'nosniff']);
  });

  it('of what is not HTTP', async () => {
    const answer = await harness.raw('garbage\r\n\r\n');
    expect(answer).toContain('cache-control: no-store\r\nx-content-type-options: nosniff\r\n');
  });
});
