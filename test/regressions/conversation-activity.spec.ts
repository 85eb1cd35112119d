import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf, type TestWorkspace } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

const workspace = await operator.workspace();
const live = workspace.live;

type NewMessage = NonNullable<api.Input<typeof api.createConversation>['body']['message']>;
const contact = { type: 'contact' } as const;

const start = async (message?: NewMessage): Promise<api.Conversation['id']> => {
  const body = { contact: { email: `${crypto.randomUUID()}@example.com` }, ...(message && { message }) };
  return (await live.ok(api.createConversation, { body })).data.id;
};
const say = async (conversation_id: api.Conversation['id'], message: Partial<NewMessage> = {}) =>
  (await live.ok(api.createMessage, { params: { conversation_id }, body: { body: 'Hello', ...message } }))
    .data;
const read = async (conversation_id: api.Conversation['id']) => {
  const answer = await live.call(api.getConversation, { params: { conversation_id } });
  return { ...(answer.body as unknown as { data: api.Conversation }).data, etag: answer.headers.get('etag') };
};

describe('the activity of a conversation', () => {
  it('is empty without a message and follows each one, with updated_at and ETag', async () => {
    const id = await start();
    const empty = { last_message_at: null, last_message_by: null, messages_count: 0, waiting_since: null };
    let before = await read(id);
    expect(before).toMatchObject(empty);

    const asked = await say(id, { author: contact });
    await say(id, { author: contact });
    const noted = await say(id, { type: 'note' });
    let now = await read(id);
    expect(now).toMatchObject({
      last_message_at: noted.created_at,
      last_message_by: 'user',
      messages_count: 3,
      waiting_since: asked.created_at,
    });
    expect(now.updated_at > before.updated_at).toBe(true);
    expect(now.etag).not.toBe(before.etag);

    before = now;
    await say(id, { type: 'comment' });
    expect((await read(id)).waiting_since).toBe(asked.created_at);
    await say(id);
    now = await read(id);
    expect(now).toMatchObject({ last_message_by: 'user', messages_count: 5, waiting_since: null });
    const again = await say(id, { author: contact });
    expect(await read(id)).toMatchObject({ last_message_by: 'contact', waiting_since: again.created_at });
  });

  it('starts with the first message', async () => {
    const now = await read(await start({ body: 'Help', author: contact }));
    expect(now).toMatchObject({ last_message_by: 'contact', messages_count: 1 });
    expect(now.waiting_since).toBe(now.last_message_at);
  });
});

it('a note by a contact is a 422, also as a first message', async () => {
  const note = { body: 'Hello', type: 'note', author: contact } as const;
  const params = { conversation_id: await start() };
  const refused = await live.call(api.createMessage, { params, body: note });
  expect(refusalOf(refused)).toBe('422 invalid_parameter type');
  const body = { contact: { email: 'noting@example.com' }, message: note };
  expect(refusalOf(await live.call(api.createConversation, { body }))).toBe(
    '422 invalid_parameter message.type',
  );
});

it('a conversation has an inbox of its workspace, or none', async () => {
  const newInbox = ({ credentials }: TestWorkspace) =>
    operator.run(api.createInbox, { workspace: credentials.workspace_id, name: 'Support' });
  const [inbox, foreign] = [await newInbox(workspace), await newInbox(await operator.workspace())];
  const person = { email: `${crypto.randomUUID()}@example.com` };
  const { data } = await live.ok(api.createConversation, { body: { contact: person, inbox_id: inbox.id } });
  expect(data.inbox_id).toBe(inbox.id);
  const params = { conversation_id: data.id };
  const change = async (inbox_id: string | null) =>
    live.call(api.updateConversation, { params, body: { inbox_id } });
  expect(refusalOf(await change(foreign.id))).toBe('422 invalid_parameter inbox_id');
  await change(null);
  expect((await read(data.id)).inbox_id).toBeNull();
});
