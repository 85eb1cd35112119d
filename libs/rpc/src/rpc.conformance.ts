import { describe, expect, it } from '@jest/globals';
import { ApiError, invalidParameter, notFound } from '@parley/contracts';
import { inTenant, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { gate } from '@parley/testing';
import type { Dispatch, RpcTransport } from './transport.ts';

export interface RpcUnderTest {
  /** The caller's transport. */
  rpc: RpcTransport;
  /** Drains the ticket service, as returned by `serve`. */
  stop: () => Promise<void>;
}

/** Serves the ticket service with `dispatch` and returns a transport that can call it. */
export type CreateRpc = (dispatch: Dispatch) => Promise<RpcUnderTest>;

/** A user's context with a deadline `timeoutMs` from now. */
export function userContext(timeoutMs = 5_000): TenantContext {
  return {
    ...inTenant(systemContext({ requestId: 'req-7', timeoutMs }), newId('workspace'), 'test'),
    actor: { type: 'user', id: newId('user'), credential: null },
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
}

/** The `ApiError` with which a call fails. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => new Error('the call did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
}

/** The behavior that every RPC transport must have. Each transport runs this suite. */
export function rpcConformance(name: string, serving: CreateRpc): void {
  /** Serves a handler that returns this. */
  const answering = (answer: (...call: Parameters<Dispatch>) => unknown) =>
    serving((...call) => Promise.resolve({ value: answer(...call), replayed: false }));
  const callGet = ({ rpc }: RpcUnderTest, input: unknown = {}, ctx = userContext()) =>
    rpc.call('ticket', 'ticket.get', ctx, input);

  describe(`a call ${name}`, () => {
    it.each<[string, unknown]>([
      ['an object', { params: { ticket_id: 'ticket_1' }, body: { subject: null, tags: ['a'] } }],
      ['null', null],
      ['nothing', undefined],
      ['a list', [1, 2, 3]],
      ['a string that looks like a frame', '5#hello#'],
      ['false', false],
      ['any string', 'Grüße 👩‍👩‍👧 日本語 \u0000 \u2028 "#" \\ \ud800'],
      ...['x', 'ü', '日', '👩'].map((one): [string, string] => [
        `a megabyte of ${one}`,
        one.repeat(2 ** 20 / one.length),
      ]),
    ])('carries %s in both directions', async (_, sent) => {
      const { rpc } = await answering((_id, _ctx, input) => input);
      const answer = await rpc.call('ticket', 'ticket.get', userContext(), sent);
      expect(answer).toEqual({ value: sent, replayed: false });
    });

    it('carries its procedure, and whether the result is a replay', async () => {
      const harness = await serving((value) => Promise.resolve({ value, replayed: true }));
      expect(await callGet(harness)).toEqual({ value: 'ticket.get', replayed: true });
    });
  });

  it.each([
    [404, notFound('ticket')],
    [422, invalidParameter('ids[3]', 'unknown')],
    [409, new ApiError('idempotency_in_progress')],
    [500, new ApiError('internal_error')],
    [
      400,
      new ApiError('invalid_parameter', {
        message: 'subject: too long',
        param: 'subject',
        details: [
          { code: 'invalid_parameter', param: 'subject', message: 'too long' },
          { code: 'missing_parameter', message: 'more' },
        ],
        status: 400,
      }),
    ],
  ])(`an error ${name} arrives with its status %i, parameter and details`, async (status, thrown) => {
    const received = await failureOf(callGet(await serving(() => Promise.reject(thrown))));
    expect([received.status, received.toJSON()]).toEqual([status, thrown.toJSON()]);
  });

  describe(`a context ${name}`, () => {
    it('arrives completely', async () => {
      const harness = await answering((_id, ctx) => ctx);
      const ctx = {
        ...userContext(),
        idempotency: { key: 'k', credentialId: 'c', fingerprint: 'f' },
      };
      const received = (await callGet(harness, {}, ctx)).value as TenantContext;
      expect(received).toEqual({ ...ctx, deadline: expect.any(Number) });
      expect(Math.abs(received.deadline - ctx.deadline)).toBeLessThan(500);
    });

    it('is a copy that the handler may change', async () => {
      const harness = await answering((_id, ctx) => (ctx.requestId = 'changed'));
      const ctx = userContext();
      await callGet(harness, {}, ctx);
      expect(ctx.requestId).toBe('req-7');
    });
  });

  describe(`a deadline ${name}`, () => {
    it.each([
      [
        'a read',
        'ticket.get',
        { code: 'service_unavailable', message: 'The request took too long. Try again.' },
      ],
      ['a write, whose outcome is unknown', 'ticket.create', { code: 'outcome_unknown' }],
    ])('ends %s, while its handler continues, for which a stop waits', async (_, procedure, expected) => {
      const [finished, finish] = gate();
      let isFinished = false;
      const harness = await serving(async () => {
        await finished;
        isFinished = true;
        return { value: null, replayed: false };
      });
      const failure = await failureOf(harness.rpc.call('ticket', procedure, userContext(1_000), {}));
      expect(failure).toMatchObject({ status: 503, ...expected });
      const stopped = harness.stop().then(() => isFinished);
      expect((await failureOf(callGet(harness))).code).toBe('service_unavailable');
      finish();
      expect(await stopped).toBe(true);
    });

    it('runs calls concurrently', async () => {
      const waiting: (() => void)[] = [];
      const harness = await serving(async (_id, _ctx, value) => {
        const [passed, open] = gate();
        // All calls run: finish them in reverse order.
        if (waiting.push(open) === 50) for (const go of waiting.reverse()) go();
        await passed;
        return { value, replayed: false };
      });
      const numbers = Array.from({ length: 50 }, (_, number) => number);
      const answers = await Promise.all(numbers.map((number) => callGet(harness, number)));
      expect(answers.map(({ value }) => value)).toEqual(numbers);
    });
  });

  describe(`a service ${name}`, () => {
    it('that is not served is unavailable', async () => {
      const { rpc } = await answering(() => null);
      const failure = await failureOf(rpc.call('webhook', 'webhook.get', userContext(), {}));
      expect(failure).toMatchObject({ code: 'service_unavailable', status: 503 });
    });

    it('finishes running calls before it stops, and is unavailable meanwhile and afterwards', async () => {
      const [[running, began], [finished, finish]] = [gate(), gate()];
      const harness = await serving(async () => {
        began();
        await finished;
        return { value: 'done', replayed: false };
      });
      const answer = callGet(harness);
      await running;
      let stopped = false;
      const stopping = harness.stop().then(() => (stopped = true));
      expect((await failureOf(callGet(harness))).code).toBe('service_unavailable');
      expect(stopped).toBe(false);
      finish();
      await expect(answer).resolves.toEqual({ value: 'done', replayed: false });
      await stopping;
      expect((await failureOf(callGet(harness))).code).toBe('service_unavailable');
    });
  });
}
