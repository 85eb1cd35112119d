import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver, type ApiClient, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

const [workspace, stranger] = await Promise.all([operator.workspace(), operator.workspace()]);

describe('inboxes', () => {
  const create = (of: TestWorkspace, name: string) =>
    operator.run(api.createInbox, { workspace: of.credentials.workspace_id, name });

  it('are created by the operator and listed in live and in test mode', async () => {
    const { live, test } = await operator.workspace();
    expect((await live.ok(api.listInboxes, { query: {} })).data).toEqual([]);
    const own = await operator.workspace();
    const support = await create(own, 'support');
    const billing = await create(own, 'Billing');
    const byName = { query: { sort: 'name', order: 'asc' } } as const;
    const listed = await own.live.ok(api.listInboxes, byName);
    expect(listed.data.map(({ id, name }) => [id, name])).toEqual([
      [billing.id, 'Billing'],
      [support.id, 'support'],
    ]);
    expect(listed.meta.total_count).toBe(2);
    expect((await own.test.ok(api.listInboxes, byName)).data).toEqual(listed.data);
    const { data: one } = await own.live.ok(api.getInbox, { params: { inbox_id: billing.id } });
    expect(one).toEqual(listed.data[0]);
    expect((await test.ok(api.listInboxes, { query: {} })).data).toEqual([]);
  });

  it('contain tickets, which can be moved between them', async () => {
    const { live, test } = workspace;
    const [one, two] = [await create(workspace, 'One'), await create(workspace, 'Two')];
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'In', inbox_id: one.id } });
    expect(ticket.inbox_id).toBe(one.id);
    const { data: none } = await live.ok(api.createTicket, { body: { subject: 'None' } });
    expect(none.inbox_id).toBeNull();
    const subjects = async (inbox: typeof one.id, client = live) =>
      (await client.ok(api.listTickets, { query: { inbox } })).data.map(({ subject }) => subject);
    expect(await subjects(one.id)).toEqual(['In']);
    expect(await subjects(one.id, test)).toEqual([]);
    expect(await subjects(one.id, stranger.live)).toEqual([]);
    const params = { ticket_id: ticket.id };
    await live.ok(api.updateTicket, { params, body: { inbox_id: two.id } });
    expect([await subjects(one.id), await subjects(two.id)]).toEqual([[], ['In']]);
    await live.ok(api.updateTicket, { params, body: { inbox_id: null } });
    expect((await live.ok(api.getTicket, { params })).data.inbox_id).toBeNull();
  });

  it('that do not exist in the workspace contain no tickets and accept none', async () => {
    const { live } = workspace;
    const foreign = await create(stranger, 'Foreign');
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Mine' } });
    for (const inbox of [foreign.id, 'inbox_01h455vb4pex5vsknk084sn02q'] as const) {
      expect((await live.ok(api.listTickets, { query: { inbox } })).meta.total_count).toBe(0);
      const body = { subject: 'x', inbox_id: inbox };
      const created = await live.call(api.createTicket, { body });
      expect([created.status, created.body.error.param]).toEqual([422, 'inbox_id']);
      const moved = await live.call(api.updateTicket, { params: { ticket_id: ticket.id }, body });
      expect([moved.status, moved.body.error.param]).toEqual([422, 'inbox_id']);
    }
  });

  it('that are deleted are removed from their conversations in both modes, with an event for each', async () => {
    const { live, test } = workspace;
    const [gone, kept] = [await create(workspace, 'Gone'), await create(workspace, 'Kept')];
    const conversationIn = async (client: ApiClient, inbox: typeof gone.id) => {
      const body = { contact: { email: 'kim@example.com' }, inbox_id: inbox };
      return {
        client,
        params: { conversation_id: (await client.ok(api.createConversation, { body })).data.id },
      };
    };
    const inboxOf = async ({ client, params }: Awaited<ReturnType<typeof conversationIn>>) =>
      (await client.ok(api.getConversation, { params })).data.inbox_id;
    const closed = await conversationIn(live, gone.id);
    await live.ok(api.updateConversation, { params: closed.params, body: { status: 'closed' } });
    const moved = [closed, await conversationIn(live, gone.id), await conversationIn(test, gone.id)];
    const other = await conversationIn(live, kept.id);
    const receiver = await Receiver.start();
    try {
      await live.ok(api.createWebhook, { body: { url: receiver.url, events: ['conversation.updated'] } });
      await live.ok(api.deleteInbox, { params: { inbox_id: gone.id } });
      await eventually(async () => expect(await Promise.all(moved.map(inboxOf))).toEqual([null, null, null]));
      const updates = await receiver.received('conversation.updated', 2);
      for (const { body } of updates)
        expect(body).toMatchObject({ data: { inbox_id: null }, previous: { inbox_id: gone.id } });
    } finally {
      await receiver.close();
    }
    expect(await inboxOf(other)).toBe(kept.id);
    expect((await live.ok(api.listConversations, { query: { inbox: gone.id } })).data).toEqual([]);
  });
});
