import { beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, eventually, statementBlockedBy, type TestWorkspace } from '@parley/testing';
import { databaseUrl, operator } from './platform.ts';
import { addUser, subscribed } from './steps.ts';

const contact = { email: 'dana@example.com' };
let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await operator.workspace();
});

const open = async (fields: { assignee_id?: api.Id<'user'> } = {}) =>
  (await workspace.live.ok(api.createConversation, { body: { contact, ...fields } })).data;
const ticketOf = async (conversation_id: api.Id<'conversation'> | null, fields: object = {}) =>
  (await workspace.live.ok(api.createTicket, { body: { subject: 'Broken', conversation_id, ...fields } }))
    .data;
const write = (conversation_id: api.Id<'conversation'>, body: object) =>
  workspace.live.call(api.createMessage, { params: { conversation_id }, body: { body: 'Hello', ...body } });
const changeTicket = (ticket_id: api.Id<'ticket'>, body: api.Input<typeof api.updateTicket>['body']) =>
  workspace.live.ok(api.updateTicket, { params: { ticket_id }, body });
const changeConversation = (
  conversation_id: api.Id<'conversation'>,
  body: api.Input<typeof api.updateConversation>['body'],
) => workspace.live.ok(api.updateConversation, { params: { conversation_id }, body });
const ticketNow = async (ticket_id: api.Id<'ticket'>) =>
  (await workspace.live.ok(api.getTicket, { params: { ticket_id } })).data;
const conversationNow = async (conversation_id: api.Id<'conversation'>) =>
  (await workspace.live.ok(api.getConversation, { params: { conversation_id } })).data;
const fromContact = { author: { type: 'contact' } };

describe("a contact's message", () => {
  it.each(['pending', 'closed'] as const)('opens a conversation that is %s', async (status) => {
    const { id } = await open();
    await changeConversation(id, { status });
    await write(id, { type: 'note' });
    expect((await conversationNow(id)).status).toBe(status);
    await write(id, fromContact);
    expect(await conversationNow(id)).toMatchObject({ status: 'open', closed_at: null });
  });

  it('opens the tickets of its conversation whose status is older, with their events', async () => {
    const { id } = await open();
    const receiver = await subscribed(workspace.live, 'ticket.status_changed', 'ticket.updated');
    const tickets = await Promise.all(['pending', 'resolved', 'closed'].map(() => ticketOf(id)));
    const [pending, resolved, closed] = tickets as [api.Ticket, api.Ticket, api.Ticket];
    await changeTicket(pending.id, { status: 'pending' });
    await changeTicket(resolved.id, { status: 'resolved' });
    await changeTicket(closed.id, { status: 'closed' });
    await write(id, fromContact);
    for (const [ticket, reopened] of [
      [pending, 0],
      [resolved, 1],
      [closed, 1],
    ] as const)
      await eventually(async () => {
        const { status, resolved_at, closed_at, reopened_count } = await ticketNow(ticket.id);
        return status === 'open' && resolved_at === null && closed_at === null && reopened_count === reopened;
      });
    const changes = await receiver.receivedEvents('ticket.status_changed', 6);
    expect(changes.filter(({ body }) => body.data['status'] === 'open')).toHaveLength(3);
    expect(await receiver.receivedEvents('ticket.updated', 6)).toHaveLength(6);
    await receiver.close();
  });
});

it('a reply between the creation of a ticket and its link to the conversation is its first response', async () => {
  const { id } = await open();
  await write(id, { type: 'reply' });
  const ticket = await ticketOf(null, { contact });
  await write(id, { type: 'note' });
  const reply = await write(id, { type: 'reply' });
  const { created_at: repliedAt } = (reply.body as unknown as { data: api.Message }).data;
  await changeTicket(ticket.id, { conversation_id: id });
  await eventually(async () => (await ticketNow(ticket.id)).first_responded_at === repliedAt);
  expect((await ticketNow(ticket.id)).sla?.metrics).toEqual([
    expect.objectContaining({ status: 'on_track', stopped_at: repliedAt }),
  ]);
});

