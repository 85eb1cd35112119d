import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import {
  CancelledError,
  ConfigurationError,
  DecodeError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  responseOf,
  ServerError,
  TimeoutError,
  TokenExpiredError,
  TruncatedError,
} from '../src/index.ts';
import { data, errorOf, failure, json, reset, TestServer } from './server.harness.ts';

let server: TestServer;
afterEach(() => server.stop());

describe('a request', () => {
  it('keeps the headers of its connection from the caller', async () => {
    server = await TestServer.start(data({}));
    for (const name of ['Content-Length', 'transfer-encoding', 'Host']) {
      const call = server.client().tickets.create({ subject: 'x' }, { headers: { [name]: '5' } });
      expect(await errorOf(call)).toBeInstanceOf(ConfigurationError);
    }
    expect(server.seen).toEqual([]);
  });

  it('has the key, a name, an id and strict handling, and its answer is known', async () => {
    server = await TestServer.start(
      json(
        201,
        { data: { id: 'ticket_1' } },
        { etag: '"1"', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '1' },
      ),
    );
    const ticket = await server
      .client({ app: { name: 'shop', version: '2' } })
      .tickets.create({ subject: 'ü' });
    const { headers, url, body } = server.first;
    expect(url.pathname).toBe('/v1/tickets');
    expect(body.toString()).toBe('{"subject":"ü"}');
    expect(headers).toMatchObject({
      authorization: 'Bearer sk_test_0123456789abcdef',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/),
      prefer: 'handling=strict',
      'user-agent': expect.stringMatching(/^parley-node\/0\.1\.0 \(node\/[\d.]+; \w+\) shop\/2$/),
      'x-request-id': expect.any(String),
    });
    expect(Object.keys(ticket)).toEqual(['id']);
    expect(responseOf(ticket)).toMatchObject({
      status: 201,
      etag: '"1"',
      replayed: false,
      rateLimit: { limit: 60, remaining: 59, reset: 1 },
    });
  });

  it('encodes paths and parameters', async () => {
    server = await TestServer.start(json(200, { data: [], meta: { next_cursor: null }, links: {} }));
    const parley = server.client({ baseUrl: `${server.url}/prefix/` });
    await parley.tickets.list({
      status: ['open', 'pending'],
      q: `a b+c%d'&`,
      created_after: new Date(0),
      tag: undefined,
    });
    expect(server.seen[0]?.url.href).toBe(
      `${server.url}/prefix/v1/tickets?status=open,pending&q=a%20b%2Bc%25d%27%26&created_after=1970-01-01T00%3A00%3A00.000Z`,
    );
    expect(await errorOf(parley.tickets.list({ tag: ['a,b'] }))).toBeInstanceOf(ConfigurationError);
  });

  it('is refused before it is sent where an id would lead elsewhere, a header is two, or an option is none', async () => {
    server = await TestServer.start(data({}));
    const parley = server.client();
    for (const id of ['', '.', '..', 'a/b', 'a?b', 'a#b'])
      expect(await errorOf(parley.tickets.get(id))).toBeInstanceOf(ConfigurationError);
    expect(await errorOf(parley.me({ headers: { 'x-a': 'b\r\nx-c: d' } }))).toBeInstanceOf(
      ConfigurationError,
    );
    expect(await errorOf(parley.me({ retries: 1 } as object))).toBeInstanceOf(ConfigurationError);
    expect(server.seen).toHaveLength(0);
  });

  it('with If-None-Match may have no record, and with If-Match must have an ETag', async () => {
    server = await TestServer.start(
      data({ id: 'ticket_1' }, { etag: '"1"' }),
      (_, response) => void response.writeHead(304).end(),
    );
    const parley = server.client();
    const ticket = await parley.tickets.get('ticket_1');
    expect(await parley.tickets.get('ticket_1', undefined, { ifNoneMatch: ticket })).toEqual({
      notModified: true,
    });
    expect(server.seen[1]?.headers['if-none-match']).toBe('"1"');
    expect(await errorOf(parley.tickets.delete('ticket_1', { ifMatch: { id: 'ticket_1' } }))).toBeInstanceOf(
      ConfigurationError,
    );
  });
});

