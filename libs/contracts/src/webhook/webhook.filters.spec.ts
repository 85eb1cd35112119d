import { describe, expect, it } from '@jest/globals';
import { events, webhookEventTypes } from '../events.ts';
import { eventFilterMatches, eventFilterMatchesAny } from './webhook.filters.ts';
import { createWebhook } from './webhook.operations.ts';

describe('the filter of a subscription', () => {
  it('* selects every event', () => {
    for (const type of webhookEventTypes) expect(eventFilterMatches('*', type)).toBe(true);
  });

  it('with a name selects that event only', () => {
    for (const type of webhookEventTypes) {
      expect(webhookEventTypes.filter((other) => eventFilterMatches(type, other))).toEqual([type]);
    }
  });

  it('with a prefix selects all events of that resource, and of no other', () => {
    expect(webhookEventTypes.filter((type) => eventFilterMatches('ticket.*', type))).toEqual(
      webhookEventTypes.filter((type) => type.split('.')[0] === 'ticket'),
    );
    expect(eventFilterMatches('ticket.*', 'tickets.created')).toBe(false);
    expect(eventFilterMatches('ticket.*', 'ticket')).toBe(false);
    expect(eventFilterMatches('tick*', 'ticket.created')).toBe(false);
    expect(eventFilterMatches('*.created', 'ticket.created')).toBe(false);
  });

  it.each(['', '.', '.*', '**', 'tickets.*', 'ticket.', 'ticket', 'ticket.created.*', 'Ticket.created'])(
    '%j is rejected because it selects nothing',
    (filter) => {
      expect(eventFilterMatchesAny(filter)).toBe(false);
    },
  );

  it('never selects an internal event', () => {
    const internal = events.filter((event) => event.audience === 'bus').map((event) => event.type);
    expect(internal).toContain('user.created');
    for (const type of [...internal, 'user.*']) expect(eventFilterMatchesAny(type)).toBe(false);
  });
});

describe('a new subscription', () => {
  const schema = createWebhook.body as NonNullable<typeof createWebhook.body>;
  const body = { url: 'https://example.com/hook', events: ['ticket.created'] };
  const accepts = (change: object): boolean => schema.safeParse({ ...body, ...change }).success;

  it('requires at least one event, and only known ones', () => {
    expect(accepts({})).toBe(true);
    expect(accepts({ events: ['*', 'ticket.*'] })).toBe(true);
    expect(accepts({ events: [] })).toBe(false);
    expect(accepts({ events: ['ticket.created', 'ticket.exploded'] })).toBe(false);
  });

  it('has no rate limit by default', () => {
    for (const limit of [1, 1_000, null]) expect(accepts({ rate_limit: limit })).toBe(true);
    for (const limit of [0, -1, 1.5, 1_001, '5']) expect(accepts({ rate_limit: limit })).toBe(false);
  });

  it('removes duplicate events', () => {
    const sent = { ...body, events: ['ticket.created', '*', 'ticket.created'] };
    expect(schema.parse(sent).events).toEqual(['ticket.created', '*']);
  });

  it.each([
    ['8 characters', 'x'.repeat(8)],
    ['256 characters', 'x'.repeat(256)],
    ['every printable ASCII character', '!~"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}'],
    ['whsec_ and 24 bytes', `whsec_${Buffer.alloc(24, 7).toString('base64')}`],
    ['whsec_ and 64 bytes', `whsec_${Buffer.alloc(64, 255).toString('base64')}`],
  ])('accepts a secret of %s', (_what, secret) => {
    expect(accepts({ secret })).toBe(true);
  });

  it.each([
    ['7 characters', 'x'.repeat(7)],
    ['257 characters', 'x'.repeat(257)],
    ['a space', 'secret secret'],
    ['a line break at its end', 'secret-secret\n'],
    ['letters beyond ASCII', 'pässwörd'],
    ['whsec_ and 23 bytes', `whsec_${Buffer.alloc(23, 7).toString('base64')}`],
    ['whsec_ and 65 bytes', `whsec_${Buffer.alloc(65, 7).toString('base64')}`],
    [
      'whsec_ and base64 without its padding',
      `whsec_${Buffer.alloc(25, 7).toString('base64').replace(/=+$/, '')}`,
    ],
    ['whsec_ and base64url', `whsec_${Buffer.alloc(24, 255).toString('base64url')}`],
    ['whsec_ and anything else', 'whsec_not-base64-at-all!'],
  ])('rejects a secret of %s', (_what, secret) => {
    expect(accepts({ secret })).toBe(false);
  });
});
