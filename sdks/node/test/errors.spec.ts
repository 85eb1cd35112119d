import { afterEach, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import {
  ApiError,
  BadRequestError,
  DuplicateValueError,
  NotFoundError,
  ParleyError,
  ServerError,
  TokenExpiredError,
  ValidationError,
  type Logger,
} from '../src/index.ts';
import { data, errorOf, failure, page, TestServer } from './server.harness.ts';

let server: TestServer;
afterEach(() => server.stop());

const errorFor = async (status: number, code: string) => {
  server = await TestServer.start(failure(status, code));
  const error = await errorOf(server.client({ maxRetries: 0 }).me());
  await server.stop();
  return error;
};

describe('an error', () => {
  it('has a class by its status, and by its code where there is one', async () => {
    for (const [status, code, type] of [
      [400, 'malformed_json', BadRequestError],
      [401, 'token_expired', TokenExpiredError],
      [404, 'not_found', NotFoundError],
      [422, 'duplicate_value', DuplicateValueError],
      [422, 'of_tomorrow', ValidationError],
      [418, 'teapot', ApiError],
      [500, 'duplicate_value', ServerError],
      [599, 'beyond', ServerError],
      [404, 'constructor', NotFoundError],
    ] as const) {
      const error = await errorFor(status, code);
      expect(error.constructor).toBe(type);
      expect(error).toMatchObject({ status, code, message: `${status} ${code}: Why not [request req_1]` });
    }
  });

  it('is recognized across the two builds of the package, and derived classes are themselves', async () => {
    const error = await errorFor(422, 'duplicate_value');
    // An error of the other build has the names of its classes, and other prototypes.
    const other = Object.assign(new Error('of the other build'), {
      [Symbol.for('parley.errors')]: ['NotFoundError', 'ApiError', 'ParleyError'],
    });
    expect(other instanceof NotFoundError && other instanceof ParleyError).toBe(true);
    expect((other as Error) instanceof ValidationError).toBe(false);
    class Own extends ValidationError {}
    expect(error instanceof ValidationError).toBe(true);
    expect(error instanceof Own).toBe(false);
    expect(new Error('x') instanceof ParleyError).toBe(false);
  });

  it('can be serialized, without the client', async () => {
    const error = await errorFor(404, 'not_found');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'NotFoundError',
      status: 404,
      code: 'not_found',
      requestId: 'req_1',
    });
    expect(inspect(error)).not.toContain('sk_test_');
  });
});

describe('a log', () => {
  it('has a line per request and per retry, without what is secret or personal', async () => {
    const lines: string[] = [];
    const line = (level: string) => (message: string, fields: object) =>
      void lines.push(`${level} ${message} ${inspect(fields)}`);
    const logger: Logger = { debug: line('debug'), warn: line('warn') };
    const record = data({}, { deprecation: '@1', 'set-cookie': 'marker=1' });
    server = await TestServer.start(
      failure(503, 'service_unavailable'),
      record,
      record,
      page([], null),
      record,
    );
    const parley = server.client({ logger });
    await parley.tickets.create({ subject: 'marker', description: 'marker' });
    await parley.tickets.get('ticket_1', {}, { headers: { 'x-marker': 'marker' } });
    await parley.tickets.list({ q: 'marker', per_page: 5 });
    await parley.tickets.get('ticket_1');
    const text = lines.join('\n');
    expect(text).toMatch(/^debug POST \/v1\/tickets 503/m);
    expect(text).toMatch(/^warn POST \/v1\/tickets: ServiceUnavailableError, retry in \d+ ms/m);
    expect(text).toContain('GET /v1/tickets?q=[…]&per_page=5');
    expect(lines.filter((one) => one.startsWith('warn getTicket is deprecated'))).toHaveLength(1);
    expect(text.replaceAll('x-marker', '')).not.toMatch(/marker|0123456789abcdef/);
  });

  it('may be replaced by hooks, which add headers', async () => {
    const events: unknown[] = [];
    server = await TestServer.start(failure(500, 'internal_error'), data({}));
    await server
      .client({
        hooks: {
          onRequest: ({ attempt }) => ({ traceparent: `00-${attempt}` }),
          onResponse: ({ operation, attempt, status }) => void events.push([operation, attempt, status]),
        },
      })
      .me();
    expect(events).toEqual([
      ['getMe', 1, 500],
      ['getMe', 2, 200],
    ]);
    expect(server.seen.map(({ headers }) => headers.traceparent)).toEqual(['00-1', '00-2']);
  });
});
