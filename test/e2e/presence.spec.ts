import { afterEach, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import {
  ApiClient,
  connected,
  eventually,
  EventStreamClient,
  refusalOf,
  StreamRefused,
} from '@parley/testing';
import { databaseUrl, operator } from './platform.ts';
import { actingUser } from './steps.ts';

const workspace = await operator.workspace();
const { live, test: testMode } = workspace;

describe('presence in a conversation', () => {
  const opened: EventStreamClient[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((stream) => stream.close())));

  async function open(query = 'presence=true', client = live): Promise<EventStreamClient> {
    const stream = await EventStreamClient.open(client, { query });
    opened.push(stream);
    return stream;
  }
  const begin = async (client = live) => {
    const body = { contact: { email: 'dana@example.com' }, message: { body: 'Hello' } };
    return (await client.ok(api.createConversation, { body })).data.id;
  };
  const report = (conversation: string, state: api.Presence['state'] = 'viewing', client = live) =>
    client.call(api.reportPresence, {
      params: { conversation_id: conversation as api.Id<'conversation'> },
      body: { state },
    });
  const told = (stream: EventStreamClient, conversation: string) =>
    stream.presence.filter(({ conversation_id: id }) => id === conversation);

  it('is told on the streams that ask for it, at each report, without an event or a position', async () => {
    const [asking, other] = [await open(), await open('event=conversation.*')];
    const conversation = await begin();
    const { id: me } = (await live.ok(api.getMe, {})).data;
    await eventually(() => other.types.includes('conversation.created'));
    const before = Date.now();
    for (const state of ['viewing', 'composing'] as const) {
      const { status, body } = await report(conversation, state);
      expect([status, body]).toEqual([
        200,
        {
          data: { conversation_id: conversation, user_id: me, state, expires_at: expect.any(String) },
        },
      ]);
      await eventually(() => told(asking, conversation).some((one) => one.state === state));
    }
    const [first] = told(asking, conversation);
    expect(first).toEqual({
      ...{ conversation_id: conversation, user_id: me, state: 'viewing' },
      expires_at: expect.any(String),
    });
    expect(Date.parse(first?.expires_at ?? '')).toBeGreaterThan(before);
    const params = { conversation_id: conversation };
    await live.ok(api.updateConversation, { params, body: { priority: 'high' } });
    await eventually(() => other.types.includes('conversation.updated'));
    expect(other.presence).toEqual([]);
    const logged = (await live.ok(api.listEvents, { query: { resource: conversation } })).data;
    expect(logged.filter(({ event }) => event.includes('presence'))).toEqual([]);
  });

  it('is told at the beginning of a stream while it lasts, and not once it has ended', async () => {
    const [present, gone] = [await begin(), await begin()];
    for (const conversation of [present, gone]) await report(conversation);
    const database = await connected(databaseUrl);
    const ended = `update webhook.presence set expires_at = now() where conversation_id = $1`;
    await database.query(ended, [api.uuidOf('conversation', gone)]);
    await database.end();
    const stream = await open();
    await eventually(() => told(stream, present).length > 0);
    expect(told(stream, gone)).toEqual([]);
  });

  it('is that of each user, and stays in its workspace and mode', async () => {
    const other = await operator.workspace();
    const streams = [
      await open(),
      await open('presence=true', testMode),
      await open('presence=true', other.live),
    ];
    const kim = await actingUser(workspace, { name: 'Kim', role: 'viewer' });
    const [conversation, theirs, tested] = [await begin(), await begin(other.live), await begin(testMode)];
    await report(conversation, 'viewing', kim.client);
    await report(conversation, 'composing');
    await report(theirs, 'viewing', other.live);
    await report(tested, 'viewing', testMode);
    const [mine, ofTest, ofOther] = streams;
    const seen = (stream?: EventStreamClient) => [
      ...new Set(stream?.presence.map(({ conversation_id: id }) => id)),
    ];
    await eventually(() => told(mine as EventStreamClient, conversation).length >= 2);
    await eventually(() => expect(seen(ofTest)).toEqual([tested]));
    await eventually(() => expect(seen(ofOther)).toEqual([theirs]));
    expect(seen(mine)).not.toContain(theirs);
    expect(seen(mine)).not.toContain(tested);
    expect(new Set(told(mine as EventStreamClient, conversation).map(({ user_id: id }) => id)).size).toBe(2);
    expect(refusalOf(await report(theirs))).toBe('404 not_found');
  });

  it('needs the scope that reads conversations', async () => {
    const named = { workspace: workspace.credentials.workspace_id, name: 'Reader', scopes: 'tickets:read' };
    const { key } = await operator.run(api.createKey, named);
    const client = new ApiClient(workspace.credentials.base_url, key);
    const error: unknown = await open('presence=true', client).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StreamRefused);
    expect((error as StreamRefused).status).toBe(403);
  });
});
