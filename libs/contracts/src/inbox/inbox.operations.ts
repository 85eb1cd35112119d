import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand, defineOperation } from '../operation.ts';
import { listQuery, pageOf } from '../page.ts';
import { CreatedAt, UpdatedAt, text } from '../schema.ts';

export const Inbox = z
  .object({
    id: idOf('inbox'),
    name: z.string().meta({ description: 'What it is called', examples: ['Support'] }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Inbox', description: 'Where tickets of one kind come together' });
export type Inbox = z.output<typeof Inbox>;

export const listInboxes = defineOperation({
  id: 'inbox.list',
  service: 'ticket',
  route: 'GET /v1/inboxes',
  status: 200,
  scope: 'tickets:read',
  summary: 'List inboxes',
  query: listQuery(['created_at', 'name'], {}),
  response: pageOf(Inbox),
});

export const createInbox = defineCommand({
  id: 'inbox.create',
  command: 'inbox:create',
  service: 'ticket',
  summary: 'Add an inbox to a workspace, for live and test tickets alike',
  input: z.object({ workspace: idOf('workspace'), name: text(255) }),
  output: z.object({ id: idOf('inbox') }),
});
