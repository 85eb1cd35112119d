import { z } from 'zod';
import { component, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineOperation, noContent } from '../operation.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, text, UpdatedAt } from '../schema.ts';

export const Inbox = component('Inbox', 'A group of tickets, such as those of one team or topic', {
  id: idOf('inbox'),
  name: string('Display name', 'Support'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Inbox = z.output<typeof Inbox>;

const InboxParams = z.object({ inbox_id: idOf('inbox') });

export const getInbox = defineOperation({
  id: 'inbox.get',
  route: 'GET /v1/inboxes/{inbox_id}',
  scope: 'tickets:read',
  summary: 'Retrieve an inbox',
  params: InboxParams,
  response: Inbox,
});

export const listInboxes = defineOperation({
  id: 'inbox.list',
  route: 'GET /v1/inboxes',
  scope: 'tickets:read',
  summary: 'List inboxes',
  query: listQuery(['created_at', 'name'], {}),
  response: pageOf(Inbox),
});

const ADMINS = 'Admins only. Returns 403 for test keys, because live and test mode have the same inboxes.';
const writable = { name: text(255).meta({ description: 'Display name', examples: ['Support'] }) };

export const addInbox = defineOperation({
  id: 'inbox.create',
  route: 'POST /v1/inboxes',
  status: 201,
  scope: 'users:write',
  summary: 'Create an inbox',
  description: ADMINS,
  body: z.object({ name: writable.name.meta({ examples: ['Logistics'] }) }),
  response: Inbox,
});

export const updateInbox = defineOperation({
  id: 'inbox.update',
  route: 'PATCH /v1/inboxes/{inbox_id}',
  scope: 'users:write',
  summary: 'Update an inbox',
  description: ADMINS,
  params: InboxParams,
  body: z.object(writable).partial(),
  response: Inbox,
});

export const deleteInbox = defineOperation({
  id: 'inbox.delete',
  route: 'DELETE /v1/inboxes/{inbox_id}',
  scope: 'users:write',
  summary: 'Delete an inbox',
  description:
    'Returns 422 while the inbox contains tickets of either mode: move them first. Its conversations are kept: their ' +
    `\`inbox_id\` becomes null shortly after, with \`conversation.updated\`. ${ADMINS}`,
  params: InboxParams,
  response: noContent,
  errors: ['invalid_parameter'],
});
