import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { eventually, gate } from '@parley/testing';
import type { HandlerResult } from '@parley/runtime/handlers';
import {
  type Answer,
  type Call,
  startHarness,
  type TestHarness,
  TICKET_ID,
  type RequestOptions,
} from '../gateway.fixture.ts';

const harness = await startHarness();
beforeEach(() => void harness.tickets.calls.splice(0));
afterEach(() => {
  harness.tickets.answer = null;
});
afterAll(() => harness.close());

const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const METADATA = 'https://api.example.com/.well-known/oauth-protected-resource/mcp';
const TIME = '2026-11-28T12:00:00.000Z';
const TICKET = {
  id: TICKET_ID,
  subject: 'Printer on fire',
  description: null,
  status: 'open',
  priority: 'high',
  sla: null,
  first_responded_at: null,
  reopened_count: 0,
  assignee: null,
  contact: null,
  tags: [],
  inbox_id: null,
  conversation_id: null,
  custom_fields: {},
  created_at: TIME,
  updated_at: TIME,
};
const PAGE = { items: [TICKET], total_count: 1, total_count_relation: 'eq', next_cursor: null };

const answers = ({ procedureId }: Call): Promise<HandlerResult> =>
  Promise.resolve({ value: procedureId === 'ticket.list' ? PAGE : TICKET, replayed: false });

interface Message {
  result: {
    tools: { name: string }[];
    isError?: boolean;
    content: { text: string }[];
    structuredContent: { items: { id: string }[] };
  };
  error?: { code: number; message: string };
}

/** A request of the protocol of 2025, whose answer is one event. */
async function rpc(method: string, params: object = {}, options: RequestOptions & { path?: string } = {}) {
  const { path = '/mcp', headers, ...rest } = options;
  const answer = await harness.request(path, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: { ...ACCEPT, ...headers },
    ...rest,
  });
  return { ...answer, message: messageOf(answer) };
}

function messageOf({ body }: Answer): Message {
  if (typeof body !== 'string') return body as unknown as Message;
  const data = /^data: (.*)$/m.exec(body)?.[1] ?? '{}';
  return JSON.parse(data) as Message;
}

const callTool = (name: string, args: object = {}, options: Parameters<typeof rpc>[2] = {}) =>
  rpc('tools/call', { name, arguments: args }, options);

describe('a host without a token', () => {
  it.each(['POST', 'GET', 'DELETE'])('is told where it gets one (%s)', async (method) => {
    const { status, headers } = await harness.request('/mcp', { method, token: null });
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="api", resource_metadata="${METADATA}"`,
    ]);
  });

  it('finds the metadata of the endpoint, below a path, too', async () => {
    const below = await startHarness({ BASE_URL: 'https://example.com/parley' });
    try {
      const refused = await below.request('/mcp', { method: 'POST', token: null });
      const url = 'https://example.com/.well-known/oauth-protected-resource/parley/mcp';
      expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${url}"`);
      for (const path of [new URL(url).pathname, '/.well-known/oauth-protected-resource/mcp']) {
        const { body } = await below.request(path, { token: null });
        expect(body).toMatchObject({ resource: 'https://example.com/parley/mcp' });
        expect(body).not.toHaveProperty('scopes_supported');
      }
    } finally {
      await below.close();
    }
  });
});

