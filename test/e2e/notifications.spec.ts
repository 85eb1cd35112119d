import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually, refusalOf, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';
import { actingUser } from './steps.ts';

const SCOPES =
  'conversations:read,conversations:write,tickets:read,tickets:write,views:read,notifications:manage';

const colleague = (of: TestWorkspace, role: api.Role = 'agent') =>
  actingUser(
    of,
    { role },
    role === 'viewer' ? 'conversations:read,tickets:read,notifications:manage' : SCOPES,
  );

type Colleague = Awaited<ReturnType<typeof colleague>>;

async function desk() {
  const workspace = await operator.workspace();
  return { ...workspace, kim: await colleague(workspace), noor: await colleague(workspace) };
}

const listed = async ({ client }: Colleague, query: api.Input<typeof api.listNotifications>['query'] = {}) =>
  (await client.ok(api.listNotifications, { query })).data;

/** Waits until a user has so many notifications, and returns them, newest first. */
const notified = (user: Colleague, count: number) =>
  eventually(async () => {
    const found = await listed(user);
    if (found.length !== count) throw new Error(`has ${found.length} notifications`);
    return found;
  });

/** Returns once everything that happened before has been processed: something happens that the user is notified of, and waits for it. */
async function afterwards(live: ApiClient, user: Colleague): Promise<api.Notification[]> {
  const body = { subject: 'Last', assignee_id: user.id };
  const { data: ticket } = await live.ok(api.createTicket, { body });
  return eventually(async () => {
    const found = await listed(user);
    const [last, ...others] = found;
    if (last?.ticket_id !== ticket.id) throw new Error('is not notified of the last one');
    return others;
  });
}

const converse = async (client: ApiClient, fields: object = {}) =>
  (
    await client.ok(api.createConversation, {
      body: { contact: { email: `${crypto.randomUUID()}@example.com` }, ...fields },
    })
  ).data;
const write = async (client: ApiClient, conversation_id: api.Id<'conversation'>, body: object) =>
  (await client.ok(api.createMessage, { params: { conversation_id }, body: { body: 'Hello', ...body } }))
    .data;
const asContact = { author: { type: 'contact' } };

