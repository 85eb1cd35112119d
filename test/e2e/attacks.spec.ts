import { connect } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createTicket, getTicket, listTickets, type Ticket } from '@parley/contracts';
import type { ApiClient } from '@parley/testing';
import { operator } from './platform.ts';

/** What an attack works with. */
interface Target {
  client: ApiClient;
  host: string;
  key: string;
  ticket: Ticket;
}

interface Attack {
  /** Completes the sentence "an attack by …". */
  by: string;
  /** The bytes that are sent. */
  send: (at: Target) => string | Buffer;
  /** Of the only response to them. */
  status: number;
  /** `error.code`, or `error` of an OAuth endpoint. */
  code?: string;
  param?: string;
}

interface Request {
  /** Instead of those of a valid request with a key; `null` sends no header of this name. */
  headers?: Readonly<Record<string, string | null>>;
  /** Header lines as they are. */
  lines?: string;
  body?: string | Buffer;
}

/** A request with the key of the workspace, whose bytes are exactly those that are given. */
function request(method: string, target: string, { headers = {}, lines = '', body = '' }: Request = {}) {
  return ({ key, host }: Target): Buffer => {
    const all: Readonly<Record<string, string | null>> = {
      Host: host,
      Authorization: `Bearer ${key}`,
      Connection: 'close',
      ...(body.length === 0
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const given = Object.entries(all).filter(([, value]) => value !== null);
    const head = given.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return Buffer.concat([
      Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}${lines}\r\n`, 'latin1'),
      Buffer.from(body),
    ]);
  };
}

const get = (target: string, options?: Request) => request('GET', target, options);
const TICKET = '{"subject":"Smuggled"}';
const create = (options: Request = {}) => request('POST', '/v1/tickets', { body: TICKET, ...options });
/** With the headers of its length given as lines. */
const framed = (lines: string, body = TICKET) =>
  request('POST', '/v1/tickets', { headers: { 'Content-Length': null }, lines, body });
const chunked = (body: string) => framed('Transfer-Encoding: chunked\r\n', body);
const withBody = (body: string | Buffer) => create({ body });
const withType = (type: string | null) => create({ headers: { 'Content-Type': type } });
const bare = (text: string) => () => text;
const anonymous = { Authorization: null };
/** What the other attacks leave out. */
const unreadable = { status: 400, code: 'malformed_json' };
const notFound = { status: 404, code: 'not_found' };
const unauthorized = { status: 401, code: 'missing_api_key' };
const unsupported = { status: 400, code: 'unsupported_media_type' };
const invalid = (param: string, code = 'invalid_parameter') => ({ status: 422, code, param });
const unknown = (param: string) => invalid(param, 'unknown_parameter');

/**
 * Requests that try to be taken for something else, by kind. A new row is tested by itself: one response with the given
 * status and error, with all headers of errors, and no effect on the workspace unless it succeeds.
 */
const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'request smuggling': [
    {
      by: 'two lengths that differ',
      send: framed('Content-Length: 22\r\nContent-Length: 5\r\n'),
      ...unreadable,
    },
    { by: 'two equal lengths', send: framed('Content-Length: 22\r\nContent-Length: 22\r\n'), ...unreadable },
    {
      by: 'a length and chunks',
      send: framed('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      ...unreadable,
    },
    {
      by: 'chunks and a length',
      send: framed('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'),
      ...unreadable,
    },
    { by: 'an unknown transfer coding', send: framed('Transfer-Encoding: xchunked\r\n'), ...unreadable },
    {
      by: 'chunks that are not the last coding',
      send: framed('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'),
      ...unreadable,
    },
    {
      by: 'a space before a colon',
      send: framed('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'),
      ...unreadable,
    },
    { by: 'a length with a sign', send: framed('Content-Length: +22\r\n'), ...unreadable },
    { by: 'a negative length', send: framed('Content-Length: -22\r\n'), ...unreadable },
    { by: 'a hexadecimal length', send: framed('Content-Length: 0x16\r\n'), ...unreadable },
    { by: 'a list of lengths', send: framed('Content-Length: 22, 22\r\n'), ...unreadable },
    {
      by: 'a length beyond all numbers',
      send: framed(`Content-Length: ${'9'.repeat(30)}\r\n`),
      ...unreadable,
    },
    { by: 'a chunk of a negative size', send: chunked('-1\r\n{}\r\n0\r\n\r\n'), ...unreadable },
    { by: 'a chunk with a prefixed size', send: chunked('0x2\r\n{}\r\n0\r\n\r\n'), ...unreadable },
    { by: 'a chunk that is longer than its size', send: chunked('2\r\n{}{}\r\n0\r\n\r\n'), ...unreadable },
    { by: 'a chunk that ends with a line feed', send: chunked('2\n{}\n0\n\n'), ...unreadable },
    { by: 'a folded header', send: get('/v1/me', { lines: 'X-A: b\r\n c: d\r\n' }), ...unreadable },
    { by: 'a carriage return in a header', send: get('/v1/me', { lines: 'X-A: b\rc\r\n' }), ...unreadable },
    { by: 'a NUL in a header', send: get('/v1/me', { lines: 'X-A: b\0c\r\n' }), ...unreadable },
    { by: 'a header without a name', send: get('/v1/me', { lines: ': b\r\n' }), ...unreadable },
    { by: 'a header without a colon', send: get('/v1/me', { lines: 'X-A\r\n' }), ...unreadable },
    { by: 'a space in a header name', send: get('/v1/me', { lines: 'X A: b\r\n' }), ...unreadable },
    { by: 'HTTP 0.9', send: bare('GET /v1/me\r\n\r\n'), ...unauthorized },
    { by: 'another version of HTTP', send: bare('GET /v1/me HTTP/3.7\r\nHost: a\r\n\r\n'), ...unreadable },
    { by: 'the preface of HTTP/2', send: bare('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), ...unreadable },
    {
      by: 'TLS on the port of HTTP',
      send: bare('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
      ...unreadable,
    },
  ],
  headers: [
    { by: 'no Host', send: get('/v1/me', { headers: { Host: null } }), ...unreadable },
    { by: 'two Hosts', send: get('/v1/me', { lines: 'host: evil.example\r\n' }), ...unreadable },
    { by: 'two credentials', send: get('/v1/me', { lines: 'AUTHORIZATION: Bearer x\r\n' }), ...unreadable },
    {
      by: 'a header of 40 KB',
      send: get('/v1/me', { lines: `X-A: ${'a'.repeat(40_000)}\r\n` }),
      ...unreadable,
    },
    {
      by: 'two thousand headers',
      send: get('/v1/me', { lines: 'X-Header: a value\r\n'.repeat(2_000) }),
      ...unreadable,
    },
    { by: 'an expectation', send: get('/v1/me', { headers: { Expect: 'a miracle' } }), ...unreadable },
    {
      by: 'an upgrade to HTTP/2',
      send: get('/v1/nowhere', { headers: { Connection: 'Upgrade, close', Upgrade: 'h2c' } }),
      ...notFound,
    },
    {
      by: 'a compressed body',
      send: create({ headers: { 'Content-Encoding': 'gzip' }, body: '\u001f\u008b' }),
      ...unreadable,
    },
    {
      by: 'an Idempotency-Key of 300 characters',
      send: create({ headers: { 'Idempotency-Key': 'k'.repeat(300) } }),
      ...invalid('Idempotency-Key'),
    },
    {
      by: 'an overridden path',
      send: get('/v1/nowhere', { headers: { 'X-Original-URL': '/v1/me', 'X-Rewrite-URL': '/v1/me' } }),
      ...notFound,
    },
    ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map((name) => ({
      by: `an overridden method in ${name}`,
      send: ({ ticket, ...at }: Target) =>
        get(`/v1/tickets/${ticket.id}`, { headers: { [name]: 'PATCH' }, body: '{"subject":"Smuggled"}' })({
          ticket,
          ...at,
        }),
      status: 200,
    })),
  ],
  'request targets': [
    ...[
      '/v1/../v1/me',
      '/v1/./me',
      '/v1//me',
      '//v1/me',
      '/V1/me',
      '/v1/me/',
      '/v1/me;a=b',
      '/v1/me%20',
      '/v1/me%00',
      '/v1%2fme',
      '/v1\\me',
      '/v1/tickets/..%2fme',
      '/v1/tickets/%2e%2e/me',
      '/v1/tickets/%252e%252e%252fme',
      '/v1/tickets/%c0%ae%c0%ae',
      '/v1/tickets/%00',
      '/v1/tickets/%zz',
      '/v1/tickets/__proto__',
      `/v1/tickets/${'a'.repeat(5_000)}`,
      '*v1/me',
      'ftp://evil.example/v1/me',
      'http://evil.example//v1/me',
    ].map((target) => ({ by: target.slice(0, 40), send: get(target), ...notFound })),
    { by: 'a URL of 40 KB', send: get(`/v1/me?a=${'a'.repeat(40_000)}`), ...unreadable },
    { by: 'no slash at its beginning', send: get('v1/me'), ...unreadable },
    { by: 'the authority form', send: get('evil.example:443'), ...unreadable },
    { by: 'a space', send: get('/v1/me /v1/nowhere'), ...unreadable },
    { by: 'a NUL', send: get('/v1/me\0'), ...unreadable },
    { by: 'the absolute form', send: get('http://evil.example/v1/nowhere'), ...notFound },
    { by: 'the path of another service', send: get('/rpc/token.look_up'), ...notFound },
    { by: 'the path of metrics', send: get('/metrics'), ...notFound },
    { by: 'the path of a repository', send: get('/.git/config'), ...notFound },
    { by: 'a parameter twice', send: get('/v1/tickets?status=open&status=closed'), ...invalid('status') },
    { by: 'a parameter in brackets', send: get('/v1/tickets?status[$ne]=open'), ...unknown('status[$ne]') },
    {
      by: 'a parameter of prototypes',
      send: get('/v1/tickets?__proto__[admin]=1'),
      ...unknown('__proto__[admin]'),
    },
  ],
  methods: [
    ...['PUT', 'TRACE', 'PROPFIND', 'SEARCH', 'PURGE', 'LOCK'].map((method) => ({
      by: method,
      send: request(method, '/v1/me'),
      ...notFound,
    })),
    { by: 'a method in lower case', send: request('get', '/v1/me'), ...unreadable },
    { by: 'an invented method', send: request('STEAL', '/v1/me'), ...unreadable },
    ...['GET', 'PUT', 'DELETE'].map((method) => ({
      by: `${method} of the token endpoint`,
      send: request(method, '/oauth/token?grant_type=refresh_token'),
      status: 405,
      code: 'invalid_request',
    })),
  ],
  credentials: [
    {
      by: 'a token in the query',
      send: (at) => get(`/v1/me?access_token=${at.key}`, { headers: anonymous })(at),
      ...unauthorized,
    },
    {
      by: 'a token in the query beside a valid one',
      send: (at) => get(`/v1/me?access_token=${at.key}`)(at),
      ...unknown('access_token'),
    },
    {
      by: 'a token in a form',
      send: (at) =>
        create({
          headers: { ...anonymous, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: `access_token=${at.key}`,
        })(at),
      ...unauthorized,
    },
    {
      by: 'a token in JSON',
      send: (at) => create({ headers: anonymous, body: `{"access_token":"${at.key}"}` })(at),
      ...unauthorized,
    },
    {
      by: 'a token in a cookie',
      send: (at) => get('/v1/me', { headers: { ...anonymous, Cookie: `token=${at.key}` } })(at),
      ...unauthorized,
    },
    {
      by: 'a token in X-Api-Key',
      send: (at) => get('/v1/me', { headers: { ...anonymous, 'X-Api-Key': at.key } })(at),
      ...unauthorized,
    },
    {
      by: 'HTTP Basic',
      send: (at) => get('/v1/me', { headers: { Authorization: `Basic ${btoa(`${at.key}:`)}` } })(at),
      ...unauthorized,
    },
    ...['x', ' x', ',Bearer x', '\tx', '%20', '=='].map((suffix) => ({
      by: `a token followed by ${JSON.stringify(suffix)}`,
      send: (at: Target) => get('/v1/me', { headers: { Authorization: `Bearer ${at.key}${suffix}` } })(at),
      status: 401,
      code: 'invalid_api_key',
    })),
    {
      by: 'client credentials in the query',
      send: request('POST', '/oauth/token?client_id=a&client_secret=b', {
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      }),
      status: 401,
      code: 'invalid_client',
    },
  ],
  bodies: [
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'text/json',
      'nonsense',
      '',
    ].map((type) => ({ by: `the type ${JSON.stringify(type)}`, send: withType(type), ...unsupported })),
    { by: 'no type', send: withType(null), ...unsupported },
    ...[
      "{'subject':'a'}",
      '{"subject":"a",}',
      '{subject:"a"}',
      '{"subject":NaN}',
      '{"subject":"a"} // x',
      '{"subject":"a"}{}',
      '[{"subject":"a"}]',
      '"a"',
      'null',
      '{"subject":"a\nb"}',
      '{"subject":"\\x41"}',
      '{"subject":"\\ud8"}',
    ].map((body) => ({ by: `the body ${JSON.stringify(body)}`, send: withBody(body), ...unreadable })),
    { by: 'UTF-16', send: withBody(Buffer.from(TICKET, 'utf16le')), ...unreadable },
    {
      by: 'bytes that are no UTF-8',
      send: withBody(Buffer.from('{"subject":"\xff"}', 'latin1')),
      ...unreadable,
    },
    { by: 'overlong UTF-8', send: withBody(Buffer.from('{"subject":"\xc0\xaf"}', 'latin1')), ...unreadable },
    { by: 'a body of 33 levels', send: withBody(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`), ...unreadable },
    { by: 'a body of 20,000 values', send: withBody(`{"a":[0${',0'.repeat(20_000)}]}`), ...unreadable },
    {
      by: 'a body of more than 1 MiB',
      send: withBody(`{"subject":"${'a'.repeat(1_100_000)}"}`),
      ...unreadable,
    },
    { by: 'a NUL in a text', send: withBody('{"subject":"a\\u0000"}'), ...invalid('subject') },
    { by: 'half a surrogate pair', send: withBody('{"subject":"a\\ud83d"}'), ...invalid('subject') },
    {
      by: 'a number beyond all numbers',
      send: withBody('{"subject":"a","custom_fields":{"a":1e999}}'),
      ...invalid('custom_fields.a'),
    },
    {
      by: 'the prototype of a body',
      send: withBody('{"subject":"a","__proto__":{"status":"closed"}}'),
      ...invalid('__proto__'),
    },
    {
      by: 'an operator of a query language',
      send: withBody('{"subject":{"$ne":""}}'),
      ...invalid('subject'),
    },
    {
      by: 'a key twice, the last of which is invalid',
      send: withBody('{"subject":"a","subject":1}'),
      ...invalid('subject'),
    },
    {
      by: 'an unknown field with strict handling',
      send: create({ headers: { Prefer: 'handling=strict' }, body: '{"subject":"a","workspace_id":"ws_x"}' }),
      ...unknown('workspace_id'),
    },
    {
      by: 'an OAuth body of more than 16 KiB',
      send: request('POST', '/oauth/token', { body: `{"code":"${'a'.repeat(20_000)}"}` }),
      status: 400,
      code: 'invalid_request',
    },
  ],
};
const { live: client } = await operator.workspace();
const { data: ticket } = await client.ok(createTicket, { body: { subject: 'Untouched' } });
const at = { client, host: new URL(client.baseUrl).host, key: client.token ?? '', ticket };

/** All that comes back on a connection of its own. */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(at.client.baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.on('close', () => resolve(received));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      // What was not read when the answer had been sent.
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(received) : reject(error),
    );
  });
}

