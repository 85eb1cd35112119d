// The filters of subscriptions: they choose among the events of one resource by the record that an event tells of.
import { Conversation } from '../conversation/conversation.operations.ts';
import type { ErrorDetail } from '../error.ts';
import { webhookEvents } from '../events.ts';
import {
  FILTER_FIELDS,
  fieldsOf,
  id,
  time,
  word,
  words,
  type FieldsByName,
  type FilteredResource,
  type FilterField,
} from '../filter/filter-fields.ts';
import { filterDetails, problemsOf, type RecordFilter } from '../filter/filter.schema.ts';
import { matchesFilter, testsOn, type FilterMoment } from '../filter/filter-tests.ts';
import { AuthorType, Message, MessageDeliveryStatus, MessageType } from '../message/message.schema.ts';
import { Ticket } from '../ticket/ticket.schema.ts';

/** Texts of messages are left out: they are long, and every event is matched with the filters of all subscriptions. */
const MESSAGE_FIELDS = {
  'message.type': word(MessageType, ({ type }) => type),
  'message.author_type': word(AuthorType, ({ author }) => author.type),
  'message.user': id('user', ({ author }) => (author.type === 'user' ? author.id : null)),
  'message.contact': id('contact', ({ author }) => (author.type === 'contact' ? author.id : null)),
  'message.mentions': { ...id('user', () => null), of: ({ mentions }) => mentions },
  'message.conversation': id('conversation', ({ conversation_id: own }) => own, false),
  'message.mailbox': id('mailbox', ({ mailbox_id: own }) => own),
  'message.connection': id('connection', ({ connection_id: own }) => own),
  'message.external_id': words(255, ({ external_id: own }) => own, true),
  'message.delivery_status': word(MessageDeliveryStatus, ({ delivery }) => delivery?.status, true),
  'message.sent_at': time(({ sent_at: at }) => at),
  'message.created_at': time(({ created_at: at }) => at, false),
} as const satisfies Readonly<Record<string, FilterField<Message>>>;

const messageFields: FieldsByName = {
  summary: `one of ${Object.keys(MESSAGE_FIELDS).join(', ')}`,
  find: (name) =>
    Object.hasOwn(MESSAGE_FIELDS, name) ? MESSAGE_FIELDS[name as keyof typeof MESSAGE_FIELDS] : undefined,
};

type SubscribedResource = FilteredResource | 'message';

const SUBSCRIBED: readonly SubscribedResource[] = [
  ...(Object.keys(FILTER_FIELDS) as FilteredResource[]),
  'message',
];

/** What a filter reads of an event. */
interface RecordEvent {
  readonly type: string;
  /** The record after the event. */
  readonly data: object;
  /** What the event has changed in it, with the values from before; null if it has changed nothing. */
  readonly previous: object | null;
}

const PREVIOUS = 'previous.';

/** The fields of the record, and after `previous.` those of the record before the event, which has none if the event has changed nothing. */
function eventFields(resource: SubscribedResource): FieldsByName {
  const fields = resource === 'message' ? messageFields : fieldsOf(resource);
  return {
    summary: `${fields.summary}, or one of these after ${PREVIOUS}`,
    find: (name) => {
      const isPrevious = name.startsWith(PREVIOUS);
      const field = fields.find(isPrevious ? name.slice(PREVIOUS.length) : name);
      if (field === undefined) return undefined;
      const of = (record: object) => field.of(record as never);
      if (!isPrevious) return { ...field, of: ({ data }: RecordEvent) => of(data) };
      return {
        ...{ ...field, nullable: true },
        of: ({ data, previous }: RecordEvent) => (previous === null ? [] : of({ ...data, ...previous })),
      };
    },
  };
}

const RECORDS: ReadonlyMap<unknown, SubscribedResource> = new Map<unknown, SubscribedResource>([
  [Ticket, 'ticket'],
  [Conversation, 'conversation'],
  [Message, 'message'],
]);

/** The resource of each event that has a whole record as its `data`. */
const RESOURCES: ReadonlyMap<string, SubscribedResource> = new Map(
  webhookEvents.flatMap(({ type, data }) => {
    const resource = RECORDS.get(data);
    return resource === undefined ? [] : [[type, resource] as const];
  }),
);

/** The resource that all event filters of a subscription are about, if it is one whose events can be filtered. */
function resourceOf(events: readonly string[]): SubscribedResource | undefined {
  const [resource, ...others] = new Set(events.map((filter) => filter.split('.')[0] ?? ''));
  return others.length > 0 ? undefined : SUBSCRIBED.find((one) => one === resource);
}

/** What is wrong with the filter of a subscription to `events`. */
export function eventFilterProblems(events: readonly string[], filter: RecordFilter): ErrorDetail[] {
  const resource = resourceOf(events);
  if (resource === undefined) {
    const message = `can be given only if all events are of one resource: ${SUBSCRIBED.join(', ')}`;
    return [{ code: 'invalid_parameter', param: 'filter', message }];
  }
  return filterDetails(problemsOf(eventFields(resource), filter));
}

/** Whether a subscription with a valid filter receives an event. What has no whole record, such as a deletion, is received always. */
export function receivesEvent(filter: RecordFilter, event: RecordEvent, moment: FilterMoment): boolean {
  const resource = RESOURCES.get(event.type);
  return resource === undefined || matchesFilter(testsOn(eventFields(resource), filter, moment), event);
}