describe('a user', () => {
  it('is notified of a ticket and a conversation that somebody else assigns to them, once each', async () => {
    const { live, kim, noor } = await desk();
    const created = await noor.client.ok(api.createTicket, {
      body: { subject: 'Broken', assignee_id: kim.id },
    });
    const ticket = (await live.ok(api.createTicket, { body: { subject: 'Lost' } })).data;
    const params = { ticket_id: ticket.id };
    await noor.client.ok(api.updateTicket, { params, body: { assignee_id: kim.id } });
    const { id: conversation_id } = await converse(live);
    await noor.client.ok(api.updateConversation, {
      params: { conversation_id },
      body: { assignee_id: kim.id },
    });
    const found = await notified(kim, 3);
    const about = found.map(({ cause, ticket_id, conversation_id: conversation }) => [
      cause,
      ticket_id ?? conversation,
    ]);
    expect(new Set(about.map(String))).toEqual(
      new Set([created.data.id, ticket.id, conversation_id].map((id) => `assigned,${id}`)),
    );
    expect(found[0]).toMatchObject({ read: false, read_at: null, message_id: null });
    expect(await listed(noor)).toEqual([]);
  });

  it('is not notified of what they do themselves', async () => {
    const { live, kim } = await desk();
    const { data: ticket } = await kim.client.ok(api.createTicket, {
      body: { subject: 'Mine', assignee_id: kim.id },
    });
    const { id } = await converse(kim.client, { assignee_id: kim.id });
    await write(kim.client, id, { type: 'note', mentions: [kim.id] });
    const params = { ticket_id: ticket.id };
    const snoozed_until = new Date(Date.now() + 3_600_000).toISOString();
    await kim.client.ok(api.updateTicket, { params, body: { snoozed_until } });
    await kim.client.ok(api.updateTicket, { params, body: { snoozed_until: null } });
    expect(await afterwards(live, kim)).toEqual([]);
  });

  it('is notified of a note that mentions them, and follows the conversation from then on', async () => {
    const { live, kim, noor } = await desk();
    const { id } = await converse(live);
    const note = await write(noor.client, id, { type: 'note', mentions: [kim.id, kim.id] });
    expect(note.mentions).toEqual([kim.id]);
    const [mention] = await notified(kim, 1);
    expect(mention).toMatchObject({
      cause: 'mentioned',
      conversation_id: id,
      ticket_id: null,
      message_id: note.id,
    });
    const params = { conversation_id: id };
    const { data } = await live.ok(api.listConversationFollowers, { params });
    expect(data.followers.map(({ user_id: user }) => user)).toEqual([kim.id]);
    const message = await write(live, id, asContact);
    const [reply] = await notified(kim, 2);
    expect(reply).toMatchObject({ cause: 'reply', conversation_id: id, message_id: message.id });
  });

  it('is notified when the contact writes on a record that is theirs or that they follow, and not of replies', async () => {
    const { live, kim, noor } = await desk();
    const { id: conversation_id } = await converse(live);
    const body = { subject: 'Broken', conversation_id };
    const { data: ticket } = await kim.client.ok(api.createTicket, {
      body: { ...body, assignee_id: kim.id },
    });
    await noor.client.ok(api.addTicketFollower, { params: { ticket_id: ticket.id }, body: {} });
    await write(live, conversation_id, { type: 'reply', send: false });
    const message = await write(live, conversation_id, asContact);
    for (const user of [kim, noor]) {
      const [reply] = await notified(user, 1);
      expect(reply).toMatchObject({ cause: 'reply', ticket_id: ticket.id, message_id: message.id });
    }
    const params = { ticket_id: ticket.id, user_id: noor.id };
    await noor.client.ok(api.removeTicketFollower, { params });
    await write(live, conversation_id, asContact);
    await notified(kim, 2);
    expect(await afterwards(live, noor)).toHaveLength(1);
  });

  it('is notified when the first response to their ticket is soon due', async () => {
    const { live, kim } = await desk();
    // The target of a low priority is 4 s in the tests.
    const body = { subject: 'Slow', priority: 'low', assignee_id: kim.id } as const;
    const { data: ticket } = await kim.client.ok(api.createTicket, { body });
    await live.ok(api.getTicket, { params: { ticket_id: ticket.id } });
    const [warning] = await notified(kim, 1);
    expect(warning).toMatchObject({ cause: 'sla_warning', ticket_id: ticket.id });
  });

  it.each(['ticket', 'conversation'] as const)(
    'is notified when their snooze of a %s ends, also if it is that of nobody',
    async (kind) => {
      const { live, kim, noor } = await desk();
      const snoozed_until = new Date(Date.now() + 1_500).toISOString();
      const id =
        kind === 'ticket'
          ? (await kim.client.ok(api.createTicket, { body: { subject: 'Later', snoozed_until } })).data.id
          : (await converse(kim.client, { snoozed_until })).id;
      const [woken] = await notified(kim, 1);
      expect(woken).toMatchObject({ cause: 'woken', [`${kind}_id`]: id });
      expect(await afterwards(live, noor)).toEqual([]);
    },
  );

  it('is no longer notified once they are deactivated, and never of a record that is deleted', async () => {
    const { live, kim, noor } = await desk();
    const { id } = await converse(live);
    await write(noor.client, id, { type: 'note', mentions: [kim.id] });
    await notified(kim, 1);
    await live.ok(api.deleteConversation, { params: { conversation_id: id } });
    await notified(kim, 0);
    await live.ok(api.updateUser, { params: { user_id: noor.id }, body: { status: 'inactive' } });
    const { id: other } = await converse(live);
    const refused = await live.call(api.createMessage, {
      params: { conversation_id: other },
      body: { body: 'Look', type: 'note', mentions: [noor.id] },
    });
    expect(refusalOf(refused)).toBe('422 invalid_parameter mentions[0]');
  });
});