describe('a retry', () => {
  it('sends the same bytes with the same key', async () => {
    server = await TestServer.start(
      failure(500, 'internal_error'),
      reset,
      json(201, { data: { id: 'ticket_1' } }),
    );
    const ticket = await server.client().tickets.create({ subject: 'Once' });
    const [first, second, third] = server.seen;
    expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(server.seen.map(({ body }) => body.toString())).size).toBe(1);
    expect(second?.headers['x-request-id']).toBe(`${first?.headers['x-request-id'] as string}.2`);
    expect(third?.headers['x-request-id']).toBe(`${first?.headers['x-request-id'] as string}.3`);
    expect(responseOf(ticket).attempts.map(({ status, error }) => status ?? error)).toEqual([
      500,
      'Connection',
      201,
    ]);
  });

  it('is not made of what comes again', async () => {
    for (const [status, code] of [
      [400, 'malformed_json'],
      [401, 'invalid_api_key'],
      [409, 'idempotency_mismatch'],
      [501, 'x'],
    ] as const) {
      server = await TestServer.start(failure(status, code));
      const error = await errorOf(server.client().tickets.create({ subject: 'No' }));
      expect(error).toMatchObject({ status, code, outcome: 'rejected', requestId: 'req_1' });
      expect(server.seen).toHaveLength(1);
      await server.stop();
    }
  });

  it('is not made without retries, of a connection that the server has closed neither', async () => {
    server = await TestServer.start(data({}), reset);
    const parley = server.client({ maxRetries: 0 });
    await parley.me();
    expect(await errorOf(parley.tickets.create({ subject: 'No' }))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
    });
    expect(server.seen).toHaveLength(2);
  });

  it('keeps what is unknown: a 429 after a reset does not say that nothing was written', async () => {
    server = await TestServer.start(reset, failure(429, 'rate_limit_exceeded', { 'retry-after': '0' }));
    const error = await errorOf(
      server.client().tickets.create({ subject: 'Who knows' }, { idempotencyKey: 'order-1' }),
    );
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ outcome: 'unknown', idempotencyKey: 'order-1' });
  });

  it('does not wait for longer than the call may take, nor than a timer can', async () => {
    server = await TestServer.start(failure(429, 'rate_limit_exceeded', { 'retry-after': '3600' }));
    expect(await errorOf(server.client({ totalTimeout: 90_000 }).me())).toMatchObject({
      retryAfter: 3600,
      attempts: [{ status: 429, delay: 0 }],
    });
    server.answer(failure(429, 'rate_limit_exceeded', { 'retry-after': '999999999999' }));
    expect(await errorOf(server.client({ totalTimeout: Infinity }).me())).toMatchObject({
      retryAfter: 999_999_999_999,
    });
    expect(server.seen).toHaveLength(2);
  });

  it('of a deletion whose first answer was lost may find nothing to delete', async () => {
    server = await TestServer.start(reset, failure(404, 'not_found'));
    expect(await server.client().tickets.delete('ticket_1')).toEqual({ alreadyGone: true });
    server.answer(failure(404, 'not_found'));
    expect(await errorOf(server.client().tickets.delete('ticket_1'))).toBeInstanceOf(NotFoundError);
  });

  it('is limited for a client: an outage does not see four times the requests', async () => {
    server = await TestServer.start(failure(503, 'service_unavailable'));
    const parley = server.client({ timeScale: 0.0001, connectTimeout: 1e8, timeout: 1e8, totalTimeout: 3e8 });
    for (let call = 0; call < 30; call += 1) expect(await errorOf(parley.me())).toBeInstanceOf(ServerError);
    expect(server.seen).toHaveLength(50);
  });
});

describe('a call ends', () => {
  it('at the timeout of a request, though bytes drip in', async () => {
    server = await TestServer.start((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 5);
      response.once('close', () => clearInterval(timer));
    });
    const error = await errorOf(server.client({ timeScale: 1, timeout: 100, maxRetries: 0 }).me());
    expect(error).toBeInstanceOf(TimeoutError);
  });

  it('at the total timeout, with its retries', async () => {
    server = await TestServer.start(() => undefined);
    const error = await errorOf(server.client({ timeScale: 1, timeout: 50, totalTimeout: 80 }).me());
    expect(error).toBeInstanceOf(TimeoutError);
  });

  it('when it is cancelled: the connection is closed', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> | undefined;
    server = await TestServer.start(({ socket }) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      controller.abort(new Error('enough'));
    });
    const error = await errorOf(
      server.client().tickets.create({ subject: 'No' }, { signal: controller.signal }),
    );
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ outcome: 'unknown', cause: controller.signal.reason as Error });
    await closed;
  });

  it('before it begins, when it is cancelled already', async () => {
    server = await TestServer.start(data({}));
    const error = await errorOf(
      server.client().tickets.create({ subject: 'No' }, { signal: AbortSignal.abort() }),
    );
    expect(error).toMatchObject({ name: 'CancelledError', outcome: 'not_sent' });
    expect(server.seen).toHaveLength(0);
  });
});

