import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiError, invalidParameter, notFound } from '@parley/contracts';
import { inTenant, newId, systemContext, type TenantContext } from '@parley/kernel';
import type { Dispatch, RpcTransport } from './transport.ts';

export interface RpcUnderTest {
  /** The transport of the caller. */
  rpc: RpcTransport;
  /** Ends the offer of the ticket service: what `serve` answered. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
}

/** Offers the ticket service, answered by `dispatch`, and gives the transport of somebody who calls it. */
export type CreateRpc = (dispatch: Dispatch) => Promise<RpcUnderTest>;

/** A context of a user, with `timeoutMs` left. */
export function callerContext(timeoutMs = 5_000): TenantContext {
  return {
    ...inTenant(systemContext({ requestId: 'req-7', timeoutMs }), newId('workspace'), 'test'),
    actor: { type: 'user', id: newId('user') },
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
}

/** The code of the error with which a call fails. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  return error;
}

/** What every form of RPC has to do. A form proves it by running this with a transport of its own. */
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
  const answering = (value: unknown) => serving(() => Promise.resolve({ value, replayed: false }));
  const failing = (error: unknown) =>
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    serving(() => Promise.reject(error));
  const ask = ({ rpc }: RpcUnderTest, input: unknown = {}, ctx = callerContext()) =>
    rpc.call('ticket', 'ticket.get', ctx, input);

  describe(`a call ${name}`, () => {
    it.each([
      ['an object', { id: 'ticket_1', tags: ['a'], assignee: null }],
      ['null', null],
      ['nothing', undefined],
      ['a list', [1, 2, 3]],
      ['a text that looks like a frame', '5#hello#'],
      ['false', false],
    ])('answers %s', async (_, value) => {
      await expect(ask(await answering(value))).resolves.toEqual({ value, replayed: false });
    });

    it('tells a replay from a first answer', async () => {
      const bench = await serving(() => Promise.resolve({ value: 1, replayed: true }));
      await expect(ask(bench)).resolves.toEqual({ value: 1, replayed: true });
    });

    it('carries procedure and input', async () => {
      const bench = await serving((id, _, input) => Promise.resolve({ value: [id, input], replayed: false }));
      const input = { params: { ticket_id: 'ticket_1' }, body: { subject: null, tags: [] } };
      expect((await ask(bench, input)).value).toEqual(['ticket.get', input]);
    });

    it('carries an empty input', async () => {
      const bench = await serving((_id, _ctx, input) =>
        Promise.resolve({ value: input === undefined, replayed: false }),
      );
      await expect(bench.rpc.call('ticket', 'ticket.get', callerContext(), undefined)).resolves.toMatchObject(
        {
          value: true,
        },
      );
    });

    it('carries any text', async () => {
      const bench = await serving((_id, _ctx, value) => Promise.resolve({ value, replayed: false }));
      const text = 'Grüße 👩‍👩‍👧 日本語 \u0000 \u2028 "#" \\ \ud800';
      expect((await ask(bench, { text })).value).toEqual({ text });
    });

    it('carries a megabyte both ways, whatever a character takes', async () => {
      const bench = await serving((_id, _ctx, value) => Promise.resolve({ value, replayed: false }));
      for (const character of ['x', 'ü', '日', '👩']) {
        const text = character.repeat(2 ** 20 / character.length);
        expect((await ask(bench, { text })).value).toEqual({ text });
      }
    });
  });

  describe(`an error ${name}`, () => {
    it('arrives as it was thrown, with parameter, details and status', async () => {
      const thrown = new ApiError('invalid_parameter', {
        message: 'subject: too long',
        param: 'subject',
        details: [
          { code: 'invalid_parameter', param: 'subject', message: 'too long' },
          { code: 'missing_parameter', message: 'more' },
        ],
        status: 400,
      });
      const received = await failureOf(ask(await failing(thrown)));
      expect(received.toJSON()).toEqual(thrown.toJSON());
      expect(received).toBeInstanceOf(ApiError);
    });

    it.each([
      ['404', notFound('ticket')],
      ['422', invalidParameter('ids[3]', 'unknown')],
      ['409', new ApiError('idempotency_in_progress')],
      ['500', new ApiError('internal_error')],
    ])('keeps its status %s', async (status, thrown) => {
      const received = await failureOf(ask(await failing(thrown)));
      expect([received.status, received.toBody('r')]).toEqual([Number(status), thrown.toBody('r')]);
    });
  });

  describe(`a context ${name}`, () => {
    it('arrives whole', async () => {
      let received: unknown;
      const bench = await serving((_, ctx) => {
        received = ctx;
        return Promise.resolve({ value: null, replayed: false });
      });
      const ctx = {
        ...callerContext(),
        idempotency: { key: 'k', credentialId: 'c', fingerprint: 'f' },
      };
      await ask(bench, {}, ctx);
      expect(received).toEqual({ ...ctx, deadline: expect.any(Number) });
      expect(Math.abs((received as TenantContext).deadline - ctx.deadline)).toBeLessThan(500);
    });

    it('is a copy: what the handler adds stays there', async () => {
      const bench = await serving((_, ctx) => {
        ctx.requestId = 'changed';
        return Promise.resolve({ value: null, replayed: false });
      });
      const ctx = callerContext();
      await ask(bench, {}, ctx);
      expect(ctx.requestId).toBe('req-7');
    });
  });

  describe(`time ${name}`, () => {
    it('ends for the caller at the deadline, and the work goes on', async () => {
      let finish = (): void => undefined;
      let finished = false;
      const bench = await serving(async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        finished = true;
        return { value: null, replayed: false };
      });
      const began = Date.now();
      const failure = await failureOf(ask(bench, {}, callerContext(200)));
      expect(failure).toMatchObject({ status: 503, message: 'The request took too long. Try again.' });
      expect(Date.now() - began).toBeLessThan(1_000);
      finish();
      await bench.stop();
      expect(finished).toBe(true);
    });

    it('does not make one call wait for another', async () => {
      const waiting = new Map<number, () => void>();
      const bench = await serving(async (_id, _ctx, input) => {
        const { number } = input as { number: number };
        await new Promise<void>((resolve) => {
          waiting.set(number, resolve);
          // All are here: let them go, the last one first.
          if (waiting.size === 50) for (const go of [...waiting.values()].reverse()) go();
        });
        return { value: number, replayed: false };
      });
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, number) => ask(bench, { number }).then((reply) => reply.value)),
      );
      expect(answers).toEqual(Array.from({ length: 50 }, (_, number) => number));
    });
  });

  describe(`a service ${name}`, () => {
    it('that nobody offers is unavailable', async () => {
      const bench = await answering(null);
      const failure = await failureOf(bench.rpc.call('webhook', 'webhook.get', callerContext(), {}));
      expect(failure).toMatchObject({ code: 'service_unavailable', status: 503 });
    });

    it('is unavailable after it stopped', async () => {
      const bench = await answering(null);
      await ask(bench);
      await bench.stop();
      expect((await failureOf(ask(bench))).code).toBe('service_unavailable');
    });

    it('finishes what runs before it has stopped, and is unavailable meanwhile', async () => {
      let finish = (): void => undefined;
      let began = (): void => undefined;
      const running = new Promise<void>((resolve) => (began = resolve));
      const bench = await serving(async () => {
        began();
        await new Promise<void>((resolve) => (finish = resolve));
        return { value: 'done', replayed: false };
      });
      const answer = ask(bench);
      await running;
      let stopped = false;
      const stopping = bench.stop().then(() => (stopped = true));
      expect((await failureOf(ask(bench))).code).toBe('service_unavailable');
      expect(stopped).toBe(false);
      finish();
      await expect(answer).resolves.toEqual({ value: 'done', replayed: false });
      await stopping;
    });
  });
}
