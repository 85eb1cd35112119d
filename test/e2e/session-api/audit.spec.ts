import { describe, expect, it } from '@jest/globals';
import { createKey, type Id } from '@parley/contracts';
import type { ConsoleAuditEntry, ConsoleInput, listAuditEntries } from '@parley/contracts/console';
import { operator } from '../platform.ts';
import { ConsoleClient } from './console-client.ts';

type Query = ConsoleInput<typeof listAuditEntries>['query'];

const list = async (query: Query) => (await admin.ok('audit.list', { query })).data;
const workspace = await operator.workspace();
const admin = await ConsoleClient.signIn(workspace);
const adminId = (await admin.ok('session.get', {})).data.user.id;
const named = { workspace: workspace.credentials.workspace_id, name: 'Theirs', scopes: 'tickets:read' };
await operator.run(createKey, named);
for (const name of ['A', 'B', 'C'])
  await admin.ok('key.create', { body: { name, scopes: ['tickets:read'] } });
const all = await list({ per_page: '100' });

describe('the audit log of the account console', () => {
  it('has what a user does in the console, by name, and never a secret', async () => {
    const { data: key } = await admin.ok('key.create', { body: { name: 'Mine', scopes: ['tickets:read'] } });
    const [entry] = await list({ type: 'credential.created', per_page: '1' });
    const { name } = (await admin.ok('session.get', {})).data.user;
    expect(entry).toMatchObject({
      type: 'credential.created',
      actor: { type: 'user', id: adminId, name },
      credential_id: key.id,
      details: { name: 'Mine', scopes: ['tickets:read'] },
    });
    expect(JSON.stringify(await list({ per_page: '100' }))).not.toContain(key.token);
  });

  it('is listed newest first, page by page, without gaps or repetitions', async () => {
    const read: ConsoleAuditEntry[] = [];
    let cursor: Id<'audit_entry'> | null = all[0]?.id ?? null;
    for (let pages = 0; cursor !== null && pages < 50; pages += 1) {
      const { data, meta } = await admin.ok('audit.list', { query: { cursor, per_page: '2' } });
      read.push(...data);
      cursor = meta.next_cursor;
    }
    expect(read.map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id));
    expect(all.map(({ created_at: at }) => at)).toEqual(
      all
        .map(({ created_at: at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('filters by type, actor and time', async () => {
    const until = all[0]?.created_at ?? '';
    const seen = async (query: Query) => {
      const entries = await list({ ...query, per_page: '100' });
      const known = new Set(all.map(({ id }) => id));
      return entries.map(({ id }) => id).filter((id) => known.has(id));
    };
    const expected = (holds: (entry: ConsoleAuditEntry) => boolean) => all.filter(holds).map(({ id }) => id);
    const types = ['login.succeeded', 'user.created'];
    expect(await seen({ type: types.join() })).toEqual(expected(({ type }) => types.includes(type)));
    expect(await seen({ actor: adminId })).toEqual(expected(({ actor }) => actor.id === adminId));
    expect(await seen({ actor: 'operator' })).toEqual(expected(({ actor }) => actor.type === 'operator'));
    expect(await seen({ actor: 'operator', type: 'login.succeeded' })).toEqual([]);
    expect(await seen({ created_before: until })).toEqual(expected(({ created_at: at }) => at < until));
    const since = all.at(3)?.created_at ?? '';
    expect(await seen({ created_after: since, created_before: until })).toEqual(
      expected(({ created_at: at }) => at >= since && at < until),
    );
  });

  it('refuses filters and cursors that mean nothing', async () => {
    const other = await ConsoleClient.signIn(await operator.workspace());
    const [theirs] = (await other.ok('audit.list', { query: {} })).data;
    for (const [param, query] of [
      ['type', { type: 'no.such' }],
      ['actor', { actor: 'somebody' }],
      ['created_after', { created_after: 'yesterday' }],
      ['cursor', { cursor: theirs?.id }],
    ] as const)
      expect(await admin.refusal('audit.list', { query })).toBe(`422 invalid_parameter ${param}`);
  });
});
