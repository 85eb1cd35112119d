import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver, refusalOf, type ApiClient, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

const [workspace, stranger] = await Promise.all([operator.workspace(), operator.workspace()]);

describe('inboxes', () => {
  const create = (of: TestWorkspace, name: string) =>
    operator.run(api.createInbox, { workspace: of.credentials.workspace_id, name });

  it('are created by the operator and listed in live and in test mode', async () => {
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
    expect((await stranger.live.ok(api.listInboxes, { query: {} })).data).toEqual([]);
  });

  it('that do not exist in the workspace contain no tickets and accept none', async () => {
    const { live } = workspace;
    const foreign = await create(stranger, 'Foreign');
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Mine' } });
    for (const inbox of [foreign.id, 'inbox_01h455vb4pex5vsknk084sn02q'] as const) {
      expect((await live.ok(api.listTickets, { query: { inbox } })).meta.total_count).toBe(0);
      const body = { subject: 'x', inbox_id: inbox };
      for (const refused of [
        await live.call(api.createTicket, { body }),
        await live.call(api.updateTicket, { params: { ticket_id: ticket.id }, body }),
      ])
        expect(refusalOf(refused)).toBe('422 invalid_parameter inbox_id');
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
    await using receiver = await Receiver.start();
    await live.ok(api.createWebhook, { body: { url: receiver.url, events: ['conversation.updated'] } });
    await live.ok(api.deleteInbox, { params: { inbox_id: gone.id } });
    await eventually(async () => expect(await Promise.all(moved.map(inboxOf))).toEqual([null, null, null]));
    for (const { body } of await receiver.received('conversation.updated', 2))
      expect(body).toMatchObject({ data: { inbox_id: null }, previous: { inbox_id: gone.id } });
    expect(await inboxOf(other)).toBe(kept.id);
    expect((await live.ok(api.listConversations, { query: { inbox: gone.id } })).data).toEqual([]);
  });
});
