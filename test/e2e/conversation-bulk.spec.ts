import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { operator } from './platform.ts';
import { addUser, subscribed, withKey } from './steps.ts';

const workspace = await operator.workspace();
const { live } = workspace;

async function create(count: number, fields: Record<string, unknown> = {}) {
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const created = Array.from({ length: count }, () =>
    live.ok(api.createConversation, { body: { contact, ...fields } }),
  );
  return (await Promise.all(created)).map(({ data }) => data.id);
}
const read = async (id: api.Id<'conversation'> = 'conv_') =>
  (await live.ok(api.getConversation, { params: { conversation_id: id } })).data;

describe('a bulk update of conversations', () => {
  it('accepts every field that may be the same in several', async () => {
    const user = await addUser(workspace, { name: 'Bulk' });
    const { data: team } = await live.ok(api.createTeam, { body: { name: 'Bulk' } });
    const ids = await create(2, { tags: ['old', 'stays'], custom_fields: { a: 1, b: 2 } });
    const result = await live.ok(api.updateConversations, {
      body: {
        ids,
        update: {
          status: 'pending',
          priority: 'urgent',
          assignee_id: user.id,
          team_id: team.id,
          add_tags: ['new'],
          remove_tags: ['OLD'],
          custom_fields: { a: null, c: true },
        },
      },
    });
    expect(result).toEqual({
      data: ids.map((id) => ({ id, status: 'updated' })),
      meta: { total: 2, succeeded: 2, failed: 0 },
    });
    for (const id of ids)
      expect(await read(id)).toMatchObject({
        status: 'pending',
        priority: 'urgent',
        assignee: { id: user.id, name: 'Bulk' },
        team: { id: team.id },
        tags: ['stays', 'new'],
        custom_fields: { b: 2, c: true },
      });
    await live.ok(api.updateConversations, { body: { ids, update: { tags: ['only'], assignee_id: null } } });
    expect(await read(ids[0])).toMatchObject({ tags: ['only'], assignee: null });
  });

  it('fails only the conversations that cannot take it, and answers in the order of the ids', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    const [full = 'conv_'] = await create(1, { tags });
    const [empty = 'conv_', tagged = 'conv_'] = await create(2);
    await live.ok(api.updateConversations, { body: { ids: [tagged], update: { add_tags: ['one more'] } } });
    const stranger = await (
      await operator.workspace()
    ).live.ok(api.createConversation, {
      body: { contact: { email: 'dana@example.com' } },
    });
    const ids = [full, stranger.data.id, tagged, empty, empty, 'no id'];
    const { data, meta } = await live.ok(api.updateConversations, {
      body: { ids, update: { add_tags: ['one more'] } },
    });
    expect(data.map(({ id, status, error }) => [id, status, error?.code, error?.param])).toEqual([
      [full, 'failed', 'too_many_items', 'update.add_tags'],
      [stranger.data.id, 'failed', 'not_found', undefined],
      [tagged, 'unchanged', undefined, undefined],
      [empty, 'updated', undefined, undefined],
      ['no id', 'failed', 'not_found', undefined],
    ]);
    expect(meta).toEqual({ total: 5, succeeded: 2, failed: 3 });
    expect((await read(full)).tags).toHaveLength(50);
  });

  it('that is invalid for all changes none', async () => {
    const ids = await create(1, { tags: ['kept'] });
    const before = await read(ids[0]);
    const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    for (const [update, param] of [
      [{ status: 'resolved' }, 'update.status'],
      [{ assignee_id: 'user_01h455vb4pex5vsknk084sn02q', status: 'closed' }, 'update.assignee_id'],
      [{ team_id: 'team_01h455vb4pex5vsknk084sn02q', status: 'closed' }, 'update.team_id'],
      [{ mailbox_id: 'mbx_01h455vb4pex5vsknk084sn02q', status: 'closed' }, 'update.mailbox_id'],
      [{ tags, add_tags: ['one more'], status: 'closed' }, 'update.add_tags'],
      [{ messages_count: 3, status: 'closed' }, 'update.messages_count'],
      [{ contact: { email: 'dana@example.com' }, status: 'closed' }, 'update.contact'],
    ] as const) {
      const { status, body } = await live.call(api.updateConversations, { body: { ids, update } as never });
      expect([status, body]).toMatchObject([422, { error: { param } }]);
    }
    const reader = await withKey(workspace, 'conversations:read');
    const refused = await reader.call(api.updateConversations, {
      body: { ids, update: { status: 'closed' } },
    });
    expect(refused.status).toBe(403);
    expect(await read(ids[0])).toEqual(before);
  });

  it('changes once what two ids lead to after a merge', async () => {
    const [kept = 'conv_', merged = 'conv_'] = await create(2);
    const params = { conversation_id: kept };
    await live.ok(api.mergeConversations, { params, body: { from_ids: [merged] } });
    const { data } = await live.ok(api.updateConversations, {
      body: { ids: [merged, kept], update: { status: 'closed' } },
    });
    expect(data).toEqual([
      { id: merged, status: 'updated' },
      { id: kept, status: 'updated' },
    ]);
    expect((await read(kept)).status).toBe('closed');
  });

  it('sends the same events as single updates, and none for what it does not change', async () => {
    const { live: own } = await operator.workspace();
    const opened = async () =>
      (await own.ok(api.createConversation, { body: { contact: { email: 'dana@example.com' } } })).data.id;
    const ids = [await opened(), await opened()];
    await using receiver = await subscribed(own, 'conversation.*');
    for (let time = 0; time < 2; time += 1)
      await own.ok(api.updateConversations, { body: { ids, update: { status: 'pending' } } });
    const params = { conversation_id: ids[0] ?? 'conv_' };
    await own.ok(api.updateConversation, { params, body: { subject: 'Last' } });
    const news = await receiver.received('conversation.updated', 3);
    const changes = news.filter(({ body }) => 'status' in (body.previous ?? {}));
    expect(changes.map(({ body }) => [body.data['id'], body.previous]).toSorted()).toEqual(
      ids.map((id) => [id, { status: 'open' }]).toSorted(),
    );
    expect(news).toHaveLength(3);
    const told = await receiver.received('conversation.status_changed', 2);
    expect(told.map(({ body }) => body.previous)).toEqual([{ status: 'open' }, { status: 'open' }]);
  });
});