describe('a host with a token', () => {
  const namesOf = async (options: Parameters<typeof rpc>[2]) =>
    (await rpc('tools/list', {}, options)).message.result.tools.map(({ name }) => name);

  it('is offered the tools that its scopes allow', async () => {
    const token = harness.issue({ scopes: ['tickets:read'] });
    const reads = ['search', 'list_tickets', 'get_ticket', 'whats_waiting', 'recent_changes'];
    expect(await namesOf({ token })).toEqual(reads);
    const writing = harness.issue({ scopes: ['tickets:read', 'tickets:write'] });
    expect(await namesOf({ token: writing })).toEqual([...reads, 'update_ticket', 'create_ticket']);
    expect(await namesOf({ token: writing, path: '/mcp?read_only=true' })).toEqual(reads);
    expect(await namesOf({ token: writing, path: '/mcp?tools=search,create_ticket' })).toEqual([
      'search',
      'create_ticket',
    ]);
  });

  it('is told of a parameter that there is not', async () => {
    const { status, body } = await rpc('tools/list', {}, { path: '/mcp?readonly=true' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_parameter', param: 'readonly' });
    const live = await rpc('tools/list', {}, { path: '/mcp?test_mode_only=true' });
    expect([live.status, live.body.error.code]).toEqual([403, 'forbidden']);
  });

  it('makes calls that are those of any request', async () => {
    harness.tickets.answer = answers;
    const { message, headers } = await callTool(
      'get_ticket',
      { ticket_id: TICKET_ID },
      { token: harness.issue(), headers: { 'x-request-id': 'mcp.1' } },
    );
    expect(message.result.structuredContent.items).toMatchObject([{ id: TICKET_ID }]);
    expect(headers.get('x-request-id')).toBe('mcp.1');
    const [{ procedureId, ctx }] = harness.tickets.calls as [Call];
    expect(procedureId).toBe('ticket.get');
    expect(ctx).toMatchObject({ requestId: 'mcp.1', tenant: { mode: 'live' }, actor: { type: 'api_key' } });
  });

  it('uses up the rate limit by its requests and by those of its tools', async () => {
    harness.tickets.answer = answers;
    const token = harness.issue({ limit: 4 });
    const first = await callTool('list_tickets', {}, { token });
    expect(first.headers.get('x-ratelimit-remaining')).toBe('3');
    // One for the request, and none is left for the tool.
    await rpc('ping', {}, { token });
    const { message } = await callTool('list_tickets', {}, { token });
    expect(message.result.content[0]?.text).toMatch(/^Error rate_limit_exceeded\. Wait \d+ seconds/);
    const last = await rpc('ping', {}, { token });
    expect(last.status).toBe(429);
  });

  it('is refused once the token is revoked', async () => {
    const { status } = await rpc('ping', {}, { token: harness.issue({ state: 'revoked' }) });
    expect(status).toBe(401);
  });
});

describe('a request', () => {
  /** What `fetch` does not let a caller set. */
  const from = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${harness.url}/mcp`, {
        method: 'POST',
        headers: { ...ACCEPT, authorization: `Bearer ${harness.issue()}`, ...headers },
      });
      sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      sent.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    });

  it('for another host, or from a page of another site, is refused', async () => {
    expect(await from({})).toBe(200);
    expect(await from({ host: 'api.example.com' })).toBe(200);
    expect(await from({ host: 'attacker.example:3000' })).toBe(403);
    expect(await from({ origin: 'https://api.example.com' })).toBe(200);
    expect(await from({ origin: 'https://attacker.example' })).toBe(403);
    expect(await from({ origin: 'null' })).toBe(403);
  });

  it('that is none of the protocol is refused in its form', async () => {
    const refusalOf = async (options: RequestOptions) => {
      const { status, headers, ...answer } = await harness.request('/mcp', {
        method: 'POST',
        headers: ACCEPT,
        ...options,
      });
      return [status, messageOf({ status, headers, ...answer }).error?.code, headers.get('allow')];
    };
    expect(await refusalOf({ method: 'GET' })).toEqual([405, -32_000, 'POST']);
    expect(await refusalOf({ method: 'DELETE' })).toEqual([405, -32_000, 'POST']);
    expect(await refusalOf({ body: 'no JSON' })).toEqual([400, -32_700, null]);
    expect(await refusalOf({ body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]' })).toEqual([
      400,
      -32_600,
      null,
    ]);
    expect(await refusalOf({ body: '{}', headers: { ...ACCEPT, 'content-type': 'text/plain' } })).toEqual([
      415,
      -32_000,
      null,
    ]);
  });

  it('that is too large, or compressed, is refused like any other', async () => {
    const large = await harness.request('/mcp', {
      method: 'POST',
      headers: ACCEPT,
      body: 'x'.repeat(2 ** 21),
    });
    expect([large.status, large.body.error.code]).toEqual([400, 'body_too_large']);
    const headers = { ...ACCEPT, 'content-encoding': 'gzip' };
    const encoded = await harness.request('/mcp', { method: 'POST', headers, body: 'x' });
    expect([encoded.status, encoded.body.error.code]).toEqual([400, 'unsupported_encoding']);
  });
});

describe('a call of several requests', () => {
  const CALL = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'update_ticket', arguments: { ticket_id: TICKET_ID, add_tags: ['vip'] } },
  };

  /** Lets the first answer wait until the test goes on, and tells when it is asked for. */
  function hold({ tickets }: Pick<TestHarness, 'tickets'>) {
    const [released, release] = gate();
    const [asked, ask] = gate();
    tickets.answer = async ({ procedureId }) => {
      ask();
      if (procedureId === 'ticket.get') await released;
      return { value: TICKET, version: '1', replayed: false };
    };
    return { asked, release };
  }

  it('ends when its caller has gone', async () => {
    const { asked, release } = hold(harness);
    const gone = new AbortController();
    const call = fetch(`${harness.url}/mcp`, {
      method: 'POST',
      headers: { ...ACCEPT, authorization: `Bearer ${harness.issue()}` },
      body: JSON.stringify(CALL),
      signal: gone.signal,
    });
    await asked;
    gone.abort();
    await expect(call).rejects.toThrow();
    // Its end has arrived before what is sent after it.
    await harness.request('/healthz', { token: null });
    release();
    await harness.request('/healthz', { token: null });
    expect(harness.tickets.calls.map(({ procedureId }) => procedureId)).toEqual(['ticket.get']);
  });

  it('is answered by a gateway that drains', async () => {
    const draining = await startHarness({ DRAIN_TIMEOUT: '10s' });
    const { asked, release } = hold(draining);
    const call = draining.request('/mcp', { method: 'POST', headers: ACCEPT, body: JSON.stringify(CALL) });
    await asked;
    const closed = draining.close();
    await eventually(() => expect(fetch(`${draining.url}/healthz`)).rejects.toThrow());
    release();
    expect(messageOf(await call).result.content[0]?.text).toMatch(/^The ticket is now:/);
    expect(draining.tickets.calls.map(({ procedureId }) => procedureId)).toEqual([
      'ticket.get',
      'ticket.update',
    ]);
    await closed;
  });
});
