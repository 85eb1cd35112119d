import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { idOf } from '../id.ts';
import { createdRange, listQuery, pageOf } from '../page.ts';
import {
  CreatedAt,
  CustomFields,
  CustomFieldsPatch,
  Priority,
  Tags,
  Timestamp,
  UpdatedAt,
  text,
} from '../schema.ts';
import { defineSearchable, searchQuery } from '../search/search-query.ts';
import { Assignee, ContactSummary } from '../summaries.ts';
import { ContactReference } from '../contact/contact.operations.ts';
import { NewMessage } from '../message/message.schema.ts';

export const ConversationStatus = z
  .enum(['open', 'pending', 'closed'])
  .meta({ description: 'Where the conversation is in its life' });
export type ConversationStatus = z.output<typeof ConversationStatus>;

export const Channel = z
  .enum(['email', 'chat', 'form', 'api'])
  .meta({ description: 'The way by which the contact writes' });
export type Channel = z.output<typeof Channel>;

export const Conversation = z
  .object({
    id: idOf('conversation'),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'What it is about; null when nobody said', examples: ['Where is my order?'] }),
    status: ConversationStatus,
    priority: Priority,
    channel: Channel,
    assignee: Assignee.nullable().meta({ description: 'Who works on it; null for nobody' }),
    contact: ContactSummary.meta({ description: 'Whom it is with' }),
    tags: z.array(z.string().meta({ examples: ['billing'] })).meta({ description: 'Tag names' }),
    custom_fields: CustomFields,
    closed_at: Timestamp.nullable().meta({ description: 'Since when it is closed; null while it is not' }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Conversation', description: 'An exchange with a contact' });
export type Conversation = z.output<typeof Conversation>;

/** What conversations are found by. */
export const searchableConversations = defineSearchable('conversations', {
  status: ConversationStatus,
  priority: Priority,
  channel: Channel,
  assignee: true,
  email: true,
  tag: true,
  custom: true,
});

export const ConversationParams = z.object({ conversation_id: idOf('conversation') });

const writable = {
  subject: text(512)
    .nullable()
    .meta({ description: 'What it is about', examples: ['Where is my order?'] }),
  priority: Priority,
  tags: Tags,
  assignee_id: idOf('user')
    .nullable()
    .meta({ description: 'An active user of the workspace; null for nobody' }),
  custom_fields: CustomFieldsPatch,
};

export const createConversation = defineOperation({
  id: 'conversation.create',
  service: 'conversation',
  route: 'POST /v1/conversations',
  status: 201,
  scope: 'conversations:write',
  summary: 'Start a conversation with a contact, and write its first message if one is given',
  description:
    'Starts a conversation, open. The contact is found by id or e-mail address, without regard to case, and created ' +
    'when the address is new. Emits `conversation.created`, `message.created` for a first message, and ' +
    '`conversation.assigned` when somebody is assigned.',
  body: z.object({
    contact: ContactReference.meta({
      description: 'Whom it is with: found by e-mail address or id, created when the address is new',
    }),
    subject: writable.subject.default(null),
    message: NewMessage.nullable().default(null).meta({ description: 'The first message' }),
    channel: Channel.default('api'),
    priority: writable.priority.default('normal'),
    tags: writable.tags.default([]),
    assignee_id: writable.assignee_id.default(null),
    custom_fields: writable.custom_fields.default({}),
  }),
  response: Conversation,
});

export const getConversation = defineOperation({
  id: 'conversation.get',
  service: 'conversation',
  route: 'GET /v1/conversations/{conversation_id}',
  status: 200,
  scope: 'conversations:read',
  summary: 'Read a conversation',
  params: ConversationParams,
  response: Conversation,
});

export const listConversations = defineOperation({
  id: 'conversation.list',
  service: 'conversation',
  route: 'GET /v1/conversations',
  status: 200,
  scope: 'conversations:read',
  summary: 'List conversations',
  description:
    'Lists the conversations that match all given filters, newest first unless told otherwise. `q` looks in subjects, tags, ' +
    'custom fields, names and addresses of their contacts, and in each of their messages.',
  query: listQuery(['created_at', 'updated_at', 'priority'], {
    status: ConversationStatus.optional(),
    assignee: idOf('user').optional().meta({ description: 'Id of the user to whom they are assigned' }),
    channel: Channel.optional(),
    q: searchQuery(searchableConversations).optional(),
    ...createdRange,
  }),
  response: pageOf(Conversation),
});

export const updateConversation = defineOperation({
  id: 'conversation.update',
  service: 'conversation',
  route: 'PATCH /v1/conversations/{conversation_id}',
  status: 200,
  scope: 'conversations:write',
  summary: 'Change a conversation',
  description:
    'Changes the fields that are sent. Any status may follow any other. Emits `conversation.updated`, and with it ' +
    '`conversation.status_changed` and `conversation.assigned`; nothing where nothing changes.',
  params: ConversationParams,
  body: z.object({ ...writable, status: ConversationStatus }).partial(),
  response: Conversation,
});
