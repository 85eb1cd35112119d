import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually, refusalOf, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';
import { actingUser, subscribed, withKey } from './steps.ts';

const ALL = 'conversations:read,conversations:write';

const asUser = (workspace: TestWorkspace, role: api.Role) => actingUser(workspace, { role }, ALL);

async function noteIn(client: ApiClient, body: string, type: api.MessageType = 'note') {
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const { data: conversation } = await client.ok(api.createConversation, { body: { contact } });
  const params = { conversation_id: conversation.id };
  const { data: note } = await client.ok(api.createMessage, { params, body: { body, type } });
  return { note, params: { ...params, message_id: note.id } };
}

describe('notes', () => {
  it('are edited by their author, who is told apart from the one who edits them later', async () => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    await using receiver = await subscribed(live, 'message.*');
    const agent = await asUser(workspace, 'agent');
    const { note, params } = await noteIn(agent.client, 'Ring her bakc');
    expect(note).toMatchObject({ edited_at: null, edited_by: null });
    const body = { body: 'Ring her back' };
    const { data: edited } = await agent.client.ok(api.updateMessage, { params, body });
    expect(edited).toEqual({
      ...note,
      body: 'Ring her back',
      edited_at: expect.any(String),
      edited_by: agent.id,
    });
    const admin = await asUser(workspace, 'admin');
    const again = await admin.client.ok(api.updateMessage, { params, body: { body: 'Done' } });
    expect(again.data).toMatchObject({ body: 'Done', edited_by: admin.id, author: { id: agent.id } });
    expect((await live.ok(api.getMessage, { params })).data).toEqual(again.data);
    const query = { resource: note.id, event: 'message.updated', order: 'asc' } as const;
    await eventually(async () => {
      const { data: events } = await live.ok(api.listEvents, { query });
      expect(events.map((event) => [event.actor.id, event.previous])).toEqual([
        [agent.id, { body: 'Ring her bakc', edited_at: null, edited_by: null }],
        [admin.id, { body: 'Ring her back', edited_at: edited.edited_at, edited_by: agent.id }],
      ]);
    });
    const told = await receiver.received('message.updated', 2);
    expect(told.map(({ body: event }) => event.data['body'])).toEqual(['Ring her back', 'Done']);
  });

  it('stay as they are for a text that they have already, and for a version that they have no more', async () => {
    const { live } = await operator.workspace();
    const { note, params } = await noteIn(live, 'Once');
    const same = await live.ok(api.updateMessage, { params, body: { body: 'Once' } });
    expect(same.data).toEqual(note);
    const tag = (await live.call(api.getMessage, { params })).headers.get('etag') ?? '';
    await live.ok(api.updateMessage, { params, body: { body: 'Twice' } });
    const late = await live.call(
      api.updateMessage,
      { params, body: { body: 'Thrice' } },
      { 'if-match': tag },
    );
    expect(refusalOf(late)).toBe('412 precondition_failed');
    expect((await live.ok(api.getMessage, { params })).data.body).toBe('Twice');
    const blank = await live.call(api.updateMessage, { params, body: { body: ' \n' } });
    expect(refusalOf(blank)).toBe('422 invalid_parameter body');
  });

  it('are found by their new words alone', async () => {
    const { live } = await operator.workspace();
    const { params } = await noteIn(live, 'The parcel is in Aachen');
    const found = async (q: string) =>
      (await live.ok(api.listConversations, { query: { q } })).data.map(({ id }) => id);
    expect(await found('aachen')).toEqual([params.conversation_id]);
    await live.ok(api.updateMessage, { params, body: { body: 'The parcel is in Bremen' } });
    expect([await found('aachen'), await found('bremen')]).toEqual([[], [params.conversation_id]]);
  });

  it('of others are neither edited nor redacted by agents, but by admins and API keys', async () => {
    const workspace = await operator.workspace();
    const { params } = await noteIn(workspace.live, 'Of the key');
    const { client } = await asUser(workspace, 'agent');
    const edited = await client.call(api.updateMessage, { params, body: { body: 'Mine' } });
    expect(refusalOf(edited)).toBe('403 role_forbidden');
    expect(refusalOf(await client.call(api.deleteMessage, { params }))).toBe('403 role_forbidden');
    expect((await client.ok(api.getMessage, { params })).data).toMatchObject({
      body: 'Of the key',
      redacted_at: null,
    });
    const key = await withKey(workspace, ALL);
    await key.ok(api.updateMessage, { params, body: { body: 'By a key' } });
    const admin = await asUser(workspace, 'admin');
    await admin.client.ok(api.deleteMessage, { params });
    const { data: redacted } = await client.ok(api.getMessage, { params });
    expect(redacted).toMatchObject({ body: '', redacted_by: admin.id });
    const own = await noteIn(client, 'Of the agent');
    expect((await client.call(api.deleteMessage, { params: own.params })).status).toBe(204);
  });

  it('are the only messages that can be edited, until they are redacted', async () => {
    const { live } = await operator.workspace();
    for (const type of ['reply', 'comment'] as const) {
      const { params } = await noteIn(live, 'Sent', type);
      const refused = await live.call(api.updateMessage, { params, body: { body: 'Unsaid' } });
      expect(refusalOf(refused)).toBe('409 not_editable');
      expect((await live.ok(api.getMessage, { params })).data).toMatchObject({
        body: 'Sent',
        edited_at: null,
      });
    }
    const { params } = await noteIn(live, 'Gone');
    await live.ok(api.deleteMessage, { params });
    const refused = await live.call(api.updateMessage, { params, body: { body: 'Back' } });
    expect(refusalOf(refused)).toBe('409 not_editable');
  });

  it('of another workspace, mode or conversation do not exist', async () => {
    const [workspace, other] = [await operator.workspace(), await operator.workspace()];
    const { note, params } = await noteIn(workspace.live, 'Ours');
    const elsewhere = (await noteIn(workspace.live, 'Other')).params.conversation_id;
    const calls = [
      [other.live, params],
      [workspace.test, params],
      [workspace.live, { conversation_id: elsewhere, message_id: note.id }],
    ] as const;
    for (const [client, at] of calls) {
      const refused = await client.call(api.updateMessage, { params: at, body: { body: 'Theirs' } });
      expect(refusalOf(refused)).toBe('404 not_found');
    }
    expect((await workspace.live.ok(api.getMessage, { params })).data).toEqual(note);
  });

  it('have a history of who changed what in the event log, which a redaction empties', async () => {
    const { live } = await operator.workspace();
    const { params } = await noteIn(live, 'My card is geheimnis');
    await live.ok(api.updateMessage, { params, body: { body: 'My card is verschlossen' } });
    const log = async () => (await live.ok(api.listEvents, { query: { resource: params.message_id } })).data;
    await eventually(async () => {
      const [updated] = await log();
      expect([updated?.event, updated?.previous?.['body']]).toEqual([
        'message.updated',
        'My card is geheimnis',
      ]);
    });
    await live.ok(api.deleteMessage, { params });
    await eventually(async () => {
      const events = await log();
      expect(events.map(({ event }) => event)).toEqual([
        'message.redacted',
        'message.updated',
        'message.created',
      ]);
      expect(JSON.stringify(events)).not.toMatch(/geheimnis|verschlossen/);
    });
  });
});
