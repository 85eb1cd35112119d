import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decide, type Candidate } from './assignment.rules.ts';

const candidate = (user_id: string, fields: Partial<Candidate> = {}): Candidate => ({
  user_id,
  open_in_team: 0,
  open: 0,
  capacity: null,
  last_turn: 0,
  ...fields,
});
const users = (decisions: readonly { user_id: string }[]) => decisions.map(({ user_id }) => user_id).join('');

const candidates = fc
  .uniqueArray(
    fc.record({
      user_id: fc.constantFrom(...'abcdefgh'),
      open_in_team: fc.nat(5),
      other: fc.nat(5),
      capacity: fc.option(fc.nat(8)),
      last_turn: fc.nat(20),
    }),
    { selector: ({ user_id }) => user_id },
  )
  .map((all) => all.map(({ other, ...one }): Candidate => ({ ...one, open: one.open_in_team + other })));
const assignment = fc.record({
  mode: fc.constantFrom('round_robin' as const, 'least_loaded' as const),
  max_open_per_user: fc.option(fc.integer({ min: 1, max: 8 })),
});
const waiting = fc.nat(60).map((count) => Array.from({ length: count }, (_, nth) => nth));

describe('decide', () => {
  it('gives records in turns', () => {
    const team = { mode: 'round_robin', max_open_per_user: null } as const;
    const members = [
      candidate('a', { last_turn: 7, open: 9 }),
      candidate('b', { last_turn: 5 }),
      candidate('c'),
    ];
    expect(users(decide(team, [1, 2, 3, 4, 5], members))).toBe('cbacb');
  });

  it('gives records to those who have the fewest', () => {
    const team = { mode: 'least_loaded', max_open_per_user: null } as const;
    const members = [
      candidate('a', { open: 2 }),
      candidate('b', { open: 1, last_turn: 9 }),
      candidate('c', { open: 1 }),
    ];
    expect(users(decide(team, [1, 2, 3, 4, 5], members))).toBe('cbacb');
  });

  it('gives none if the team assigns by hand, or if nobody is there', () => {
    const members = [candidate('a')];
    expect(decide({ mode: 'manual', max_open_per_user: null }, [1], members)).toEqual([]);
    expect(decide({ mode: 'round_robin', max_open_per_user: null }, [1], [])).toEqual([]);
  });

  it('assigns the oldest records, passes no limit, and leaves none waiting while somebody has room', () => {
    fc.assert(
      fc.property(assignment, waiting, candidates, (team, records, members) => {
        const decisions = decide(team, records, members);
        expect(decisions.map(({ record }) => record)).toEqual(records.slice(0, decisions.length));
        const room = members.map(({ user_id, open, open_in_team, capacity }) => {
          const given = decisions.filter((one) => one.user_id === user_id).length;
          const left = Math.min(
            (capacity ?? Infinity) - open,
            (team.max_open_per_user ?? Infinity) - open_in_team,
          );
          expect(given).toBeLessThanOrEqual(Math.max(0, left));
          return left - given;
        });
        if (decisions.length < records.length) expect(Math.max(0, ...room)).toBe(0);
      }),
    );
  });

  it('differs by at most one record among members who are alike', () => {
    fc.assert(
      fc.property(assignment, waiting, fc.integer({ min: 1, max: 8 }), (team, records, count) => {
        const members = [...'abcdefgh'].slice(0, count).map((user_id) => candidate(user_id));
        const decisions = decide(team, records, members);
        const given = members.map(({ user_id }) => decisions.filter((one) => one.user_id === user_id).length);
        expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
