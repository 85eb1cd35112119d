import { afterAll, describe, expect, it } from '@jest/globals';
import { mintToken } from '@parley/authentication';
import type { HandlerResult } from '@parley/runtime/handlers';
import { gate } from '@parley/testing';
import { type RequestOptions, TICKET_ID, startHarness } from '../gateway.fixture.ts';

const harness = await startHarness();
afterAll(() => harness.close());

const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const rateOf = (headers: Headers): number[] => RATE_HEADERS.map((name) => Number(headers.get(name) ?? NaN));

describe('credentials', () => {
  it('are accepted with the scheme in any case', async () => {
    const answer = await harness.request('/v1/tickets', {
      token: null,
      headers: { authorization: `bEARER ${harness.issue()}` },
    });
    expect(answer.status).toBe(200);
  });

  it('that cannot be checked during an outage are 503 with Retry-After, never 401', async () => {
    harness.identity.down = true;
    const answer = await harness.request('/v1/tickets', { token: harness.issue() });
    harness.identity.down = false;
    expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
      503,
      'api_error',
      'service_unavailable',
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(rateOf(answer.headers)).not.toContain(NaN);
  });
});

describe('the order of checks', () => {
  const bad = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{bad' };
  it.each<[string, string, RequestOptions & { scopes?: [] }, number]>([
    ['401 before 404', '/v1/nowhere', { token: null }, 401],
    ['401 before the body', '/v1/tickets', { ...bad, token: null }, 401],
    ['404 for an unknown route before its body', '/v1/nowhere', bad, 404],
    [
      '404 for a method that the path does not have',
      `/v1/tickets/${TICKET_ID}`,
      { ...bad, method: 'PUT' },
      404,
    ],
    ['403 before the body', '/v1/tickets', { ...bad, scopes: [] }, 403],
    ['403 before a malformed id', '/v1/tickets/x', { scopes: [] }, 403],
    ['400 before a malformed id', '/v1/tickets/x', { ...bad, method: 'PATCH' }, 400],
    ['422 before a malformed id', '/v1/tickets/x', { method: 'PATCH', body: { status: 'no' } }, 422],
    ['404 for a malformed id', '/v1/tickets/x', { method: 'PATCH', body: { status: 'open' } }, 404],
  ])('is %s', async (_, path, { scopes, ...options }, status) => {
    const token = scopes === undefined ? options.token : harness.issue({ scopes });
    const answer = await harness.request(path, { ...options, ...(token === undefined ? {} : { token }) });
    expect(answer.status).toBe(status);
    expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'));
    expect(rateOf(answer.headers)).not.toContain(NaN);
  });

  it('puts 429 before 404 and 403', async () => {
    const token = harness.issue({ scopes: [], limit: 1 });
    const statuses = [];
    for (const path of ['/v1/nowhere', '/v1/nowhere', '/v1/tickets']) {
      statuses.push((await harness.request(path, { token })).status);
    }
    expect(statuses).toEqual([404, 429, 429]);
  });
});

describe('the rate limit', () => {
  it('decreases by one per request, whatever the response, and keeps its reset time', async () => {
    const token = harness.issue({ limit: 60 });
    const requests: [string, RequestOptions?][] = [
      ['/v1/tickets'],
      ['/v1/tickets?status=no'],
      ['/v1/nowhere'],
      ['/v1/%zz'],
      [`/v1/tickets/${'x'.repeat(300)}`],
      ['/v1/tickets', { method: 'POST', body: '{bad', headers: { 'content-type': 'application/json' } }],
      ['/v1/webhooks', { method: 'DELETE' }],
      ['/v1/tickets', { method: 'HEAD' }],
    ];
    const numbers = [];
    for (const [path, options] of requests)
      numbers.push(rateOf((await harness.request(path, { ...options, token })).headers));
    expect(numbers.map(([limit, remaining]) => [limit, remaining])).toEqual(
      requests.map((_, index) => [60, 59 - index]),
    );
    const resets = numbers.map(([, , reset]) => reset as number);
    expect(new Set(resets).size).toBe(1);
    expect(resets[0]).toBeGreaterThan(Date.now() / 1000);
    expect(resets[0]).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60);
  });

  it('counts a request without a valid token against its IP address, even if the URL is malformed', async () => {
    await using own = await startHarness({ AUTH_FAILURES_PER_MINUTE: '3' });
    const expired = own.issue({ expiresAt: Date.now() - 1 });
    const numbers = [];
    for (const path of ['/v1/tickets', '/v1/nowhere', '/v1/%zz', '/v1/tickets']) {
      const answer = await own.request(path, { token: null });
      numbers.push([answer.status, ...rateOf(answer.headers).slice(0, 2)]);
    }
    expect(numbers).toEqual([
      [401, 3, 2],
      [401, 3, 1],
      [401, 3, 0],
      [429, 3, 0],
    ]);
    expect((await own.request('/v1/tickets', { token: null })).headers.get('retry-after')).toMatch(
      /^[1-9]\d*$/,
    );
    expect((await own.request('/v1/tickets', { token: mintToken('at_', 'Ab12') })).status).toBe(429);
    expect((await own.request('/v1/tickets', { token: expired })).status).toBe(401);
    expect((await own.request('/v1/tickets', { token: own.issue({ state: 'revoked' }) })).status).toBe(401);
    expect((await own.request('/v1/tickets')).status).toBe(200);
  });

  it('trusts X-Forwarded-For only from configured proxies', async () => {
    const own = await startHarness({ AUTH_FAILURES_PER_MINUTE: '1', TRUST_PROXY_CIDRS: '127.0.0.0/8' });
    const statuses = [];
    for (const forwarded of ['203.0.113.1', '203.0.113.2', '203.0.113.2']) {
      statuses.push(
        (await own.request('/v1/tickets', { token: null, headers: { 'x-forwarded-for': forwarded } })).status,
      );
    }
    await own.close();
    expect(statuses).toEqual([401, 401, 429]);
  });
});

describe('an unreadable request', () => {
  it('does not replace the response to the previous request', async () => {
    const [answered, answer] = gate<HandlerResult>();
    harness.tickets.answer = () => answered;
    const head = `GET /v1/tickets/${TICKET_ID} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${harness.issue()}\r\n\r\n`;
    const received = await harness.raw(`${head}garbage\r\n\r\n`);
    harness.tickets.answer = null;
    answer({ value: { id: TICKET_ID }, replayed: false });
    expect(received).not.toContain('HTTP/1.1 400');
  });

  it.each([
    ['is not HTTP', 'garbage\r\n\r\n', 'The request is not valid HTTP.'],
    [
      'has a head over 16 KiB',
      `GET /v1/tickets?q=${'x'.repeat(16_384)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      'The request line and the headers are larger than 16 KiB together.',
    ],
  ])('that %s is told so', async (_, bytes, message) => {
    expect(await harness.raw(bytes)).toContain(message);
  });

  it('is not OPTIONS *, which gets the response of a preflight', async () => {
    const answer = await harness.raw('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('HTTP/1.1 204 ');
    for (const name of [...RATE_HEADERS, 'x-request-id']) expect(answer).toContain(`${name}: `);
  });
});

it.each([
  ['PUT', '/v1/tickets', 'GET, HEAD, OPTIONS, POST'],
  ['POST', `/v1/tickets/${TICKET_ID}?q=x`, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
  ['GET', '/v1/nowhere', null],
])('a 404 for %s %s tells which methods the path has: %s', async (method, path, allow) => {
  const { status, headers } = await harness.request(path, { method });
  expect([status, headers.get('allow')]).toEqual([404, allow]);
});