describe('mentions', () => {
  it('are refused outside of notes, and of whom the workspace does not have', async () => {
    const { live, kim } = await desk();
    const stranger = await colleague(await operator.workspace());
    const { id: conversation_id } = await converse(live);
    const params = { conversation_id };
    const send = (body: object) =>
      live.call(api.createMessage, { params, body: { body: 'Look', ...body } as never });
    const reply = await send({ type: 'reply', mentions: [kim.id] });
    expect(refusalOf(reply)).toBe('422 invalid_parameter mentions');
    const unknown = await send({ type: 'note', mentions: [kim.id, stranger.id] });
    expect(refusalOf(unknown)).toBe('422 invalid_parameter mentions[1]');
    expect((await live.ok(api.listMessages, { params, query: {} })).data).toEqual([]);
  });
});

describe('followers', () => {
  it('are added once, by themselves or by others, and removed once', async () => {
    const { live, kim, noor } = await desk();
    const { id: conversation_id } = await converse(live);
    const params = { conversation_id };
    await kim.client.ok(api.addConversationFollower, { params, body: {} });
    await kim.client.ok(api.addConversationFollower, { params, body: {} });
    const { data } = await live.ok(api.addConversationFollower, { params, body: { user_id: noor.id } });
    expect(data.followers.map(({ user_id: user }) => user)).toEqual([kim.id, noor.id]);
    const of = { ...params, user_id: kim.id };
    await live.ok(api.removeConversationFollower, { params: of });
    expect(refusalOf(await live.call(api.removeConversationFollower, { params: of }))).toBe('404 not_found');
    const { live: elsewhere } = await operator.workspace();
    for (const operation of [api.listConversationFollowers, api.addConversationFollower] as const)
      expect(refusalOf(await elsewhere.call(operation, { params, body: {} }))).toBe('404 not_found');
  });
});

describe('notifications', () => {
  it('are those of their user alone, and are counted, filtered and marked as read', async () => {
    const { live, kim, noor } = await desk();
    for (const subject of ['One', 'Two'])
      await live.ok(api.createTicket, { body: { subject, assignee_id: kim.id } });
    const { id: conversation_id } = await converse(live);
    await write(live, conversation_id, { type: 'note', mentions: [kim.id] });
    const found = await notified(kim, 3);
    const unread = async () => (await kim.client.ok(api.countNotifications, {})).data.unread;
    expect(await unread()).toBe(3);
    expect((await listed(kim, { cause: ['mentioned'] as never })).map(({ cause }) => cause)).toEqual([
      'mentioned',
    ]);
    const [first] = found as [api.Notification];
    const params = { notification_id: first.id };
    for (const [operation, body] of [
      [api.getNotification, {}],
      [api.updateNotification, { read: true }],
    ] as const)
      expect(refusalOf(await noor.client.call(operation, { params, body }))).toBe('404 not_found');
    const { data: read } = await kim.client.ok(api.updateNotification, { params, body: { read: true } });
    expect(read).toMatchObject({ id: first.id, read: true, read_at: expect.any(String) });
    expect((await kim.client.ok(api.getNotification, { params })).data).toEqual(read);
    expect(await unread()).toBe(2);
    expect(await listed(kim, { read: 'true' })).toEqual([read]);
    expect(await listed(kim, { read: 'false' })).toHaveLength(2);
    expect((await kim.client.ok(api.readAllNotifications, {})).data).toEqual({ marked: 2 });
    expect((await kim.client.ok(api.readAllNotifications, {})).data).toEqual({ marked: 0 });
    expect(await unread()).toBe(0);
    await kim.client.ok(api.updateNotification, { params, body: { read: false } });
    expect(await unread()).toBe(1);
  });

  it('arrive by the channels that the user has left open for their cause', async () => {
    const { live, kim } = await desk();
    const open = { in_app: true, push: true, mail: true };
    const { data: before } = await kim.client.ok(api.getNotificationSettings, {});
    expect(before).toEqual({
      assigned: open,
      mentioned: open,
      reply: open,
      sla_warning: open,
      woken: open,
    });
    const closed = { in_app: false };
    await kim.client.ok(api.updateNotificationSettings, { body: { mentioned: closed } });
    const { data } = await kim.client.ok(api.updateNotificationSettings, {
      body: { mentioned: { push: false }, reply: { push: false } },
    });
    expect(data).toEqual({
      ...before,
      mentioned: { in_app: false, push: false, mail: true },
      reply: { in_app: true, push: false, mail: true },
    });
    const { id } = await converse(live);
    await write(live, id, { type: 'note', mentions: [kim.id] });
    expect(await afterwards(live, kim)).toEqual([]);
  });

  it('of a viewer are theirs as those of others are', async () => {
    const workspace = await operator.workspace();
    const viewer = await colleague(workspace, 'viewer');
    const { id } = await converse(workspace.live);
    await write(workspace.live, id, { type: 'note', mentions: [viewer.id] });
    const [mention] = await notified(viewer, 1);
    const params = { notification_id: mention?.id as api.Id<'notification'> };
    await viewer.client.ok(api.updateNotification, { params, body: { read: true } });
  });
});

