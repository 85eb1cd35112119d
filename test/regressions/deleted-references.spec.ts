import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, eventually, refusalOf, statementBlockedBy } from '@parley/testing';
import { databaseUrl, operator } from '../e2e/platform.ts';
import { whileHeld } from '../e2e/session-api/query.ts';
import { addUser } from '../e2e/steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;

/** Starts a request that refers to an inbox, and lets it wait for a transaction that deletes the inbox. */
async function whileInboxIsDeleted<Answer>(request: (inbox: api.Id<'inbox'>) => Promise<Answer>) {
  const { id } = await operator.run(api.createInbox, {
    workspace: workspace.credentials.workspace_id,
    name: 'Going',
  });
  const text = 'delete from ticket.inbox where id = $1';
  return whileHeld([{ text, values: [api.uuidOf('inbox', id)] }], () => request(id));
}

const open = async () => (await live.ok(api.createTicket, { body: { subject: 'Moves' } })).data;

it('a ticket whose inbox is deleted while it is written is a 422 that names the parameter', async () => {
  const created = await whileInboxIsDeleted((inbox_id) =>
    live.call(api.createTicket, { body: { subject: 'Late', inbox_id } }),
  );
  expect(refusalOf(created)).toBe('422 invalid_parameter inbox_id');
  const params = { ticket_id: (await open()).id };
  const moved = await whileInboxIsDeleted((inbox_id) =>
    live.call(api.updateTicket, { params, body: { inbox_id } }),
  );
  expect(refusalOf(moved)).toBe('422 invalid_parameter inbox_id');
});

it('a bulk update reports such an inbox for each ticket', async () => {
  const ids = [(await open()).id, 'ticket_01h455vb4pex5vsknk084sn02q', (await open()).id];
  const { data, meta } = await whileInboxIsDeleted((inbox_id) =>
    live.ok(api.updateTickets, { body: { ids, update: { inbox_id } } }),
  );
  expect(data.map(({ error }) => [error?.code, error?.param])).toEqual([
    ['invalid_parameter', 'update.inbox_id'],
    ['not_found', undefined],
    ['invalid_parameter', 'update.inbox_id'],
  ]);
  expect(meta).toEqual({ total: 3, succeeded: 0, failed: 3 });
  const params = { ticket_id: ids[0] as api.Id<'ticket'> };
  expect((await live.ok(api.getTicket, { params })).data).toMatchObject({ inbox_id: null });
});

it.each(['ticket', 'conversation'] as const)(
  'an assignee who is deactivated while a %s waits is a 422, or it would stay assigned',
  async (kind) => {
    const { id: assignee_id } = await addUser(workspace);
    const contact = { email: 'kim@example.com' };
    const [create, get, update] =
      kind === 'ticket'
        ? [api.createTicket, api.getTicket, api.updateTicket]
        : [api.createConversation, api.getConversation, api.updateConversation];
    const make = async (fields: object) => {
      const answer = await live.call(create, { body: { subject: 'Waits', contact, ...fields } });
      const { id } = (answer.body as unknown as { data: api.Ticket | api.Conversation }).data;
      return { id, sent: { params: { [`${kind}_id`]: id } } };
    };
    const [marker, waiting] = [await make({ assignee_id }), await make({})];
    await using holder = await connected(databaseUrl);
    await holder.query('begin');
    const uuid = api.decodeId(kind, waiting.id);
    await holder.query(`select from ${kind}.${kind} where id = $1 for update`, [uuid]);
    const assigned = live.call(update, { ...waiting.sent, body: { assignee_id } });
    await statementBlockedBy(holder);
    await operator.run(api.overrideUser, { id: assignee_id, status: 'inactive' });
    await eventually(async () => {
      const { body } = await live.call(get, marker.sent);
      return (body as unknown as { data: api.Ticket }).data.assignee === null;
    });
    await holder.query('commit');
    expect(refusalOf(await assigned)).toBe('422 invalid_parameter assignee_id');
  },
);
