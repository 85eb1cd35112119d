import { z } from 'zod';
import { bulkUpdate } from '../bulk.ts';
import { component, documentedAs, integer, nullableString } from '../documented.ts';
import { defineResource } from '../resource.ts';
import { idOf } from '../id.ts';
import { mergedFrom } from '../merging/merge.schema.ts';
import {
  anyAssignee,
  anyInbox,
  anyMailbox,
  anyNumber,
  anyOf,
  anyPriority,
  anyTag,
  anyTeam,
  byExternalId,
  createdRange,
  describeFollowing,
  listQuery,
  isSnoozed,
  updatedRange,
} from '../page.ts';
import {
  CreatedAt,
  CustomFields,
  CustomFieldsPatch,
  Priority,
  tagChanges,
  Tags,
  externalId,
  isBlank,
  newExternalId,
  RecordNumber,
  Timestamp,
  UpdatedAt,
  text,
} from '../schema.ts';
import { includeOf } from '../included/include.ts';
import { defineSearchable, searchQuery } from '../search/search-query.ts';
import { newSnooze, snoozeFields, writableSnooze } from '../snooze.ts';
import { Assignee, AssigneeId, ContactSummary, TagNames, TeamId, TeamSummary } from '../summaries.ts';
import { ContactReference } from '../contact/contact.operations.ts';
import { AuthorType, MailAddress, NewMessage } from '../message/message.schema.ts';
import { defineOperation } from '../operation.ts';

export const ConversationStatus = z
  .enum(['open', 'pending', 'closed'])
  .meta({ id: 'ConversationStatus', description: 'Current status of the conversation' });
export type ConversationStatus = z.output<typeof ConversationStatus>;

export const Channel = z
  .enum(['email', 'chat', 'form', 'api'])
  .meta({ id: 'Channel', description: 'Channel through which the contact writes' });
export type Channel = z.output<typeof Channel>;

/** Fields that callers write and read in the same form. */
const fields = {
  subject: documentedAs(
    text(998, 0)
      .nullable()
      .transform((subject) => (isBlank(subject) ? null : subject)),
    z.string().max(998).nullable(),
  ).meta({ description: 'Subject line; an empty one is null', examples: ['Where is my order?'] }),
  external_id: externalId('conversation', 'CHAT-77'),
  priority: Priority,
  inbox_id: idOf('inbox').nullable().describe('Id of the inbox, or null'),
};

/** Subject line of a conversation, as callers write it. */
export const conversationSubject = fields.subject;

const channelId = <Kind extends 'mailbox' | 'connection'>(kind: Kind) =>
  idOf(kind).nullable().describe(`Id of the ${kind} through which replies leave, or null`);

/** Addresses that a conversation shows beside that of its contact. */
export const PARTICIPANTS_MAX = 100;

