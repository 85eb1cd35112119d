import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, eventually, refusalOf, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';
import { addUser, subscribed } from './steps.ts';

const adminOf = async ({ live }: TestWorkspace) => (await live.ok(api.getMe, {})).data;

const workspace = await operator.workspace();

describe('users', () => {
  it('change only in the given fields, and not if these already have the given values', async () => {
    const { live } = workspace;
    const { id } = await addUser(workspace, { name: 'Before' });
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
    'javascript:alert(1)',
    `https://example.com/${'x'.repeat(2048)}`,
    'https://example.com/\u0000',
    'https://example.com/\ud800',
    'https://example.com/a b',
    ' https://example.com/',
    'https:example.com',
    'https://user:password@example.com/',
  ])('reject the avatar_url %j', async (avatar_url) => {
    const admin = await adminOf(workspace);
    const sent = { params: { user_id: admin.id }, body: { avatar_url } };
    expect(refusalOf(await workspace.live.call(api.updateUser, sent))).toBe(
      '422 invalid_parameter avatar_url',
    );
    expect(await adminOf(workspace)).toEqual(admin);
  });

  it('show their new name in the tickets that are assigned to them', async () => {
    const { live } = workspace;
    const { id } = await addUser(workspace, { name: 'Maiden' });
    const { data } = await live.ok(api.createTicket, { body: { subject: 'x', assignee_id: id } });
    await live.ok(api.updateUser, { params: { user_id: id }, body: { name: 'Married' } });
    await eventually(async () => {
      const ticket = await live.ok(api.getTicket, { params: { ticket_id: data.id } });
      return ticket.data.assignee?.name === 'Married';
    });
  });

  it('send no events to webhooks', async () => {
    const { live } = workspace;
    await using receiver = await subscribed(live, '*');
    const { id } = await addUser(workspace);
    await live.ok(api.updateUser, { params: { user_id: id }, body: { status: 'inactive' } });
    await live.ok(api.createTicket, { body: { subject: 'After it' } });
    await receiver.received('ticket.created');
    expect(receiver.deliveries.filter(({ body }) => body.event.startsWith('user.'))).toEqual([]);
  });
});

describe('the rights to change users', () => {
  it('belong to users who are currently admins, and to keys with the scope, whatever their creator has become', async () => {
    const workspace = await operator.workspace();
    const { live, credentials } = workspace;
    const admin = await adminOf(workspace);
    const { id } = await addUser(workspace);
    const asked = {
      workspace: credentials.workspace_id,
      email: credentials.email,
      name: 'Own',
      scopes: 'users:write',
    };
    const { token } = await operator.run(api.createPat, asked);
    const own = new ApiClient(credentials.base_url, token);
    const rename = (client: ApiClient, name: string) =>
      client.call(api.updateUser, { params: { user_id: id }, body: { name } });
    expect((await rename(own, 'By an admin')).status).toBe(200);
    await operator.run(api.overrideUser, { id: admin.id, role: 'agent' });
    expect(refusalOf(await rename(own, 'By an agent'))).toBe('403 insufficient_scope');
    expect((await live.ok(api.getMe, {})).data.role).toBe('agent');
    expect((await rename(live, 'By the key')).status).toBe(200);
    expect(
      (await live.call(api.addUser, { body: { email: 'invited@example.com', name: 'Kim' } })).status,
    ).toBe(201);
    await operator.run(api.overrideUser, { id: admin.id, role: 'admin' });
    expect((await rename(own, 'By an admin again')).status).toBe(200);
  });

  it('do not belong to a test key, because both modes share users', async () => {
    const { live, test } = await operator.workspace();
    const { data: me } = await test.ok(api.getMe, {});
    const refused = await test.call(api.updateUser, { params: { user_id: me.id }, body: { name: 'A test' } });
    expect(refusalOf(refused)).toBe('403 mode_forbidden');
    expect((await live.ok(api.getUser, { params: { user_id: me.id } })).data.name).toBe(me.name);
  });
});
