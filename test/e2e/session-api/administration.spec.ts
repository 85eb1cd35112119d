import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  addInbox,
  addMember,
  createTeam,
  createTicket,
  getMe,
  getWorkspace,
  listTickets,
  updateUser,
  updateWorkspace,
} from '@parley/contracts';
import { altered, ApiClient, eventually, refusalOf, type TestWorkspace } from '@parley/testing';
import { operator } from '../platform.ts';
import { addUser, auditOf, dueOf } from '../steps.ts';
import { ConsoleClient } from './console-client.ts';

let workspace: TestWorkspace;
let admin: ConsoleClient;
beforeEach(() => begin('unlimited'));
async function begin(plan: 'unlimited' | 'starter'): Promise<void> {
  workspace = await operator.workspace(plan);
  admin = await ConsoleClient.signIn(workspace);
}

describe('an admin in the console', () => {
  it('changes members, teams and inboxes by the public API, as the actor of the audit log', async () => {
    const api = await admin.api();
    const kim = await addUser(workspace);
    const session = await ConsoleClient.signIn(workspace, kim);
    const params = { user_id: kim.id };
    await api.ok(updateUser, { params, body: { role: 'viewer' } });
    expect((await session.ok('session.get', {})).data.user.role).toBe('viewer');
    const team = (await api.ok(createTeam, { body: { name: 'Logistics' } })).data;
    await api.ok(addMember, { params: { team_id: team.id }, body: params });
    const inbox = (await api.ok(addInbox, { body: { name: 'Orders' } })).data;
    await api.ok(updateUser, { params, body: { status: 'inactive' } });
    expect(await session.isSignedIn()).toBe(false);
    const actor = (await admin.ok('session.get', {})).data.user.id;
    const recorded = async () =>
      (await auditOf(workspace))
        .filter((entry) => entry.actor.id === actor && /^(user|team|inbox)\./.test(entry.type))
        .map(({ type, details }) => [type, details]);
    await eventually(async () => (await recorded()).length >= 5);
    expect(new Map((await recorded()) as [string, unknown][])).toEqual(
      new Map<string, unknown>([
        ['user.role_changed', expect.objectContaining(params)],
        ['team.created', expect.objectContaining({ team_id: team.id })],
        ['team.member_added', expect.objectContaining({ team_id: team.id, ...params })],
        ['inbox.created', { inbox_id: inbox.id, name: 'Orders' }],
        ['user.deactivated', expect.objectContaining(params)],
      ]),
    );
  });

  it('sets SLA targets one by one, which new tickets have', async () => {
    const api = await admin.api();
    const set = (urgent: string) => ({ body: { sla_targets: { urgent } } });
    const before = (await api.ok(getWorkspace, {})).data.sla_targets;
    const changed = (await api.ok(updateWorkspace, set('20m'))).data.sla_targets;
    expect(changed).toEqual({ ...before, urgent: '20m' });
    expect((await api.ok(getWorkspace, {})).data.sla_targets).toEqual(changed);
    await api.ok(updateWorkspace, set('20m'));
    const { data: ticket } = await workspace.live.ok(createTicket, {
      body: { subject: 'Now', priority: 'urgent' },
    });
    const due = dueOf(ticket) - Date.parse(ticket.created_at);
    expect(due).toBe(20 * 60_000);
    for (const urgent of ['', '0m', '366d', 'soon'])
      expect(refusalOf(await api.call(updateWorkspace, set(urgent)))).toBe(
        '422 invalid_parameter sla_targets.urgent',
      );
    const recorded = (await auditOf(workspace)).filter(
      ({ type }) => type === 'workspace.sla_targets_changed',
    );
    expect(recorded.map(({ details }) => details)).toEqual([
      { changes: { urgent: { from: '1h', to: '20m' } } },
    ]);
  });
});

it('the usage of a workspace has the requests of both modes in the last hour, and those beyond the limit of the plan', async () => {
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
