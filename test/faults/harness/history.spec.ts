import { describe, expect, it } from '@jest/globals';
import { check, type History, type Outcome, type Seen, type Write } from './history.ts';

const write = (number: number, outcome: Outcome, sentAt = 0): Write => ({
  number,
  tenant: 'a live',
  subject: `s${number}`,
  ticket: 'ticket_1',
  sentAt,
  tookMs: 1,
  status: 201,
  code: undefined,
  outcome,
});
const seen = (number: number, at = 0, event = `e${number}`): Seen => ({
  event,
  tenant: 'a live',
  subject: `s${number}`,
  ticket: 'ticket_1',
  at,
});
const history = (change: Partial<History>): History => ({
  writes: [],
  committed: new Set(['s1', 's2']),
  delivered: [],
  effects: [],
  healedAt: 0,
  ...change,
});

describe('the history checker', () => {
  it('finds nothing where everything arrived once', () => {
    const all = [seen(1), seen(2)];
    expect(
      check(history({ writes: [write(1, 'ok'), write(2, 'ok')], delivered: all, effects: all })),
    ).toEqual({
      attempted: 2,
      acknowledged: 2,
      delivered: 2,
      lost: [],
      unexpected: [],
      repeated: [],
      crossed: [],
      duplicated: 0,
      recoveredS: 0,
      outOfOrder: [],
    });
  });

  it('reports as lost what was acknowledged or committed and did not reach the webhook and the subscriber', () => {
    const writes = [write(1, 'ok'), write(2, 'unknown'), write(3, 'unknown')];
    const verdict = check(history({ writes, delivered: [seen(1)], effects: [seen(2)], healedAt: 1 }));
    expect(verdict.lost).toEqual(['s1', 's2']);
    expect(verdict.recoveredS).toBe(Infinity);
  });

  it('reports as lost what was acknowledged and is not stored', () => {
    const all = [seen(3)];
    const verdict = check(history({ writes: [write(3, 'ok')], delivered: all, effects: all }));
    expect(verdict.lost).toEqual(['s3']);
  });

  it('reports as unexpected what was refused, not committed or never sent', () => {
    const writes = [write(1, 'refused'), write(3, 'unknown')];
    const verdict = check(history({ writes, delivered: [seen(1), seen(2), seen(3)] }));
    expect(verdict.unexpected).toEqual(['s1', 's2', 's3']);
  });

  it('allows a second delivery and reports a second effect', () => {
    const verdict = check(
      history({ writes: [write(1, 'ok')], delivered: [seen(1), seen(1)], effects: [seen(1), seen(1)] }),
    );
    expect([verdict.duplicated, verdict.unexpected, verdict.repeated]).toEqual([1, [], ['s1']]);
  });

  it('reports effects that came after those of a later change of the same ticket', () => {
    const writes = [write(1, 'ok'), write(2, 'ok')];
    expect(check(history({ writes, effects: [seen(2), seen(1)] })).outOfOrder).toEqual(['s1']);
  });

  it('measures the recovery by what was sent before its end and by the first write after it', () => {
    const writes = [write(1, 'ok', 5), write(2, 'ok', 2_000)];
    const all = [seen(1, 4_000), seen(2, 3_000)];
    const verdict = check(history({ writes, delivered: all, effects: all, healedAt: 1_000 }));
    expect(verdict.recoveredS).toBe(3);
  });

  it('measures the recovery of the subscriber, not of the webhook alone', () => {
    const writes = [write(1, 'ok', 5), write(2, 'ok', 2_000)];
    const delivered = [seen(1, 1_500), seen(2, 2_500)];
    const effects = [seen(1, 46_000), seen(2, 46_500)];
    const verdict = check(history({ writes, delivered, effects, healedAt: 1_000 }));
    expect(verdict.recoveredS).toBe(45.5);
    expect(check(history({ writes, delivered, effects: [seen(1)], healedAt: 1_000 })).recoveredS).toBe(
      Infinity,
    );
  });

  it.each(['b live', 'a test'])('reports what %s has seen of a live, which has lost it', (tenant) => {
    const stranger = { ...seen(2), tenant };
    const verdict = check(
      history({
        writes: [write(1, 'ok'), write(2, 'ok')],
        delivered: [seen(1), stranger],
        effects: [seen(1), seen(2), stranger],
      }),
    );
    expect(verdict.crossed).toEqual([`s2 seen by ${tenant}`, `s2 seen by ${tenant}`]);
    expect(verdict.lost).toEqual(['s2']);
  });

  it('counts as no repeated delivery what two workspaces have seen', () => {
    const delivered = [seen(1), { ...seen(1), tenant: 'b live' }];
    expect(check(history({ writes: [write(1, 'ok')], delivered })).duplicated).toBe(0);
  });
});