it("a contact's message between the last change of a ticket and its link to the conversation opens it", async () => {
  const { id } = await open();
  const [early, late] = [await ticketOf(null, { contact }), await ticketOf(null, { contact })];
  await changeTicket(late.id, { status: 'resolved' });
  await write(id, fromContact);
  await changeTicket(early.id, { status: 'resolved' });
  await write(id, { type: 'reply' });
  for (const ticket of [early, late]) await changeTicket(ticket.id, { conversation_id: id });
  for (const [ticket, status] of [
    [early, 'resolved'],
    [late, 'open'],
  ] as const) {
    // The reply may be heard of before what else there is to catch up with.
    await eventually(async () => {
      const now = await ticketNow(ticket.id);
      expect([now.first_responded_at === null, now.status]).toEqual([false, status]);
    });
  }
});

it('a link to a conversation that is deleted before it is committed does not stay', async () => {
  const { id } = await open();
  const ticket = await ticketOf(null, { contact });
  await using holder = await connected(databaseUrl);
  await holder.query('begin');
  await holder.query('select from ticket.ticket where id = $1 for update', [api.uuidOf('ticket', ticket.id)]);
  const linking = changeTicket(ticket.id, { conversation_id: id });
  await statementBlockedBy(holder);
  const receiver = await subscribed(workspace.live, 'conversation.deleted');
  await workspace.live.ok(api.deleteConversation, { params: { conversation_id: id } });
  await receiver.received('conversation.deleted');
  await holder.query('commit');
  expect((await linking).data.conversation_id).toBe(id);
  await eventually(async () => (await ticketNow(ticket.id)).conversation_id === null);
  await receiver.close();
});

describe('work that is reopened while its assignee is deactivated becomes unassigned', () => {
  let left: api.Id<'user'>;
  let conversations: api.Id<'conversation'>[];
  let tickets: api.Id<'ticket'>[];

  beforeAll(async () => {
    left = (await addUser(workspace)).id;
    conversations = [];
    tickets = [];
    for (let made = 0; made < 4; made += 1) {
      const { id } = await open({ assignee_id: left });
      conversations.push(id);
      tickets.push((await ticketOf(id, { assignee_id: left })).id);
      await changeConversation(id, { status: 'closed' });
      await changeTicket(tickets[made] as api.Id<'ticket'>, { status: 'resolved' });
    }
    const marker = await ticketOf(null, { assignee_id: left });
    const other = await open({ assignee_id: left });
    await workspace.live.ok(api.updateUser, { params: { user_id: left }, body: { status: 'inactive' } });
    // Both services know it once open work is unassigned.
    await eventually(async () => (await ticketNow(marker.id)).assignee === null);
    await eventually(async () => (await conversationNow(other.id)).assignee === null);
  });

  const expectUnassigned = async (index: number) => {
    await eventually(async () => (await ticketNow(tickets[index] as api.Id<'ticket'>)).assignee === null);
    const query = { assignee: 'none', status: 'open' };
    const { data } = await workspace.live.ok(api.listTickets, { query });
    expect(data.map(({ id }) => id)).toContain(tickets[index]);
  };

  it('by PATCH', async () => {
    const { data: conversation } = await changeConversation(conversations[0] as api.Id<'conversation'>, {
      status: 'pending',
    });
    expect(conversation).toMatchObject({ status: 'pending', assignee: null });
    const { data: ticket } = await changeTicket(tickets[0] as api.Id<'ticket'>, { status: 'open' });
    expect(ticket).toMatchObject({ status: 'open', assignee: null });
    await expectUnassigned(0);
  });

  it('in bulk', async () => {
    const body = { ids: [tickets[1] as api.Id<'ticket'>], update: { status: 'open' as const } };
    await workspace.live.ok(api.updateTickets, { body });
    await expectUnassigned(1);
  });

  it.each([
    ['JSON', 2, {}],
    ['multipart', 3, { attachments: [new File(['text'], 'a.txt')] }],
  ])("by a contact's message as %s", async (_, index, files) => {
    const id = conversations[index] as api.Id<'conversation'>;
    expect((await write(id, { ...fromContact, ...files })).status).toBe(201);
    expect(await conversationNow(id)).toMatchObject({ status: 'open', assignee: null });
    await expectUnassigned(index);
  });
});