/** A subscription as a browser makes it. */
function subscription(endpoint = `https://push.example.com/${crypto.randomUUID()}`) {
  const pair = createECDH('prime256v1');
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint, keys };
}

describe('devices', () => {
  const register = ({ client }: Colleague, body: object) =>
    client.call(api.createNotificationDevice, { body: body as never });
  const devicesOf = async ({ client }: Colleague) =>
    (await client.ok(api.listNotificationDevices, { query: {} })).data;

  it('are registered with the key of the installation, and show nothing of their subscription', async () => {
    const { kim } = await desk();
    const { data: push } = await kim.client.ok(api.getNotificationPush, {});
    expect(push).toEqual({ available: true, public_key: expect.stringMatching(/^B[\w-]{86}$/) });
    const sent = { ...subscription(), name: 'Desk' };
    const { data } = await kim.client.ok(api.createNotificationDevice, { body: sent });
    expect(data).toEqual({
      id: expect.stringMatching(/^ndev_/),
      name: 'Desk',
      push_service: 'push.example.com',
      created_at: expect.any(String),
    });
    expect(await devicesOf(kim)).toEqual([data]);
    const again = await kim.client.ok(api.createNotificationDevice, { body: { ...sent, name: 'Other' } });
    expect(again.data.id).toBe(data.id);
    await kim.client.ok(api.deleteNotificationDevice, { params: { notification_device_id: data.id } });
    expect(await devicesOf(kim)).toEqual([]);
  });

  it('belong to the user who has registered their endpoint last', async () => {
    const { kim, noor } = await desk();
    const shared = subscription();
    const { data } = await kim.client.ok(api.createNotificationDevice, { body: shared });
    const removed = await noor.client.call(api.deleteNotificationDevice, {
      params: { notification_device_id: data.id },
    });
    expect(refusalOf(removed)).toBe('404 not_found');
    await noor.client.ok(api.createNotificationDevice, { body: shared });
    expect([await devicesOf(kim), (await devicesOf(noor)).length]).toEqual([[], 1]);
  });

  it('are refused at addresses of the own network, without encryption, and with keys that are none', async () => {
    const { kim } = await desk();
    const valid = subscription();
    const refusals = [];
    for (const body of [
      subscription('https://10.0.0.7/push'),
      subscription('https://169.254.169.254/push'),
      subscription('http://push.example.com/push'),
      { ...valid, keys: { ...valid.keys, p256dh: `B${'A'.repeat(86)}` } },
      { ...valid, keys: { ...valid.keys, auth: 'short' } },
    ])
      refusals.push(refusalOf(await register(kim, body)));
    expect(refusals).toEqual([
      ...Array<string>(3).fill('422 invalid_parameter endpoint'),
      '422 invalid_parameter keys.p256dh',
      '422 invalid_parameter keys.auth',
    ]);
    expect(await devicesOf(kim)).toEqual([]);
  });

  it('are ten at most', async () => {
    const { kim } = await desk();
    const answers = await Promise.all(Array.from({ length: 12 }, () => register(kim, subscription())));
    const refused = answers.filter(({ status }) => status !== 201).map(refusalOf);
    expect(refused).toEqual(Array(2).fill('422 too_many_items'));
    expect(await devicesOf(kim)).toHaveLength(api.NOTIFICATION_DEVICES_MAX);
  });
});
