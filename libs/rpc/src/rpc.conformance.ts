import { afterEach, describe, expect, it } from '@jest/globals';
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
  close: () => Promise<void>;
}

/** Serves the ticket service with `dispatch` and returns a transport that can call it. */
export type CreateRpc = (dispatch: Dispatch) => Promise<RpcUnderTest>;

/** A user's context with a deadline `timeoutMs` from now. */
export function userContext(timeoutMs = 5_000): TenantContext {
  return {
    ...inTenant(systemContext({ requestId: 'req-7', timeoutMs }), newId('workspace'), 'test'),
    actor: { type: 'user', id: newId('user') },
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
export function rpcConformance(name: string, create: CreateRpc): void {
  let open: RpcUnderTest | undefined;
  afterEach(async () => {
    await open?.close();
    open = undefined;
  });

  async function serving(dispatch: Dispatch): Promise<RpcUnderTest> {
    open = await create(dispatch);
    return open;
  }
  const returning = (value: unknown) => serving(() => Promise.resolve({ value, replayed: false }));
  const failing = (error: unknown) =>
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    serving(() => Promise.reject(error));
  const callGet = ({ rpc }: RpcUnderTest, input: unknown = {}, ctx = userContext()) =>
    rpc.call('ticket', 'ticket.get', ctx, input);

  describe(`a call ${name}`, () => {
    it.each([
      ['an object', { id: 'ticket_1', tags: ['a'], assignee: null }],
      ['null', null],
      ['nothing', undefined],
      ['a list', [1, 2, 3]],
      ['a string that looks like a frame', '5#hello#'],
      ['false', false],
    ])('returns %s', async (_, value) => {
      await expect(callGet(await returning(value))).resolves.toEqual({ value, replayed: false });
    });

    it('returns whether the result is a replay', async () => {
      const harness = await serving(() => Promise.resolve({ value: 1, replayed: true }));
      await expect(callGet(harness)).resolves.toEqual({ value: 1, replayed: true });
    });

    it('carries procedure and input', async () => {
      const harness = await serving((id, _, input) =>
        Promise.resolve({ value: [id, input], replayed: false }),
      );
      const input = { params: { ticket_id: 'ticket_1' }, body: { subject: null, tags: [] } };
      expect((await callGet(harness, input)).value).toEqual(['ticket.get', input]);
    });

    it('carries an empty input', async () => {
      const harness = await serving((_id, _ctx, input) =>
        Promise.resolve({ value: input === undefined, replayed: false }),
      );
      await expect(harness.rpc.call('ticket', 'ticket.get', userContext(), undefined)).resolves.toMatchObject(
        {
          value: true,
        },
      );
    });

    it('carries any string', async () => {
      const harness = await serving((_id, _ctx, value) => Promise.resolve({ value, replayed: false }));
      const text = 'Grüße 👩‍👩‍👧 日本語 \u0000 \u2028 "#" \\ \ud800';
      expect((await callGet(harness, { text })).value).toEqual({ text });
    });

    it('carries a megabyte in both directions, for characters of any width', async () => {
      const harness = await serving((_id, _ctx, value) => Promise.resolve({ value, replayed: false }));
      for (const character of ['x', 'ü', '日', '👩']) {
        const text = character.repeat(2 ** 20 / character.length);
        expect((await callGet(harness, { text })).value).toEqual({ text });
      }
    });
  });

  describe(`an error ${name}`, () => {
    it('arrives with parameter, details and status', async () => {
      const thrown = new ApiError('invalid_parameter', {
        message: 'subject: too long',
        param: 'subject',
        details: [
          { code: 'invalid_parameter', param: 'subject', message: 'too long' },
          { code: 'missing_parameter', message: 'more' },
        ],
        status: 400,
      });
      const received = await failureOf(callGet(await failing(thrown)));
      expect(received.toJSON()).toEqual(thrown.toJSON());
      expect(received).toBeInstanceOf(ApiError);
    });

    it.each([
      ['404', notFound('ticket')],
      ['422', invalidParameter('ids[3]', 'unknown')],
      ['409', new ApiError('idempotency_in_progress')],
      ['500', new ApiError('internal_error')],
    ])('keeps its status %s', async (status, thrown) => {
      const received = await failureOf(callGet(await failing(thrown)));
      expect([received.status, received.toBody('r', '')]).toEqual([Number(status), thrown.toBody('r', '')]);
    });
  });

  describe(`a context ${name}`, () => {
    it('arrives completely', async () => {
      let received: unknown;
      const harness = await serving((_, ctx) => {
        received = ctx;
        return Promise.resolve({ value: null, replayed: false });
      });
      const ctx = {
        ...userContext(),
        idempotency: { key: 'k', credentialId: 'c', fingerprint: 'f' },
      };
      await callGet(harness, {}, ctx);
      expect(received).toEqual({ ...ctx, deadline: expect.any(Number) });
      expect(Math.abs((received as TenantContext).deadline - ctx.deadline)).toBeLessThan(500);
    });

    it('is a copy that the handler may change', async () => {
      const harness = await serving((_, ctx) => {
        ctx.requestId = 'changed';
        return Promise.resolve({ value: null, replayed: false });
      });
      const ctx = userContext();
      await callGet(harness, {}, ctx);
      expect(ctx.requestId).toBe('req-7');
    });
  });

  describe(`a deadline ${name}`, () => {
    it('ends the call, while the handler continues', async () => {
      const [finished, finish] = gate();
      let isFinished = false;
      const harness = await serving(async () => {
        await finished;
        isFinished = true;
        return { value: null, replayed: false };
      });
      const failure = await failureOf(callGet(harness, {}, userContext(1_000)));
      expect(failure).toMatchObject({ status: 503, message: 'The request took too long. Try again.' });
      expect(isFinished).toBe(false);
      finish();
      await harness.stop();
      expect(isFinished).toBe(true);
    });

    it('leaves the outcome of a write unknown', async () => {
      const [finished, finish] = gate();
      const harness = await serving(async () => {
        await finished;
        return { value: null, replayed: false };
      });
      const failure = await failureOf(harness.rpc.call('ticket', 'ticket.create', userContext(1_000), {}));
      expect(failure).toMatchObject({ status: 503, code: 'outcome_unknown' });
      finish();
      await harness.stop();
    });

    it('runs calls concurrently', async () => {
      const waiting = new Map<number, () => void>();
      const harness = await serving(async (_id, _ctx, input) => {
        const { number } = input as { number: number };
        await new Promise<void>((resolve) => {
          waiting.set(number, resolve);
          // All calls run: finish them in reverse order.
          if (waiting.size === 50) for (const go of [...waiting.values()].reverse()) go();
        });
        return { value: number, replayed: false };
      });
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, number) => callGet(harness, { number }).then((reply) => reply.value)),
      );
      expect(answers).toEqual(Array.from({ length: 50 }, (_, number) => number));
    });
  });

  describe(`a service ${name}`, () => {
    it('that is not served is unavailable', async () => {
      const harness = await returning(null);
      const failure = await failureOf(harness.rpc.call('webhook', 'webhook.get', userContext(), {}));
      expect(failure).toMatchObject({ code: 'service_unavailable', status: 503 });
    });

    it('is unavailable after it stopped', async () => {
      const harness = await returning(null);
      await callGet(harness);
      await harness.stop();
      expect((await failureOf(callGet(harness))).code).toBe('service_unavailable');
    });

    it('finishes running calls before it stops, and is unavailable meanwhile', async () => {
      const [finished, finish] = gate();
      const [running, began] = gate();
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
    });
  });
}
