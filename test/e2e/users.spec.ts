import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, Receiver, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

/** A user who is made on the way; only what a test is about is said. */
const add = (workspace: TestWorkspace, user: Partial<api.Input<typeof api.createUser>> = {}) =>
  operator.run(api.createUser, {
    workspace: workspace.credentials.workspace_id,
    email: `${crypto.randomUUID()}@example.com`,
    name: 'Somebody',
    ...user,
  });
const adminOf = async ({ live }: TestWorkspace) => (await live.ok(api.getMe, {})).data;

const [workspace, stranger] = await Promise.all([operator.workspace(), operator.workspace()]);

describe('users', () => {
  it('are retrieved as the operator created them, in either mode', async () => {
    const { live, test } = workspace;
    const { id } = await add(workspace, { email: 'Kim@example.com', name: 'Kim', role: 'viewer' });
    const { data } = await live.ok(api.getUser, { params: { user_id: id } });
    expect(api.User.strict().parse(data)).toEqual(data);
    expect(data).toMatchObject({
      id,
      email: 'Kim@example.com',
      name: 'Kim',
      role: 'viewer',
      status: 'active',
      avatar_url: null,
    });
    expect((await test.ok(api.getUser, { params: { user_id: id } })).data).toEqual(data);
    expect((await stranger.live.call(api.getUser, { params: { user_id: id } })).status).toBe(404);
  });

  it('are the identity that a credential acts as', async () => {
    const { live, test, credentials } = workspace;
    const me = (await live.ok(api.getMe, {})).data;
    expect(api.Me.strict().parse(me)).toEqual(me);
    expect(me).toMatchObject({
      email: 'admin@example.com',
      role: 'admin',
      workspace: { id: credentials.workspace_id, name: 'Test' },
    });
    const { credential: _, ...shared } = me;
    expect((await test.ok(api.getMe, {})).data).toMatchObject(shared);
  });

  it('change only in the given fields, and not if these already have the given values', async () => {
    const { live } = workspace;
    const { id } = await add(workspace, { name: 'Before' });
    const params = { user_id: id };
    const { data: before } = await live.ok(api.getUser, { params });
    const body = { name: 'After', avatar_url: 'https://example.com/me.png' };
    const { data: after } = await live.ok(api.updateUser, { params, body });
    expect(after).toEqual({ ...before, ...body, updated_at: expect.any(String) });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await live.ok(api.updateUser, { params, body })).data).toEqual(after);
    expect((await live.ok(api.updateUser, { params, body: {} })).data).toEqual(after);
    expect((await live.ok(api.getUser, { params })).data).toEqual(after);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ role: 'owner' }, 'role'],
    [{ status: 'gone' }, 'status'],
    [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
    [{ avatar_url: `https://example.com/${'x'.repeat(2048)}` }, 'avatar_url'],
    [{ avatar_url: 'https://example.com/\u0000' }, 'avatar_url'],
    [{ avatar_url: 'https://example.com/\ud800' }, 'avatar_url'],
    [{ avatar_url: 'https://example.com/a b' }, 'avatar_url'],
    [{ avatar_url: ' https://example.com/' }, 'avatar_url'],
    [{ avatar_url: 'https:example.com' }, 'avatar_url'],
    [{ avatar_url: 'https://user:password@example.com/' }, 'avatar_url'],
  ])('reject %j', async (body, param) => {
    const admin = await adminOf(workspace);
    const answer = await workspace.live.call(api.updateUser, { params: { user_id: admin.id }, body });
    expect([answer.status, answer.body.error.param]).toEqual([422, param]);
    expect(await adminOf(workspace)).toEqual(admin);
  });

  it('show their new name in the tickets that are assigned to them', async () => {
    const { live } = workspace;
    const { id } = await add(workspace, { name: 'Maiden' });
    const { data } = await live.ok(api.createTicket, { body: { subject: 'x', assignee_id: id } });
    await live.ok(api.updateUser, { params: { user_id: id }, body: { name: 'Married' } });
    await eventually(async () => {
      const ticket = await live.ok(api.getTicket, { params: { ticket_id: data.id } });
      return ticket.data.assignee?.name === 'Married';
    });
  });

  it('send no events to webhooks', async () => {
    const { live } = workspace;
    await using receiver = await Receiver.start();
    await live.ok(api.createWebhook, { body: { url: receiver.url, events: ['*'] } });
    const { id } = await add(workspace);
    await live.ok(api.updateUser, { params: { user_id: id }, body: { status: 'inactive' } });
    await live.ok(api.createTicket, { body: { subject: 'After it' } });
    await receiver.received('ticket.created');
    expect(receiver.deliveries.filter(({ body }) => body.event.startsWith('user.'))).toEqual([]);
  });
});

describe('the rights to change users', () => {
  it('belong to users who are currently admins', async () => {
    const workspace = await operator.workspace();
    const { live } = workspace;
    const admin = await adminOf(workspace);
    const { id } = await add(workspace);
    const change = { params: { user_id: id }, body: { name: 'Changed' } };
    expect((await live.call(api.updateUser, change)).status).toBe(200);
    await operator.run(api.overrideUser, { id: admin.id, role: 'agent' });
    const refused = await live.call(api.updateUser, change);
    expect([refused.status, refused.body.error.type, refused.body.error.code]).toEqual([
      403,
      'authorization_error',
      'forbidden',
    ]);
    // The key itself belongs to the workspace: it can still do everything else.
    expect((await live.ok(api.getMe, {})).data.role).toBe('agent');
    expect((await live.call(api.getUser, { params: { user_id: id } })).status).toBe(200);
    await operator.run(api.overrideUser, { id: admin.id, role: 'admin' });
    expect((await live.call(api.updateUser, change)).status).toBe(200);
    const other = await add(workspace, { role: 'admin' });
    await live.ok(api.updateUser, { params: { user_id: admin.id }, body: { role: 'viewer' } });
    expect((await live.call(api.updateUser, change)).status).toBe(403);
    expect((await live.ok(api.getUser, { params: { user_id: other.id } })).data.role).toBe('admin');
  });

  it('do not belong to a test key, because both modes share users', async () => {
    const { live, test } = await operator.workspace();
    const { data: me } = await test.ok(api.getMe, {});
    const refused = await test.call(api.updateUser, { params: { user_id: me.id }, body: { name: 'A test' } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    expect((await live.ok(api.getUser, { params: { user_id: me.id } })).data.name).toBe(me.name);
  });
});
