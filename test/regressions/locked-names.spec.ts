import { expect, it } from '@jest/globals';
import {
  createConversation,
  createTicket,
  updateConversation,
  updateTicket,
  uuidOf,
  type Id,
} from '@parley/contracts';
import { operator } from '../e2e/platform.ts';
import { whileHeld } from '../e2e/session-api/query.ts';
import { addUser } from '../e2e/steps.ts';

/** Starts a change of a row that waits for a lock, under which the row gets another assignee. */
function changedWhileAssigned<Answer>(
  table: string,
  row: string,
  assignee: Id<'user'>,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const text = `update ${table} set assignee_id = $2, version = version + 1 where id = $1`;
  return whileHeld([{ text, values: [row, uuidOf('user', assignee)] }], change);
}

it('a change that waits for another one shows the name of the assignee whom that one set', async () => {
  const workspace = await operator.workspace();
  const { live } = workspace;
  const { id: before } = await addUser(workspace, { name: 'Ann' });
  const { id: after } = await addUser(workspace, { name: 'Bea' });
  const contact = { email: 'dana@example.com' };
  // The services know both users from here on.
  for (const assignee_id of [after, before]) {
    await live.ok(createTicket, { body: { subject: 'Known', assignee_id } });
    await live.ok(createConversation, { body: { contact, assignee_id } });
  }
  const assignee = { id: after, name: 'Bea' };
  const { data: ticket } = await live.ok(createTicket, { body: { subject: 'Waits', assignee_id: before } });
  const changedTicket = await changedWhileAssigned('ticket.ticket', uuidOf('ticket', ticket.id), after, () =>
    live.ok(updateTicket, { params: { ticket_id: ticket.id }, body: { subject: 'Changed' } }),
  );
  expect(changedTicket.data).toMatchObject({ subject: 'Changed', assignee });
  const { data: conversation } = await live.ok(createConversation, {
    body: { contact, assignee_id: before },
  });
  const id = uuidOf('conversation', conversation.id);
  const changedConversation = await changedWhileAssigned('conversation.conversation', id, after, () =>
    live.ok(updateConversation, {
      params: { conversation_id: conversation.id },
      body: { subject: 'Changed' },
    }),
  );
  expect(changedConversation.data).toMatchObject({ subject: 'Changed', assignee });
});
