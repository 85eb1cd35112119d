import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  createTicket,
  createUser,
  getMe,
  listAudit,
  listInboxes,
  listMembers,
  listTeams,
  listTickets,
  type Id,
} from '@parley/contracts';
import { altered, ApiClient, eventually, type TestWorkspace } from '@parley/testing';
import { operator } from '../platform.ts';
import { ConsoleClient, operationOf } from './console-client.ts';

let workspace: TestWorkspace;
let admin: ConsoleClient;
beforeEach(async () => {
  await begin('unlimited');
});
async function begin(plan: 'unlimited' | 'starter'): Promise<void> {
  workspace = await operator.workspace(plan);
  admin = await ConsoleClient.signIn(workspace);
}

const addUser = async (role: 'admin' | 'agent') => {
  const email = `${crypto.randomUUID()}@example.com`;
  const made = { workspace: workspace.credentials.workspace_id, email, name: 'Kim', role };
  return { email, ...(await operator.run(createUser, made)) };
};
const audit = async () =>
  (await operator.run(listAudit, { workspace: workspace.credentials.workspace_id })).audit_entries;

describe('an admin in the console', () => {
  it('changes the role of a member, deactivates and activates them, as the actor of the audit log', async () => {
    const kim = await addUser('agent');
    const session = await ConsoleClient.signIn(workspace, kim);
    const change = async (body: { role?: 'viewer'; status?: 'active' | 'inactive' }) =>
      (await admin.ok('member.update', { params: { user_id: kim.id }, body })).data;
    expect(await change({ role: 'viewer' })).toMatchObject({ id: kim.id, role: 'viewer', status: 'active' });
    expect((await session.ok('session.get', {})).data.user.role).toBe('viewer');
    expect(await change({ status: 'inactive' })).toMatchObject({ status: 'inactive' });
    expect((await session.refusal('session.get', {}))[0]).toBe(401);
    expect(await change({ status: 'active' })).toMatchObject({ status: 'active', role: 'viewer' });
    const adminId = (await admin.ok('session.get', {})).data.user.id;
    const entries = (await audit()).filter(({ details }) => details['user_id'] === kim.id);
    expect(
      entries
        .map(({ type, actor }) => [type, actor.id])
        .toReversed()
        .slice(-3),
    ).toEqual([
      ['user.role_changed', adminId],
      ['user.deactivated', adminId],
      ['user.activated', adminId],
    ]);
  });

  it('can neither demote nor deactivate the last active admin, and two cannot demote each other', async () => {
    const own = (await admin.ok('session.get', {})).data.user.id;
    for (const [body, param] of [
      [{ role: 'agent' as const }, 'role'],
      [{ status: 'inactive' as const }, 'status'],
    ] as const) {
      const refused = await admin.refusal('member.update', { params: { user_id: own }, body });
      expect(refused).toEqual([422, 'invalid_parameter', param]);
    }
    const second = await addUser('admin');
    const other = await ConsoleClient.signIn(workspace, second);
    const demote = (by: ConsoleClient, id: Id<'user'>) =>
      by.call(operationOf('member.update'), { params: { user_id: id }, body: { role: 'viewer' } });
    const both = await Promise.all([demote(admin, second.id), demote(other, own)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('creates, renames and deletes a team, and changes its members', async () => {
    const kim = await addUser('agent');
    const team = (await admin.ok('team.create', { body: { name: 'Logistics' } })).data;
    const params = { team_id: team.id };
    await admin.ok('team.update', { params, body: { name: 'Returns', description: 'Parcels' } });
    const member = (await admin.ok('team.add_member', { params, body: { user_id: kim.id } })).data;
    expect(member).toMatchObject({ id: kim.id, email: kim.email });
    const [listed] = (await workspace.live.ok(listTeams, { query: {} })).data;
    expect(listed).toMatchObject({ id: team.id, name: 'Returns', description: 'Parcels', members_count: 1 });
    const twice = await admin.refusal('team.create', { body: { name: 'Returns' } });
    expect(twice).toEqual([422, 'duplicate_value', 'name']);
    await admin.ok('team.remove_member', { params: { ...params, user_id: kim.id } });
    expect((await workspace.live.ok(listMembers, { params, query: {} })).data).toEqual([]);
    await admin.ok('team.delete', { params });
    expect((await workspace.live.ok(listTeams, { query: {} })).data).toEqual([]);
    expect((await audit()).filter(({ type }) => type.startsWith('team.')).map(({ type }) => type)).toEqual([
      'team.deleted',
      'team.member_removed',
      'team.member_added',
      'team.updated',
      'team.created',
    ]);
  });

  it('creates, renames and deletes an inbox, in both modes, unless it contains tickets', async () => {
    const inbox = (await admin.ok('inbox.create', { body: { name: 'Orders' } })).data;
    const params = { inbox_id: inbox.id };
    expect((await admin.ok('inbox.update', { params, body: { name: 'Shop' } })).data.name).toBe('Shop');
    for (const client of [workspace.live, workspace.test])
      expect((await client.ok(listInboxes, { query: {} })).data.map(({ name }) => name)).toEqual(['Shop']);
    await workspace.test.ok(createTicket, { body: { subject: 'Late', inbox_id: inbox.id } });
    expect((await admin.refusal('inbox.delete', { params })).slice(0, 2)).toEqual([422, 'invalid_parameter']);
    const empty = (await admin.ok('inbox.create', { body: { name: 'Empty' } })).data;
    await admin.ok('inbox.delete', { params: { inbox_id: empty.id } });
    expect((await admin.refusal('inbox.delete', { params: { inbox_id: empty.id } }))[0]).toBe(404);
    const adminId = (await admin.ok('session.get', {})).data.user.id;
    const recorded = async () =>
      (await audit())
        .filter(({ type }) => type.startsWith('inbox.'))
        .map(({ type, actor, details }) => [type, actor.id, details] as const);
    await eventually(async () => (await recorded()).length >= 4);
    const entries = await recorded();
    expect(entries).toHaveLength(4);
    for (const entry of [
      ['inbox.created', adminId, { inbox_id: inbox.id, name: 'Orders' }],
      ['inbox.renamed', adminId, { inbox_id: inbox.id, name: 'Shop' }],
      ['inbox.created', adminId, { inbox_id: empty.id, name: 'Empty' }],
      ['inbox.deleted', adminId, { inbox_id: empty.id }],
    ])
      expect(entries).toContainEqual(entry);
  });

  it('sets SLA targets one by one, which new tickets have', async () => {
    const before = (await admin.ok('sla.get', {})).data;
    const changed = (await admin.ok('sla.update', { body: { urgent: '20m' } })).data;
    expect(changed).toEqual({ ...before, urgent: '20m' });
    expect((await admin.ok('sla.get', {})).data).toEqual(changed);
    await admin.ok('sla.update', { body: { urgent: '20m' } });
    const { data: ticket } = await workspace.live.ok(createTicket, {
      body: { subject: 'Now', priority: 'urgent' },
    });
    const due = Date.parse(ticket.sla.first_response_due) - Date.parse(ticket.created_at);
    expect(due).toBe(20 * 60_000);
    for (const urgent of ['', '0m', '366d', 'soon']) {
      const refused = await admin.refusal('sla.update', { body: { urgent } });
      expect(refused).toEqual([422, 'invalid_parameter', 'urgent']);
    }
    const recorded = (await audit()).filter(({ type }) => type === 'workspace.sla_targets_changed');
    expect(recorded.map(({ details }) => details)).toEqual([{ targets: { urgent: '20m' } }]);
  });
});

describe('the usage of a workspace', () => {
  it('has the requests of both modes in the last hour, and those beyond the limit of the plan', async () => {
    await begin('starter');
    const of = async (mode: 'live' | 'test') => {
      const { [mode]: minutes } = (await admin.ok('usage.get', {})).data;
      const sum = (field: 'requests' | 'rate_limited') =>
        minutes.reduce((total, minute) => total + minute[field], 0);
      return [sum('requests'), sum('rate_limited')];
    };
    expect([await of('live'), await of('test')]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const { live, test } = workspace;
    const statuses = await Promise.all(
      Array.from({ length: 64 }, async () => (await live.call(listTickets, { query: {} })).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    await test.ok(getMe, {});
    // No token of the workspace.
    await new ApiClient(live.baseUrl, altered(workspace.credentials.live_key)).call(getMe, {});
    expect([await of('live'), await of('test')]).toEqual([
      [60, 4],
      [1, 0],
    ]);
    const { plan, requests_per_minute: limit, live: minutes } = (await admin.ok('usage.get', {})).data;
    expect([plan, limit, minutes.length]).toEqual(['starter', 60, 60]);
    const now = Date.now();
    const last = Date.parse(minutes.at(-1)?.minute ?? '');
    expect([last <= now, last > now - 120_000]).toEqual([true, true]);
  });
});