describe.each(Object.entries(ATTACKS))('an attack by %s', (_, attacks) => {
  it.each(attacks.map((attack) => [attack.by, attack] as const))('%s', async (_by, attack) => {
    const received = await exchange(attack.send(at));
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    const [head = '', body = ''] = received.split('\r\n\r\n', 2);
    const { error } = (body === '' ? {} : JSON.parse(body)) as { error?: string | Record<string, unknown> };
    const code = typeof error === 'object' ? error['code'] : error;
    const param = typeof error === 'object' ? error['param'] : undefined;
    expect({ statuses, code, param }).toEqual({
      statuses: [attack.status],
      code: attack.code,
      param: attack.param,
    });
    for (const header of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
      expect(head).toMatch(new RegExp(`^${header}: [\\w-]+\r?$`, 'm'));
    expect(head).toContain('x-content-type-options: nosniff');
    if (attack.status >= 400) expect(head).toContain('cache-control: no-store');
  });
});

it('no attack changes anything', async () => {
  const { meta } = await at.client.ok(listTickets, { query: {} });
  expect(meta.total_count).toBe(1);
  const { data } = await at.client.ok(getTicket, { params: { ticket_id: at.ticket.id } });
  expect(data).toEqual(at.ticket);
});

afterAll(() => {
  const counts = Object.entries(ATTACKS).map(([kind, attacks]) => `${attacks.length} by ${kind}`);
  const total = Object.values(ATTACKS).flat().length;
  process.stderr.write(`${total} attacks: ${counts.join(', ')}\n`);
});
