import { z } from 'zod';
import { component, string } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineResource } from '../resource.ts';
import { listQuery } from '../page.ts';
import { CreatedAt, nameText, UpdatedAt } from '../schema.ts';
import { TeamId } from '../summaries.ts';

const team_id = TeamId.meta({
  description:
    'Id of the team to which tickets and conversations that begin in the inbox belong, unless they name another; or null',
  examples: [null],
});

export const Inbox = component('Inbox', 'A group of tickets, such as those of one team or topic', {
  id: idOf('inbox'),
  name: string('Display name', 'Support'),
  team_id,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Inbox = z.output<typeof Inbox>;

const inboxes = defineResource('inbox', Inbox, {
  path: '/v1/inboxes',
  read: 'tickets:read',
  write: 'users:write',
});

export const getInbox = inboxes.get();

export const listInboxes = inboxes.list({ query: listQuery(['created_at', 'name'], {}) });

const ADMINS =
  'Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the same inboxes.';
const writable = {
  name: nameText(255).meta({ description: 'Display name', examples: ['Support'] }),
  team_id,
};

export const addInbox = inboxes.create({
  description: ADMINS,
  body: z.object({ name: writable.name.meta({ examples: ['Logistics'] }), team_id: team_id.default(null) }),
});

export const updateInbox = inboxes.update({ description: ADMINS, body: z.object(writable).partial() });

export const deleteInbox = inboxes.delete({
  description:
    'Returns 422 while the inbox contains tickets of either mode: move them first. Its conversations are kept: their ' +
    `\`inbox_id\` becomes null shortly after, with \`conversation.updated\`. ${ADMINS}`,
  errors: ['invalid_parameter'],
});
