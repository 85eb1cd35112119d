import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { eventFilterMatches } from '@parley/contracts';
import { filtersMatching } from './fan-out.ts';

const segment = fc.constantFrom('ticket', 'tickets', 'contact', 'a', 'status_changed', 'created');
const type = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('.'));
const filter = fc.oneof(
  type,
  type.map((prefix) => `${prefix}.*`),
  type.map((prefix) => `${prefix}*`),
  fc.constantFrom('*', '.*', '**', '*.*', '*.created', '', '.', 'ticket.'),
);

describe('the filters that select an event', () => {
  it('are its type, its prefixes and `*`', () => {
    expect(filtersMatching('ticket.status_changed')).toEqual(['*', 'ticket.*', 'ticket.status_changed']);
    expect(filtersMatching('a.b.c')).toEqual(['*', 'a.*', 'a.b.*', 'a.b.c']);
  });

  it('are exactly the valid filters that match it', () => {
    fc.assert(
      fc.property(type, filter, (of, one) =>
        expect(filtersMatching(of).includes(one)).toBe(eventFilterMatches(one, of)),
      ),
      { numRuns: 2_000 },
    );
  });
});
