import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOGGER } from '@parley/runtime/logging';
import { metricsText } from '@parley/runtime/metrics';
import { eventually, metricValue, parseMetrics } from '@parley/testing';
import { TICKET_ID, failWith, startHarness } from '../gateway.fixture.ts';

type Line = Record<string, unknown>;

const lines: Line[] = [];
const level = (name: string) => (fields: Line, message: string) =>
  lines.push({ level: name, message, ...fields });
const logger = {
  info: level('info'),
  debug: level('debug'),
  warn: level('warn'),
  error: level('error'),
  child: () => logger,
};
const harness = await startHarness({}, [{ provide: LOGGER, useValue: logger }]);
await harness.request('/v1/tickets');
const workspaceId = harness.tickets.calls[0]?.ctx.tenant.workspaceId;
beforeEach(() => void lines.splice(0));
afterAll(() => harness.close());

/** A line is written when the answer has left, which the caller may see first. */
async function linesAfter(request: () => Promise<unknown>, count: number): Promise<Line[]> {
  await request();
  await eventually(() => lines.length >= count);
  return lines;
}

describe('the access log', () => {
  it.each<[string, string, string | null | undefined, Line]>([
    [
      'an answer',
      `/v1/tickets/${TICKET_ID}?q=x`,
      undefined,
      { route: 'GET /v1/tickets/{ticket_id}', status: 422 },
    ],
    ['a 404 for an id', '/v1/tickets/x', undefined, { route: 'GET /v1/tickets/{ticket_id}', status: 404 }],
    ['an unknown route', '/v1/nowhere', undefined, { route: null, status: 404 }],
    ['a malformed URL', '/v1/%zz', undefined, { route: null, status: 404 }],
    ['a 401', '/v1/tickets', null, { route: null, status: 401, workspace_id: null }],
    ['a 401 for a malformed URL', '/v1/%zz', null, { route: null, status: 401, workspace_id: null }],
    ['a probe, quietly', '/healthz', null, { level: 'debug', route: null, status: 200, workspace_id: null }],
  ])('has one line for %s, without its URL', async (_, path, token, expected) => {
    const headers = { 'x-request-id': 'r1' };
    const seen = await linesAfter(
      () => harness.request(path, { headers, ...(token === null ? { token } : {}) }),
      1,
    );
    expect(seen).toEqual([
      {
        level: 'info',
        message: 'request',
        event: 'http.request.completed',
        request_id: 'r1',
        method: 'GET',
        ms: expect.any(Number),
        workspace_id: workspaceId,
        ...expected,
      },
    ]);
  });

  it('counts durations by route template, never by URL, and not those of probes', async () => {
    for (const path of [`/v1/tickets/${TICKET_ID}`, '/v1/nowhere/a', '/v1/nowhere/b', '/healthz'])
      await linesAfter(() => harness.request(path), lines.length + 1);
    const samples = parseMetrics((await metricsText()).text);
    const name = 'parley_http_request_duration_seconds_count';
    const count = (labels: Record<string, string>) =>
      metricValue(samples, name, { server: 'api', ...labels });
    expect(count({ method: 'GET', route: '/v1/tickets/{ticket_id}' })).toBeGreaterThanOrEqual(1);
    expect(count({ method: 'GET', route: 'unmatched', status: '4xx' })).toBeGreaterThanOrEqual(2);
    const routes = new Set(samples.map(({ labels }) => labels['route']));
    expect([...routes].filter((route) => /nowhere|healthz|01h/.test(route ?? ''))).toEqual([]);
  });

  it('has the trace of the caller', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const [line] = await linesAfter(() => harness.request('/v1/tickets', { headers: { traceparent } }), 1);
    expect(line).toMatchObject({ trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', workspace_id: workspaceId });
  });

  it('has a line for a request that is not valid HTTP', async () => {
    const seen = await linesAfter(() => harness.raw('garbage\r\n\r\n'), 1);
    expect(seen).toEqual([
      expect.objectContaining({
        level: 'info',
        event: 'http.request.unreadable',
        status: 400,
        request_id: expect.any(String),
      }),
    ]);
  });
});

it('an unexpected error is logged in full, with the request id of the response', async () => {
  const error = new TypeError('out of cheese');
  harness.tickets.answer = failWith(error);
  let id: string | null = null;
  const seen = await linesAfter(async () => {
    id = (await harness.request('/v1/tickets')).headers.get('x-request-id');
  }, 2);
  harness.tickets.answer = null;
  expect(seen[0]).toEqual({
    level: 'error',
    message: 'unexpected error',
    event: 'http.request.failed',
    err: error,
    request_id: id,
    method: 'GET',
  });
  expect(seen[1]).toMatchObject({ level: 'info', status: 500, request_id: id });
});

describe('a proxy', () => {
  it('that is not trusted is logged once, because all its clients share one address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (let round = 0; round < 3; round += 1) await harness.request('/v1/tickets', { headers });
    expect(lines.filter(({ level: at }) => at === 'warn')).toEqual([
      {
        level: 'warn',
        message: expect.stringContaining('TRUST_PROXY_CIDRS'),
        event: 'proxy.untrusted',
        peer: '127.0.0.1',
      },
    ]);
  });

  it('that is trusted is not logged', async () => {
    const own = await startHarness({ TRUST_PROXY_CIDRS: '127.0.0.0/8' }, [
      { provide: LOGGER, useValue: logger },
    ]);
    await own.request('/v1/tickets', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    await own.close();
    expect(lines.filter(({ level: at }) => at === 'warn')).toEqual([]);
  });
});
