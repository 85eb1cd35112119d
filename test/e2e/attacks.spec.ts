import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createTicket, getTicket, listTickets, type Ticket } from '@parley/contracts';
import { operator } from './platform.ts';

/** What an attack works with. */
interface Target {
  host: string;
  key: string;
  ticket: Ticket;
}

/** The bytes that are sent. */
type Send = (at: Target) => string | Buffer;

/** The only response to them. */
interface Outcome {
  status: number;
  /** `error.code`, or `error` of an OAuth endpoint. */
  code?: string;
  param?: string;
}

interface Request {
  /** Instead of those of a valid request with a key; `null` sends no header of this name. */
  headers?: Readonly<Record<string, string | null>>;
  /** Header lines as they are. */
  lines?: readonly string[];
  body?: string | Buffer;
}

/** A request with the key of the workspace, whose bytes are exactly those that are given. */
function request(method: string, target: string, { headers = {}, lines = [], body = '' }: Request = {}) {
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
    const head = [...given.map(([name, value]) => `${name}: ${value}`), ...lines];
    return Buffer.concat([
      Buffer.from([`${method} ${target} HTTP/1.1`, ...head, '', ''].join('\r\n'), 'latin1'),
      Buffer.from(body),
    ]);
  };
}

const get = (target: string, options?: Request) => request('GET', target, options);
const TICKET = '{"subject":"Smuggled"}';
const create = (options: Request = {}) => request('POST', '/v1/tickets', { body: TICKET, ...options });
/** With the headers of its length given as lines. */
const framed = (lines: readonly string[], body = TICKET) =>
  request('POST', '/v1/tickets', { headers: { 'Content-Length': null }, lines, body });
const chunked = (body: string) => framed(['Transfer-Encoding: chunked'], body);
const withLine = (line: string) => get('/v1/me', { lines: [line] });
const withBody = (body: string | Buffer) => create({ body });
const bytes = (text: string) => () => text;
const anonymous = { Authorization: null };

const unreadable = { status: 400, code: 'malformed_json' };
const notFound = { status: 404, code: 'not_found' };
const unauthorized = { status: 401, code: 'missing_api_key' };
const unsupported = { status: 400, code: 'unsupported_media_type' };
const invalid = (param: string, code = 'invalid_parameter') => ({ status: 422, code, param });
const unknown = (param: string) => invalid(param, 'unknown_parameter');

type Attack = readonly [by: string, send: Send, outcome: Outcome];

/** Attacks of one outcome, each by the words that complete the sentence "an attack by …". */
const alike = (outcome: Outcome, sends: Readonly<Record<string, Send>>): readonly Attack[] =>
  Object.entries(sends).map(([by, send]) => [by, send, outcome]);
/** Attacks that differ by one text, which names them. */
const each = (outcome: Outcome, texts: readonly string[], send: (text: string) => Send): readonly Attack[] =>
  texts.map((text) => [JSON.stringify(text).slice(0, 60), send(text), outcome]);

/**
 * Requests that try to be taken for something else, by kind. A new row is tested by itself: one response with the given
 * status and error, with all headers of errors, and no effect on the workspace unless it succeeds.
 */
