import { expect, it } from '@jest/globals';
import type { KeyReservation, TokenResult } from './auth-result.ts';
import { ADDRESS, type Open, later } from './conformance.harness.ts';

const reservationOf = (result: TokenResult): KeyReservation | 'conflict' | undefined =>
  (result as { reservation?: KeyReservation | 'conflict' }).reservation;

const granted = (result: TokenResult): KeyReservation => {
  const reservation = reservationOf(result);
  if (typeof reservation !== 'object') throw new Error(`not granted: ${String(reservation)}`);
  return reservation;
};

/** Idempotency keys of requests to services. */
export function reservationBehaviour(open: Open): void {
  async function keyed(options?: Parameters<Open>[0]) {
    const { authenticator, issue } = await open(options);
    const token = issue({ limit: 1000 });
    const request = (service: string, key = 'key', by = token) =>
      authenticator.authenticate(by, ADDRESS, { key, service });
    return { authenticator, issue, request };
  }

  it('is granted to the requests of one service, with its key and credential', async () => {
    const { request, issue } = await keyed();
    granted(await request('ticket'));
    granted(await request('ticket'));
    expect(await request('contact')).toMatchObject({ kind: 'admitted', reservation: 'conflict' });
    granted(await request('contact', 'another key'));
    granted(await request('contact', 'key', issue()));
  });

  it('is absent without an idempotency key', async () => {
    const { authenticator, issue } = await keyed();
    expect(await authenticator.authenticate(issue(), ADDRESS)).not.toHaveProperty('reservation');
  });

  it('ends when the last request that has it is released', async () => {
    const { request } = await keyed();
    const [first, second] = [granted(await request('ticket')), granted(await request('ticket'))];
    await first.release();
    expect(reservationOf(await request('contact'))).toBe('conflict');
    await second.release();
    granted(await request('contact'));
  });

  it('that is confirmed binds the key to its service as long as its result can be replayed', async () => {
    const { request } = await keyed({ idempotencyTtlMs: 1_000 });
    const [first, second] = [granted(await request('ticket')), granted(await request('ticket'))];
    first.confirm();
    await second.release();
    expect(reservationOf(await request('contact'))).toBe('conflict');
    // A replay: there is nothing to settle.
    expect(reservationOf(await request('ticket'))).toBeUndefined();
    await later(1_100);
    granted(await request('contact'));
  });

  it('expires if its request is never settled, and does not take the key back from another service', async () => {
    const { request } = await keyed({ reservationMs: 300 });
    const lost = granted(await request('ticket'));
    await later(400);
    const next = granted(await request('contact'));
    lost.confirm();
    await lost.release();
    next.confirm();
    expect(reservationOf(await request('ticket'))).toBe('conflict');
    expect(reservationOf(await request('contact'))).toBeUndefined();
  });

  it('is not granted beyond the rate limit', async () => {
    const { request, issue } = await keyed();
    const token = issue({ limit: 1 });
    await request('ticket', 'first', token);
    const limited = await request('ticket', 'second', token);
    expect(limited.kind).toBe('limited');
    expect(reservationOf(limited)).toBeUndefined();
  });
}
