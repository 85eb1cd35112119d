import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineOperation } from '../operation.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, UpdatedAt } from '../schema.ts';

export const Inbox = z
  .object({
    id: idOf('inbox'),
    name: z.string().meta({ description: 'Display name', examples: ['Support'] }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Inbox', description: 'A group of tickets, such as those of one team or topic' });
export type Inbox = z.output<typeof Inbox>;

export const getInbox = defineOperation({
  id: 'inbox.get',
  route: 'GET /v1/inboxes/{inbox_id}',
  scope: 'tickets:read',
  summary: 'Retrieve an inbox',
  params: z.object({ inbox_id: idOf('inbox') }),
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
