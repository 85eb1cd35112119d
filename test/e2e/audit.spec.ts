import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, ApiClient, eventually } from '@parley/testing';
import { databaseUrl, operator } from './platform.ts';

const told = async (workspace: api.Id<'workspace'>, options: { since?: string; limit?: number } = {}) =>
  (await operator.run(api.listAudit, { workspace, ...options })).audit_entries;

describe('the audit log', () => {
  it('records creation, use from new addresses and revocation of every credential, newest first', async () => {
    const { credentials, live } = await operator.workspace();
    const { workspace_id: workspace, email } = credentials;
    const key = await operator.run(api.createKey, { workspace, name: 'Reporting', scopes: 'read:tickets' });
    const named = { workspace, email, name: 'Script', scopes: 'tickets:read' };
    const pat = await operator.run(api.createPat, named);
    for (const token of [key.key, pat.token])
      expect((await new ApiClient(live.baseUrl, token).call(api.getMe, {})).status).toBe(200);
    await operator.run(api.revokeKey, { id: key.id });
    await operator.run(api.revokeKey, { id: key.id });
    await eventually(
      async () =>
        (await told(workspace)).filter(({ type }) => type === 'credential.used_from_new_address').length ===
        2,
    );

    const events = await told(workspace);
    const of = (id: string) => events.filter((event) => event.credential_id === id);
    expect(
      of(key.id)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['credential.created', 'credential.revoked', 'credential.used_from_new_address']);
    expect(of(key.id).find(({ type }) => type === 'credential.created')).toMatchObject({
      actor: { type: 'operator', id: null },
      details: { name: 'Reporting', mode: 'live', scopes: ['tickets:read'] },
    });
    const used = of(pat.id).find(({ type }) => type === 'credential.used_from_new_address');
    expect(used?.address).toMatch(/^127\.0\.0\.1$|::\/64$/);
    expect(of(pat.id).map(({ type }) => type)).toContain('credential.created');
    // Of the workspace itself: its two first keys.
    expect(events.filter(({ type }) => type === 'credential.created')).toHaveLength(4);
    const times = events.map(({ created_at: at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const text = JSON.stringify(events);
    for (const secret of [key.key, pat.token, credentials.live_key, credentials.password])
      expect(text).not.toContain(secret);
  });

  it('records changes of users, and the credentials that they revoked', async () => {
    const { credentials, live } = await operator.workspace();
    const { workspace_id: workspace } = credentials;
    const email = 'kim@example.com';
    const user = await operator.run(api.createUser, { workspace, email, name: 'Kim' });
    const pat = await operator.run(api.createPat, { workspace, email, name: 'x', scopes: 'tickets:read' });
    await operator.run(api.overrideUser, { id: user.id, role: 'viewer' });
    await operator.run(api.overrideUser, { id: user.id, role: 'viewer' });
    await live.ok(api.updateUser, { params: { user_id: user.id }, body: { status: 'inactive' } });
    await operator.run(api.overrideUser, { id: user.id, status: 'active' });
    const events = (await told(workspace)).filter(({ details }) => details['user_id'] === user.id);
    expect(events.map(({ type, actor, credential_id: id }) => [type, actor.type, id])).toEqual([
      ['user.activated', 'operator', null],
      ['credential.revoked', 'api_key', pat.id],
      ['user.deactivated', 'api_key', null],
      ['user.role_changed', 'operator', null],
      ['credential.created', 'operator', pat.id],
      ['user.created', 'operator', null],
    ]);
    expect(events.find(({ type }) => type === 'user.role_changed')?.details).toMatchObject({
      changes: { role: { from: 'agent', to: 'viewer' } },
    });
  });

  it('can be neither updated nor deleted, not even with SQL', async () => {
    await operator.workspace();
    await using client = await connected(databaseUrl);
    for (const sql of [
      `update identity.audit_entry set type = 'consent.granted'`,
      'delete from identity.audit_entry',
      'truncate identity.audit_entry',
    ])
      await expect(client.query(sql)).rejects.toThrow('audit entries are only added');
  });
});