export const Conversation = component(
  'Conversation',
  'A conversation with a contact; its messages are listed separately',
  {
    id: idOf('conversation'),
    number: RecordNumber,
    ...fields,
    subject: nullableString('Subject line, or null', 'Where is my order?'),
    status: ConversationStatus,
    channel: Channel,
    assignee: Assignee.nullable().describe('The user assigned to the conversation, or null'),
    ...snoozeFields,
    team: TeamSummary.nullable().describe('The team that the conversation belongs to, or null'),
    contact: ContactSummary.describe('The contact of the conversation'),
    mailbox_id: channelId('mailbox'),
    connection_id: channelId('connection'),
    participants: z.array(MailAddress).meta({
      description:
        'Addresses beside that of the contact that a message was sent to by mail, in `to` or `cc`; of more than ' +
        `${PARTICIPANTS_MAX}, the latest`,
      examples: [[{ address: 'kim@example.com', name: null }]],
    }),
    tags: TagNames,
    custom_fields: CustomFields,
    merged_from: mergedFrom('conversation'),
    last_message_at: Timestamp.nullable().describe(
      'Time of the last message, notes included; null if there is none',
    ),
    last_message_by: AuthorType.nullable().describe(
      'Who wrote the last message: `user` or `contact`; null if there is none',
    ),
    messages_count: integer('Number of messages, notes included', 2),
    waiting_since: Timestamp.nullable().describe(
      'Time of the first message of the contact that no reply of a user followed; null unless the contact waits. ' +
        'Notes do not count as replies',
    ),
    closed_at: Timestamp.nullable().describe('Time at which it was closed; null unless closed'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);
export type Conversation = z.output<typeof Conversation>;

export const searchableConversations = defineSearchable({
  status: ConversationStatus,
  priority: Priority,
  channel: Channel,
  assignee: true,
  email: true,
  tag: true,
  custom: true,
});

const writable = {
  ...fields,
  mailbox_id: channelId('mailbox'),
  // A conversation has one of the two, so that their examples are not both given.
  connection_id: channelId('connection').meta({ examples: [null] }),
  tags: Tags,
  assignee_id: AssigneeId,
  team_id: TeamId,
  ...writableSnooze,
  custom_fields: CustomFieldsPatch,
};

const conversations = defineResource('conversation', Conversation, {
  path: '/v1/conversations',
  read: 'conversations:read',
  write: 'conversations:write',
});
export const ConversationParams = conversations.params;

export const createConversation = conversations.create({
  description:
    'Creates an open conversation, optionally with its first message. If nobody has what names the ' +
    '`contact`, a contact is created and `contact.created` emitted. Emits ' +
    '`conversation.created`, plus `message.created` if `message` is set and `conversation.assigned` if `assignee_id` is ' +
    'set.',
  errors: ['ambiguous_match', 'duplicate_value', 'file_too_large'],
  body: z.object({
    contact: ContactReference.describe(
      'The contact of the conversation, by id, `external_id`, e-mail address or phone number; created if nobody has it',
    ),
    subject: writable.subject.default(null),
    external_id: newExternalId('conversation'),
    message: NewMessage.nullable().default(null).describe('First message of the conversation, or null'),
    channel: Channel.default('api'),
    priority: writable.priority.default('normal'),
    inbox_id: writable.inbox_id.default(null),
    mailbox_id: writable.mailbox_id
      .optional()
      .describe(
        'Id of the mailbox through which replies leave, or null for none; by default that of the inbox, if it has one',
      ),
    connection_id: writable.connection_id.default(null),
    tags: writable.tags.default([]),
    assignee_id: writable.assignee_id.default(null),
    team_id: writable.team_id.optional().meta({
      description:
        'Id of a team of the workspace, or null for none; by default that of the inbox, if it has one',
      examples: [null],
    }),
    ...newSnooze,
    custom_fields: writable.custom_fields.default({}),
  }),
});

/** What a conversation can be read with. */
const include = includeOf('Conversation', 'contact', 'last_message', 'assignee');

export const getConversation = conversations.get({ query: z.object({ include }) });

/** What conversations can be sorted by. */
export const CONVERSATION_SORTS = ['created_at', 'updated_at', 'last_message_at', 'priority'] as const;

export const listConversations = conversations.list({
  description:
    'Returns the conversations that match all filters, newest first by default. `q` searches subjects, tags, custom ' +
    'fields, messages, and the names, e-mail addresses and phone numbers of contacts.' +
    describeFollowing('conversation', ''),
  query: listQuery(CONVERSATION_SORTS, {
    status: anyOf(ConversationStatus, {
      description: 'Status: `open`, `pending` or `closed`',
      examples: ['open,pending'],
    }),
    priority: anyPriority,
    assignee: anyAssignee,
    team: anyTeam,
    snoozed: isSnoozed,
    inbox: anyInbox,
    channel: anyOf(Channel, {
      description: 'Channel: `email`, `chat`, `form` or `api`',
      examples: ['chat,form'],
    }),
    contact: anyOf(idOf('contact'), {
      description: 'Id of the contact',
      examples: ['contact_01h2xcejqtf2nbrexx3vqjhp41'],
    }),
    tag: anyTag,
    mailbox: anyMailbox,
    number: anyNumber,
    external_id: byExternalId,
    q: searchQuery(searchableConversations).optional(),
    ...createdRange,
    ...updatedRange,
    include,
  }),
});

export const updateConversation = conversations.update({
  description:
    'Changes only the fields that are sent. All status transitions are allowed. Emits `conversation.updated`, plus ' +
    '`conversation.status_changed`, `conversation.team_changed`, `conversation.snoozed`, `conversation.woken` and `conversation.assigned` where they apply. No event is sent if the request changes ' +
    'nothing.',
  body: z
    .object({
      ...writable,
      status: ConversationStatus,
      contact: ContactReference.describe(
        'The contact of the conversation, as in its creation. The tickets that are linked to it get the same within a second',
      ),
    })
    .partial(),
  errors: ['ambiguous_match', 'duplicate_value', 'missing_parameter'],
});

export const deleteConversation = conversations.delete({
  onlyAdmins: true,
  description:
    'Deletes the conversation and its messages permanently, with those that were merged into it, and with the files that no other message has. Its contact is kept, and so are linked tickets, whose ' +
    '`conversation_id` becomes null within a second. Emits `conversation.deleted` for each, and no event for each message.',
});

/** What can be the same in several conversations. */
export const ConversationsUpdate = z
  .object({ ...writable, status: ConversationStatus, ...tagChanges })
  .partial();

export const updateConversations = defineOperation({
  id: 'conversation.bulk_update',
  route: 'POST /v1/conversations/bulk',
  scope: 'conversations:write',
  ...bulkUpdate('conversation', Conversation, ConversationsUpdate),
});

export const listReplyRecipients = defineOperation({
  id: 'conversation.reply_recipients',
  route: 'GET /v1/conversations/{conversation_id}/reply_recipients',
  scope: 'conversations:read',
  summary: 'Retrieve the recipients of a reply',
  description:
    'Whom a reply by mail goes to unless its `email` says otherwise: those of the last mail of the conversation, with the present address ' +
    'of the contact for a former one; the contact alone if it has written since, or if there is no mail.',
  params: ConversationParams,
  response: component('ReplyRecipients', 'Whom a reply goes to', {
    mailbox_id: channelId('mailbox'),
    to: z.array(MailAddress).describe('The recipients; empty if nobody has an address'),
    cc: z.array(MailAddress).describe('Recipients of a copy'),
    subject: nullableString('Subject line, or null', 'Re: Where is my order?'),
  }),
});