const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'request smuggling': [
    ...alike(unreadable, {
      'two lengths that differ': framed(['Content-Length: 22', 'Content-Length: 5']),
      'two equal lengths': framed(['Content-Length: 22', 'Content-Length: 22']),
      'a length and chunks': framed(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      'chunks and a length': framed(['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'),
      'an unknown transfer coding': framed(['Transfer-Encoding: xchunked']),
      'chunks that are not the last coding': framed(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'),
      'a space before a colon': framed(['Transfer-Encoding : chunked'], '0\r\n\r\n'),
      'a length with a sign': framed(['Content-Length: +22']),
      'a negative length': framed(['Content-Length: -22']),
      'a hexadecimal length': framed(['Content-Length: 0x16']),
      'a list of lengths': framed(['Content-Length: 22, 22']),
      'a length beyond all numbers': framed([`Content-Length: ${'9'.repeat(30)}`]),
      'a chunk of a negative size': chunked('-1\r\n{}\r\n0\r\n\r\n'),
      'a chunk with a prefixed size': chunked('0x2\r\n{}\r\n0\r\n\r\n'),
      'a chunk that is longer than its size': chunked('2\r\n{}{}\r\n0\r\n\r\n'),
      'a chunk that ends with a line feed': chunked('2\n{}\n0\n\n'),
      'a folded header': withLine('X-A: b\r\n c: d'),
      'a carriage return in a header': withLine('X-A: b\rc'),
      'a NUL in a header': withLine('X-A: b\0c'),
      'a header without a name': withLine(': b'),
      'a header without a colon': withLine('X-A'),
      'a space in a header name': withLine('X A: b'),
      'another version of HTTP': bytes('GET /v1/me HTTP/3.7\r\nHost: a\r\n\r\n'),
      'the preface of HTTP/2': bytes('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      'TLS on the port of HTTP': bytes('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
    }),
    ...alike(unauthorized, { 'HTTP 0.9': bytes('GET /v1/me\r\n\r\n') }),
  ],
  headers: [
    ...alike(unreadable, {
      'no Host': get('/v1/me', { headers: { Host: null } }),
      'two Hosts': withLine('host: evil.example'),
      'two credentials': withLine('AUTHORIZATION: Bearer x'),
      'a header of 40 KB': withLine(`X-A: ${'a'.repeat(40_000)}`),
      'two thousand headers': get('/v1/me', { lines: Array<string>(2_000).fill('X-Header: a value') }),
      'an expectation': get('/v1/me', { headers: { Expect: 'a miracle' } }),
    }),
    ...alike(
      { status: 400, code: 'unsupported_encoding' },
      {
        'a compressed body': create({ headers: { 'Content-Encoding': 'gzip' }, body: '\u001f\u008b' }),
      },
    ),
    ...alike(notFound, {
      'an upgrade to HTTP/2': get('/v1/nowhere', {
        headers: { Connection: 'Upgrade, close', Upgrade: 'h2c' },
      }),
      'an overridden path': get('/v1/nowhere', {
        headers: { 'X-Original-URL': '/v1/me', 'X-Rewrite-URL': '/v1/me' },
      }),
    }),
    ...each(
      { status: 200 },
      ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'],
      (name) => (at) =>
        get(`/v1/tickets/${at.ticket.id}`, { headers: { [name]: 'PATCH' }, body: TICKET })(at),
    ),
  ],
  'request targets': [
    ...each(
      notFound,
      [
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
        `/v1/tickets/${'a'.repeat(5_000)}`,
        '*v1/me',
        'ftp://evil.example/v1/me',
        'http://evil.example//v1/me',
        'http://evil.example/v1/nowhere',
        '/rpc/token.look_up',
        '/.git/config',
      ],
      get,
    ),
    ...alike(unreadable, {
      'a URL of 40 KB': get(`/v1/me?a=${'a'.repeat(40_000)}`),
      'no slash at its beginning': get('v1/me'),
      'the authority form': get('evil.example:443'),
      'a space': get('/v1/me /v1/nowhere'),
      'a NUL': get('/v1/me\0'),
    }),
    ['a parameter in brackets', get('/v1/tickets?status[$ne]=open'), unknown('status[$ne]')],
    ['a parameter of prototypes', get('/v1/tickets?__proto__[admin]=1'), unknown('__proto__[admin]')],
  ],
  methods: [
    ...each(notFound, ['PUT', 'TRACE', 'PROPFIND', 'SEARCH', 'PURGE', 'LOCK'], (method) =>
      request(method, '/v1/me'),
    ),
    ...each(unreadable, ['get', 'STEAL'], (method) => request(method, '/v1/me')),
    ...each({ status: 405, code: 'invalid_request' }, ['GET', 'PUT', 'DELETE'], (method) =>
      request(method, '/oauth/token?grant_type=refresh_token'),
    ),
  ],
  credentials: [
    ...alike(unauthorized, {
      'a token in the query': (at) => get(`/v1/me?access_token=${at.key}`, { headers: anonymous })(at),
      'a token in a form': (at) =>
        create({
          headers: { ...anonymous, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: `access_token=${at.key}`,
        })(at),
      'a token in JSON': (at) => create({ headers: anonymous, body: `{"access_token":"${at.key}"}` })(at),
      'a token in a cookie': (at) =>
        get('/v1/me', { headers: { ...anonymous, Cookie: `token=${at.key}` } })(at),
      'a token in X-Api-Key': (at) => get('/v1/me', { headers: { ...anonymous, 'X-Api-Key': at.key } })(at),
      'HTTP Basic': (at) => get('/v1/me', { headers: { Authorization: `Basic ${btoa(`${at.key}:`)}` } })(at),
    }),
    ...alike(unknown('access_token'), {
      'a token in the query beside a valid one': (at) => get(`/v1/me?access_token=${at.key}`)(at),
    }),
    ...each(
      { status: 401, code: 'invalid_api_key' },
      ['x', ' x', ',Bearer x', '\tx', '%20', '=='],
      (suffix) => (at) => get('/v1/me', { headers: { Authorization: `Bearer ${at.key}${suffix}` } })(at),
    ),
    ...alike(
      { status: 401, code: 'invalid_client' },
      {
        'client credentials in the query': request('POST', '/oauth/token?client_id=a&client_secret=b', {
          body: '{}',
        }),
      },
    ),
  ],
  bodies: [
    ...each(
      unsupported,
      [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'application/jsonp',
        'text/json',
        'nonsense',
        '',
      ],
      (type) => create({ headers: { 'Content-Type': type } }),
    ),
    ['no type', create({ headers: { 'Content-Type': null } }), unsupported],
    ...each(
      unreadable,
      [
        "{'subject':'a'}",
        '{"subject":"a",}',
        '{subject:"a"}',
        '{"subject":NaN}',
        '{"subject":"a"} // x',
        '{"subject":"a"}{}',
        '{"subject":"a\nb"}',
        '{"subject":"\\x41"}',
        '{"subject":"\\ud8"}',
      ],
      withBody,
    ),
    ...alike(unreadable, {
      'UTF-16': withBody(Buffer.from(TICKET, 'utf16le')),
      'bytes that are no UTF-8': withBody(Buffer.from('{"subject":"\xff"}', 'latin1')),
      'overlong UTF-8': withBody(Buffer.from('{"subject":"\xc0\xaf"}', 'latin1')),
      'a body of 33 levels': withBody(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`),
      'a body of 20,000 values': withBody(`{"a":[0${',0'.repeat(20_000)}]}`),
    }),
    ...alike(invalid('subject'), {
      'an operator of a query language': withBody('{"subject":{"$ne":""}}'),
      'a key twice, the last of which is invalid': withBody('{"subject":"a","subject":1}'),
    }),
    [
      'a number beyond all numbers',
      withBody('{"subject":"a","custom_fields":{"a":1e999}}'),
      invalid('custom_fields.a'),
    ],
  ],
};

const { live: client } = await operator.workspace();
const { data: ticket } = await client.ok(createTicket, { body: { subject: 'Untouched' } });
const at = { host: new URL(client.baseUrl).host, key: client.token ?? '', ticket };

/** All that comes back on a connection of its own. */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(client.baseUrl);
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
  it.each(attacks)('%s', async (_by, send, outcome) => {
    const received = await exchange(send(at));
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    const [head = '', body = ''] = received.split('\r\n\r\n', 2);
    const { error } = (body === '' ? {} : JSON.parse(body)) as { error?: string | Record<string, unknown> };
    const { code, param } = typeof error === 'object' ? error : { code: error };
    const { status, ...expected } = outcome;
    expect({ statuses, code, param }).toEqual({ statuses: [status], ...expected });
    for (const header of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
      expect(head).toMatch(new RegExp(`^${header}: [\\w-]+\r?$`, 'm'));
    expect(head).toContain('x-content-type-options: nosniff');
    if (status >= 400) expect(head).toContain('cache-control: no-store');
  });
});

it('no attack changes anything', async () => {
  const { meta } = await client.ok(listTickets, { query: {} });
  expect(meta.total_count).toBe(1);
  const { data } = await client.ok(getTicket, { params: { ticket_id: ticket.id } });
  expect(data).toEqual(ticket);
});
