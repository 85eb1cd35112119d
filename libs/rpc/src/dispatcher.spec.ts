import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  ApiError,
  createKey,
  createTicket,
  encodeId,
  getTicket,
  listTickets,
  updateTicket,
  type Procedure,
} from '@parley/contracts';
import { systemContext, type Context } from '@parley/runtime/context';
import { HandlerInterceptor, type HandlerResult } from '@parley/runtime/handlers';
import { createLogger } from '@parley/runtime/logging';
import { Dispatcher } from './dispatcher.ts';
import { failureOf } from './rpc.conformance.ts';

const TICKET_ID = encodeId('ticket', '01890a5d-ac96-774b-bcce-b302099a8057');

let lines: Record<string, unknown>[];
let dispatcher: Dispatcher;
let received: unknown[];
beforeEach(() => {
  lines = [];
  received = [];
  dispatcher = new Dispatcher(logger(), undefined);
});

const logger = () =>
  createLogger('ticket', 'info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });

/** Registers a handler that returns its input. */
function handle(...procedures: readonly Procedure[]): void {
  for (const procedure of procedures) {
    dispatcher.register(procedure, (_ctx, input) => {
      received.push(input);
      return Promise.resolve(input);
    });
  }
}

const errorOf = (procedure: Procedure, input: unknown) =>
  failureOf(dispatcher.dispatch(procedure.id, systemContext(), input));

describe('a handler', () => {
  it('receives validated input with defaults and without unknown fields', async () => {
    handle(createTicket);
    const sent = { body: { subject: 'Help', tags: ['A', 'a'], nonsense: 1 }, more: 2 };
    const { value, replayed } = await dispatcher.dispatch(createTicket.id, systemContext(), sent);
    expect(value).toMatchObject({
      body: { subject: 'Help', priority: 'normal', tags: ['A'], contact: null },
    });
    expect(value).not.toHaveProperty('more');
    expect(value).not.toHaveProperty('body.nonsense');
    expect(replayed).toBe(false);
  });

  it('receives all input parts of its operation', async () => {
    handle(updateTicket, listTickets);
    await dispatcher.dispatch(updateTicket.id, systemContext(), {
      params: { ticket_id: TICKET_ID },
      body: { status: 'closed' },
      query: { page: '2' },
    });
    await dispatcher.dispatch(listTickets.id, systemContext(), { query: { page: '2' }, body: { x: 1 } });
    expect(received).toEqual([
      { params: { ticket_id: TICKET_ID }, body: { status: 'closed' } },
      { query: { page: 2, per_page: 25, sort: 'created_at', order: 'desc' } },
    ]);
  });

  it('is unique per procedure', () => {
    handle(getTicket);
    expect(() => handle(getTicket)).toThrow('ticket.get has two handlers');
  });
});

describe('invalid input', () => {
  it('is a 422 that names the parameter as in the request', async () => {
    handle(createTicket);
    const error = await errorOf(createTicket, { body: { contact: { email: 'x' }, tags: ['a', 5] } });
    expect(error.status).toBe(422);
    expect(error.param).toBe('tags[1]');
    expect(error.details?.map(({ code, param }) => [code, param])).toEqual([
      ['invalid_parameter', 'tags[1]'],
      ['invalid_parameter', 'contact.email'],
    ]);
    expect(received).toEqual([]);
  });

  it.each([['ticket_x'], [''], [undefined], [encodeId('user', '01890a5d-ac96-774b-bcce-b302099a8057')]])(
    'in the path, such as the id %j, is a 404, regardless of other errors',
    async (id) => {
      handle(updateTicket);
      const error = await errorOf(updateTicket, { params: { ticket_id: id }, body: { status: 'gone' } });
      expect(error).toMatchObject({ status: 404, code: 'not_found', param: undefined });
    },
  );

  it.each([undefined, null, {}, { body: undefined }, { body: [] }, 'text', []])(
    'that is not an input object, like %j, is a 4xx',
    async (input) => {
      handle(createTicket);
      expect((await errorOf(createTicket, input)).status).toBe(422);
      expect(lines).toEqual([]);
    },
  );

  it('of a call between services is reported as missing or invalid', async () => {
    handle(createKey);
    const error = await errorOf(createKey, { name: 'CI', scopes: 'tickets:fly', mode: 'nowhere' });
    expect(error.details?.map(({ code, param }) => [code, param])).toEqual([
      ['missing_parameter', 'workspace'],
      ['invalid_parameter', 'scopes[0]'],
      ['invalid_parameter', 'mode'],
    ]);
    expect(JSON.stringify(error.details)).toContain('unknown scope tickets:fly');
  });
});

describe('an error', () => {
  it.each([
    ['a bug', new TypeError('cannot read properties of undefined (reading hunter2)')],
    ['of the database', Object.assign(new Error('relation "hunter2" does not exist'), { code: '42P01' })],
    ['of a validation deep inside', z.object({ hunter2: z.string() }).safeParse({}).error],
    ['that is no Error', 'hunter2'],
  ])('%s becomes internal_error without details, and is logged with the request id', async (_what, error) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- anything can be thrown
    dispatcher.register(getTicket, () => Promise.reject(error));
    const input = { params: { ticket_id: TICKET_ID } };
    const work = dispatcher.dispatch(getTicket.id, systemContext({ requestId: 'req-7' }), input);
    const shown = await work.catch((thrown: unknown) => thrown as ApiError);
    expect(shown).toMatchObject({ name: 'ApiError', code: 'internal_error', status: 500 });
    expect(JSON.stringify(shown)).not.toContain('hunter2');
    expect((shown as ApiError).cause).toBeUndefined();
    expect(lines).toMatchObject([
      { level: 'error', request_id: 'req-7', procedure: 'ticket.get', event: 'rpc.handler.failed' },
    ]);
    expect(JSON.stringify(lines)).toContain('hunter2');
  });

  it('thrown synchronously is handled like a rejection', async () => {
    dispatcher.register(getTicket, () => {
      throw new Error('at once');
    });
    expect((await errorOf(getTicket, { params: { ticket_id: TICKET_ID } })).code).toBe('internal_error');
  });

  it('of a procedure without a handler is a 503', async () => {
    expect((await errorOf(getTicket, {})).code).toBe('service_unavailable');
    expect(dispatcher.has(getTicket.id)).toBe(false);
  });
});

it('an interceptor wraps the handler and receives only valid input', async () => {
  const seen: string[] = [];
  class Remember extends HandlerInterceptor {
    override async intercept(
      procedure: Procedure,
      _ctx: Context,
      next: () => Promise<unknown>,
    ): Promise<HandlerResult> {
      seen.push(`before ${procedure.id}`);
      const value = await next();
      seen.push('after');
      return { value, replayed: true };
    }
  }
  dispatcher = new Dispatcher(logger(), new Remember());
  handle(getTicket);
  const input = { params: { ticket_id: TICKET_ID } };
  expect(await dispatcher.dispatch(getTicket.id, systemContext(), input)).toEqual({
    value: { ...input, query: {} },
    replayed: true,
  });
  await errorOf(getTicket, { params: {} });
  expect(seen).toEqual(['before ticket.get', 'after']);
});