describe('an answer', () => {
  it('that is not of the API is an error with its text', async () => {
    const html = '<html>Please sign in</html>';
    server = await TestServer.start(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(html),
    );
    const error = await errorOf(server.client().tickets.create({ subject: 'No' }));
    expect(error).toBeInstanceOf(DecodeError);
    expect(error).toMatchObject({ status: 200, contentType: 'text/html', body: html, outcome: 'unknown' });
    server.answer((_, response) => void response.writeHead(502).end(html));
    expect(await errorOf(server.client({ maxRetries: 0 }).me())).toMatchObject({
      name: 'ServerError',
      status: 502,
      body: html,
    });
  });

  it('to a deletion is an empty 204', async () => {
    const html = '<html>Please sign in</html>';
    const page = (status: number, text: string) => (_: unknown, response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(text);
    server = await TestServer.start(page(200, html), page(200, ''), json(202, {}), page(204, ''));
    const remove = () => server.client().tickets.delete('ticket_1');
    expect(await errorOf(remove())).toMatchObject({ name: 'DecodeError', body: html, outcome: 'unknown' });
    expect(await errorOf(remove())).toBeInstanceOf(DecodeError);
    expect(await errorOf(remove())).toBeInstanceOf(DecodeError);
    expect(await remove()).toEqual({ alreadyGone: false });
  });

  it('that is JSON of another form is an error with its text', async () => {
    server = await TestServer.start();
    const text = (status: number, body: string) =>
      server.answer((_, response) => void response.writeHead(status).end(body));
    for (const body of ['null', '5', '"x"', '[]', '{"data":null}', '{"data":5}', '{"data":[]}']) {
      text(200, body);
      expect(await errorOf(server.client().me())).toMatchObject({ name: 'DecodeError', body });
    }
    for (const body of [
      '{"data":{}}',
      '{"data":[]}',
      '{"data":[],"meta":null}',
      '{"data":[],"meta":{"next_cursor":5}}',
    ]) {
      text(200, body);
      expect(await errorOf(server.client().tickets.list())).toMatchObject({ name: 'DecodeError', body });
    }
    text(
      422,
      '{"error":{"code":"invalid_parameter","param":"a","message":null,"details":"x","request_id":5}}',
    );
    expect(await errorOf(server.client().me())).toMatchObject({
      name: 'ValidationError',
      message: '422 invalid_parameter (a): the answer is not one of the API',
      details: [],
    });
    text(400, 'null');
    expect(await errorOf(server.client().me())).toMatchObject({ name: 'BadRequestError', body: 'null' });
  });

  it('that is cut off is one that did not come', async () => {
    server = await TestServer.start(({ socket }, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"data"', () => socket.destroy());
    });
    expect(await errorOf(server.client({ maxRetries: 0 }).me())).toBeInstanceOf(TruncatedError);
  });

  it('that is larger than allowed is refused', async () => {
    server = await TestServer.start(data({ text: 'x'.repeat(5000) }));
    expect(await errorOf(server.client({ maxResponseBytes: 1000 }).me())).toMatchObject({
      name: 'ConnectionError',
    });
    expect(server.seen).toHaveLength(1);
  });

  it('that redirects is an error', async () => {
    server = await TestServer.start(
      (_, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end(),
    );
    expect(await errorOf(server.client().me())).toMatchObject({ name: 'ApiError', status: 302 });
  });

  it('with unknown fields keeps them', async () => {
    server = await TestServer.start(data({ id: 'ticket_1', later: { a: [1, null] }, status: 'frozen' }));
    expect(await server.client().tickets.get('ticket_1')).toEqual({
      id: 'ticket_1',
      later: { a: [1, null] },
      status: 'frozen',
    });
  });
});

describe('a token provider', () => {
  it('is asked for another token when one has expired, which is no retry', async () => {
    server = await TestServer.start(failure(401, 'token_expired'), data({ id: 'ticket_1' }));
    const auth = { token: () => 'at_old', refresh: (rejected: string) => Promise.resolve(`${rejected}_new`) };
    await server.client({ apiKey: undefined, auth, maxRetries: 0 }).tickets.create({ subject: 'Again' });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer at_old',
      'Bearer at_old_new',
    ]);
  });

  it('that has no other token ends the call', async () => {
    server = await TestServer.start(failure(401, 'token_expired'));
    expect(await errorOf(server.client().me())).toBeInstanceOf(TokenExpiredError);
    expect(server.seen).toHaveLength(1);
  });
});

describe('an update by a function', () => {
  it('is made from the record as it is, again when another has changed it', async () => {
    server = await TestServer.start(
      data({ id: 't', tags: ['a'] }, { etag: '"1"' }),
      failure(412, 'precondition_failed'),
      data({ id: 't', tags: ['a', 'b'] }, { etag: '"2"' }),
      data({ id: 't', tags: ['a', 'b', 'c'] }),
    );
    const ticket = await server.client().tickets.update('t', ({ tags }) => ({ tags: [...tags, 'c'] }));
    expect(ticket.tags).toEqual(['a', 'b', 'c']);
    expect(server.seen.map(({ method, headers }) => [method, headers['if-match']])).toEqual([
      ['GET', undefined],
      ['PATCH', '"1"'],
      ['GET', undefined],
      ['PATCH', '"2"'],
    ]);
  });

  it('gives up after five times, with the newest record', async () => {
    server = await TestServer.start((request, response) =>
      request.method === 'GET'
        ? data({ id: 't' }, { etag: '"1"' })(request, response)
        : failure(412, 'precondition_failed')(request, response),
    );
    const error = await errorOf(server.client().tickets.update('t', () => ({ status: 'closed' })));
    expect(error).toBeInstanceOf(PreconditionFailedError);
    expect(error.record).toEqual({ id: 't' });
    expect(server.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(5);
  });
});
