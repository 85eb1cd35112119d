import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineEvent, idOf, type EventDefinition } from '@parley/contracts';
import { describeEventChange, findBreakingEventChanges } from './compatibility.fixture.ts';
import { asyncApiDocument } from './document.ts';

const fields = {
  id: idOf('ticket'),
  subject: z.string(),
  parts: z.array(z.object({ weight: z.number() })),
};
const eventWith = (data: typeof fields | z.ZodRawShape): EventDefinition =>
  defineEvent({
    type: 'ticket.created',
    summary: 'A ticket was created',
    data: z.object({ ...data, id: idOf('ticket') }),
  });
const other = defineEvent({ type: 'tag.created', summary: 'New', data: z.object({ id: idOf('tag') }) });

const before = asyncApiDocument([eventWith(fields), other]);
const subscribers = [
  { name: 'webhook.createDeliveriesWhenEventOccurs', types: new Set(['ticket.created', 'tag.created']) },
  { name: 'contact.greetWhenTicketIsCreated', types: new Set(['ticket.created']) },
];
/** The breaks if these are the events of the next version. */
const breaks = (...events: EventDefinition[]) =>
  findBreakingEventChanges(before, asyncApiDocument(events), subscribers).map(describeEventChange);

const whom =
  'Breaks webhook.createDeliveriesWhenEventOccurs, contact.greetWhenTicketIsCreated and external subscribers to ticket.created';

it.each<[string, z.ZodRawShape]>([
  ['they are unchanged', fields],
  ['they gain a field', { ...fields, color: z.string() }],
  [
    'they gain a field deep inside',
    { ...fields, parts: z.array(z.object({ weight: z.number(), height: z.number() })) },
  ],
])('events remain compatible if %s', (_, data) => {
  expect(breaks(eventWith(data), other)).toEqual([]);
});

describe('a change of events names whom it breaks if', () => {
  it('an event is removed', () => {
    expect(breaks(other)).toEqual([`ticket.created: the event was removed. ${whom}`]);
  });

  it('a field is removed, or gets another type', () => {
    const { parts: _, ...rest } = fields;
    expect(breaks(eventWith({ ...rest, subject: z.number() }), other)).toEqual([
      `ticket.created: data.subject has an incompatible type: number instead of string. ${whom}`,
      `ticket.created: data.parts was removed. ${whom}`,
    ]);
  });

  it('an event of which the platform has no subscriber goes', () => {
    expect(
      findBreakingEventChanges(before, asyncApiDocument([eventWith(fields)]), []).map(describeEventChange),
    ).toEqual(['tag.created: the event was removed. Breaks external subscribers to tag.created']);
  });

  it('the exchange is another one', () => {
    const moved = asyncApiDocument([eventWith(fields), other], 'acme');
    const changes = findBreakingEventChanges(before, moved, subscribers).map(({ change }) => change);
    expect(new Set(changes)).toEqual(new Set(['the exchange changed']));
  });
});
