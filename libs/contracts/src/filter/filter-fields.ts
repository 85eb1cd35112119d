import { z } from 'zod';
import { Channel, ConversationStatus, type Conversation } from '../conversation/conversation.operations.ts';
import { idOf, type IdKind } from '../id.ts';
import { AuthorType } from '../message/message.schema.ts';
import { Priority, TagName, tagKey, text, RecordNumber } from '../schema.ts';
import { SlaStatus, TicketStatus, type Ticket } from '../ticket/ticket.schema.ts';
import { CustomValue, Time } from './filter-values.ts';

/** What the values of a field are, which decides the operators that it takes. */
export type FieldType = 'word' | 'id' | 'tag' | 'text' | 'number' | 'time' | 'custom';

type Scalar = string | number | boolean;

export interface FilterField<Item = never> {
  readonly type: FieldType;
  /** The schema of a value that records are compared with. */
  readonly value: z.ZodType;
  /** A record may be without a value. */
  readonly nullable: boolean;
  /** The words of an enumeration. */
  readonly words?: readonly string[];
  /** The kind of an id. */
  readonly kind?: IdKind;
  /** The values of a record: none, one, or several where the field is a list. */
  readonly of: (record: Item) => readonly Scalar[];
}

type Fields<Item> = Readonly<Record<string, FilterField<Item>>>;

const some = (value: Scalar | null | undefined): readonly Scalar[] => (value == null ? [] : [value]);

type Read<Item> = (record: Item) => Scalar | null | undefined;

export const word = <Item>(value: z.ZodEnum, of: Read<Item>, nullable = false): FilterField<Item> => ({
  ...{ type: 'word', value, nullable, words: value.options as string[] },
  of: (record) => some(of(record)),
});

export const id = <Item>(kind: IdKind, of: Read<Item>, nullable = true): FilterField<Item> => ({
  ...{ type: 'id', kind, nullable },
  value: kind === 'user' ? z.union([z.literal('me'), idOf(kind)], `must be \`me\` or a user id`) : idOf(kind),
  of: (record) => some(of(record)),
});

export const words = <Item>(max: number, of: Read<Item>, nullable: boolean): FilterField<Item> => ({
  ...{ type: 'text', value: text(max), nullable },
  of: (record) => some(of(record)),
});

const number = <Item>(of: Read<Item>, value: z.ZodType = z.int().min(0)): FilterField<Item> => ({
  ...{ type: 'number', value, nullable: false },
  of: (record) => some(of(record)),
});

export const time = <Item>(
  of: (record: Item) => string | null | undefined,
  nullable = true,
): FilterField<Item> => ({
  ...{ type: 'time', value: Time, nullable },
  of: (record) => {
    const instant = of(record);
    return instant == null ? [] : [Date.parse(instant)];
  },
});

type Shared =
  | Pick<
      Ticket,
      | 'subject'
      | 'external_id'
      | 'priority'
      | 'assignee'
      | 'team'
      | 'inbox_id'
      | 'contact'
      | 'tags'
      | 'number'
      | 'closed_at'
      | 'snoozed_until'
      | 'created_at'
      | 'updated_at'
    >
  | Conversation;

/** What tickets and conversations have in common. */
const shared = {
  priority: word(Priority, ({ priority }) => priority),
  assignee: id('user', ({ assignee }) => assignee?.id),
  team: id('team', ({ team }) => team?.id),
  inbox: id('inbox', ({ inbox_id: inbox }) => inbox),
  contact: id('contact', ({ contact }) => contact?.id),
  tag: {
    ...{ type: 'tag', value: TagName, nullable: true },
    of: ({ tags }) => tags.map(tagKey),
  },
  number: number(({ number: own }) => own, RecordNumber),
  external_id: words(255, ({ external_id: own }) => own, true),
  created_at: time(({ created_at: at }) => at, false),
  updated_at: time(({ updated_at: at }) => at, false),
  closed_at: time(({ closed_at: at }) => at),
  snoozed_until: time(({ snoozed_until: at }) => at),
} as const satisfies Fields<Shared>;

const ticketFields = {
  status: word(TicketStatus, ({ status }) => status),
  ...shared,
  subject: words(998, ({ subject }) => subject, false),
  conversation: id('conversation', ({ conversation_id: conversation }) => conversation),
  sla_status: word(SlaStatus, ({ sla }) => sla?.status, true),
  first_response_due: time(({ sla }) => sla?.first_response_due),
  first_responded_at: time(({ first_responded_at: at }) => at),
  resolved_at: time(({ resolved_at: at }) => at),
  reopened_count: number(({ reopened_count: count }) => count),
} as const satisfies Fields<Ticket>;

const conversationFields = {
  status: word(ConversationStatus, ({ status }) => status),
  channel: word(Channel, ({ channel }) => channel),
  ...shared,
  subject: words(998, ({ subject }) => subject, true),
  mailbox: id('mailbox', ({ mailbox_id: mailbox }) => mailbox),
  connection: id('connection', ({ connection_id: connection }) => connection),
  last_message_at: time(({ last_message_at: at }) => at),
  last_message_by: word(AuthorType, ({ last_message_by: author }) => author, true),
  messages_count: number(({ messages_count: count }) => count),
  waiting_since: time(({ waiting_since: at }) => at),
} as const satisfies Fields<Conversation>;

/** The fields that a filter of tickets or of conversations names, beside `custom.<key>`. */
export const FILTER_FIELDS = { ticket: ticketFields, conversation: conversationFields } as const;
export type FilteredResource = keyof typeof FILTER_FIELDS;

const CUSTOM = 'custom.';
const CUSTOM_KEY_MAX = 255;

/** The key of a custom field, or `null` for the name of another field. */
export const customKeyOf = (name: string): string | null => {
  const key = name.startsWith(CUSTOM) ? name.slice(CUSTOM.length) : '';
  return key === '' || key.length > CUSTOM_KEY_MAX ? null : key;
};

/** The field of a name, or `undefined` if the resource has none. */
export function filterField(resource: FilteredResource, name: string): FilterField | undefined {
  const key = customKeyOf(name);
  if (key !== null) return customField(key);
  const fields: Readonly<Record<string, FilterField>> = FILTER_FIELDS[resource];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** What the conditions of a filter can name. */
export interface FieldsByName {
  /** What a name must be, for errors. */
  readonly summary: string;
  readonly find: (name: string) => FilterField | undefined;
}

export const fieldsOf = (resource: FilteredResource): FieldsByName => ({
  summary: `a field of a ${resource}, or custom.<key>`,
  find: (name) => filterField(resource, name),
});

const customField = (key: string): FilterField<Ticket | Conversation> => ({
  ...{ type: 'custom', value: CustomValue, nullable: true },
  of: ({ custom_fields: fields }) => {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return Array.isArray(value) ? value : some(value);
  },
});
