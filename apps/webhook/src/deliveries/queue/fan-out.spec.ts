import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeId, eventFilterMatches } from '@parley/contracts';
import { deliveryBody, filtersMatching } from './fan-out.ts';

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

/** What is in an event is for its contract to say; the type of any event knows only the id. */
const sampleData = <T extends object>(data: T): T => data;

const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
const event: Parameters<typeof deliveryBody>[0] = {
  id: encodeId('event', UUID),
  type: 'ticket.updated',
  time: '2026-11-21T06:30:00.000Z',
  workspaceId: encodeId('workspace', UUID),
  mode: 'live',
  actor: { type: 'user', id: encodeId('user', UUID), credential: null },
  data: sampleData({ id: encodeId('ticket', UUID), subject: 'Grüße 😀', assignee: null }),
  previous: sampleData<object>({ subject: 'Hello' }),
};

const parsed = (change: object = {}): Record<string, unknown> =>
  JSON.parse(deliveryBody({ ...event, ...change }).toString()) as Record<string, unknown>;

describe('the body of a delivery', () => {
  it('contains event type, resource, time, workspace and actor, and nothing of the bus', () => {
    expect(parsed({ sequence: '1', requestId: 'req-1', traceparent: '00-…' })).toEqual({
      id: event.id,
      event: 'ticket.updated',
      api_version: 'v1',
      timestamp: '2026-11-21T06:30:00.000Z',
      workspace_id: event.workspaceId,
      mode: 'live',
      actor: event.actor,
      data: event.data,
      previous: event.previous,
    });
  });

  it('has `previous` only if the event has it', () => {
    expect(parsed({ previous: null })).not.toHaveProperty('previous');
    expect(parsed({ previous: {} })['previous']).toEqual({});
  });

  it.each(['2026-11-21T07:30:00+01:00', '2026-11-21T06:30:00Z', '2026-11-21T06:30:00.000000Z'])(
    'formats the time of the event as the API does, for %s',
    (time) => {
      expect(parsed({ time })['timestamp']).toBe('2026-11-21T06:30:00.000Z');
    },
  );

  it('has the same UTF-8 bytes each time', () => {
    expect(deliveryBody(event).equals(deliveryBody({ ...event }))).toBe(true);
    expect(deliveryBody(event).includes(Buffer.from('Grüße 😀', 'utf8'))).toBe(true);
  });
});
