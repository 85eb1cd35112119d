import { describe, expect, it } from '@jest/globals';
import { violationsOfAccounts, type Account } from './conservation.ts';
import { violationsOfOutcomes, type Outcome } from './deliveries.ts';
import { leaksBetween, MORE_MB } from './resources.ts';

describe('the conservation of events', () => {
  const account: Account = {
    consumer: 'contact.a',
    type: 'ticket.created',
    published: 10,
    processed: 10,
    deadLettered: 0,
    late: 0,
  };
  const kindsOf = (change: Partial<Account>, waiting = 0) =>
    violationsOfAccounts('contact', [{ ...account, ...change }], waiting).map(({ kind }) => kind);

  it('counts what is processed, dead-lettered or in a queue', () => {
    expect(kindsOf({})).toEqual([]);
    expect(kindsOf({ processed: 7, deadLettered: 1 }, 2)).toEqual([]);
  });

  it('finds what is nowhere', () => {
    expect(kindsOf({ processed: 7, deadLettered: 1 }, 1)).toEqual(['conservation']);
  });

  it('finds what was processed too late', () => {
    expect(kindsOf({ late: 1 })).toEqual(['recovery']);
  });
});

describe('the outcomes of deliveries', () => {
  const outcome: Outcome = { webhook: 'w', isEnabled: true, status: 2, count: 5, attempts: 1 };
  const count = (change: Partial<Outcome>) => violationsOfOutcomes([{ ...outcome, ...change }]).length;

  it('are delivered, exhausted, or cancelled at a disabled webhook', () => {
    expect(count({})).toBe(0);
    expect(count({ status: 3, attempts: 6 })).toBe(0);
    expect(count({ status: 4, isEnabled: false })).toBe(0);
  });

  it('are wrong if there is none, or a cancellation at an enabled webhook', () => {
    expect(count({ status: null, attempts: 0 })).toBe(1);
    expect(count({ status: 4 })).toBe(1);
  });

  it('are wrong after more attempts than the schedule has', () => {
    expect(count({ attempts: 7 })).toBe(1);
  });
});

describe('what processes hold', () => {
  const held = (broker: number, database: number, memory: number) => ({
    broker,
    database: new Map([['ticket 0', database]]),
    memory: new Map([['ticket 0', memory]]),
  });
  const leaks = (broker: number, database: number, memory: number) =>
    leaksBetween(held(12, 3, 100), held(broker, database, memory), 5);

  it('may be a full pool and some more memory', () => {
    expect(leaks(12, 5, 100 + MORE_MB)).toEqual([]);
  });

  it('may not be more than that', () => {
    expect(leaks(13, 3, 100)).toEqual(['13 connections to the broker, 12 before']);
    expect(leaks(12, 6, 100)).toEqual(['6 connections of ticket 0 to the database, 3 before']);
    expect(leaks(12, 3, 101 + MORE_MB)).toHaveLength(1);
    expect(leaks(12, 3, NaN)).toHaveLength(1);
  });
});
