import { afterAll, expect, it } from '@jest/globals';
import { ENV, type Env } from '@parley/runtime/config';
import { inWorkspace, systemContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { TestStore } from '@parley/testing';
import { identityDatabase } from './identity.database.ts';
import { IdentityConfig } from './identity.config.ts';
import { TokenRepository } from './tokens/token.repository.ts';
import { OFFLINE } from './users/availability.rules.ts';
import { UserRow } from './users/user.entity.ts';
import { insertWorkspace } from './workspaces/workspaces.queries.ts';
import { AuditEntryRow } from './audit/audit-entry.entity.ts';
import { Pruning } from './pruning.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const workspaceId = newId('workspace');
const ctx = inWorkspace(systemContext(), workspaceId);
const store = await TestStore.open(identityDatabase, {
  providers: [
    Pruning,
    TokenRepository,
    { provide: IdentityConfig, inject: [ENV], useFactory: (env: Env) => new IdentityConfig(env) },
  ],
  env: { AUDIT_RETENTION: '3d' },
});
const { db } = store;
await db.read(ctx).query(insertWorkspace, ['Test', 'starter', 'Ab12', new Date()]);
const email = 'a@example.com';
const { id: userId } = await db.transaction(ctx, (tx) =>
  tx.insert(UserRow, {
    ...OFFLINE,
    id: newUuid(),
    email,
    email_key: email,
    name: 'A',
    role: 'agent',
    status: 'active',
    avatar_url: null,
    password_hash: 'hash',
  }),
);
afterAll(() => store.close());

it('audit entries and the addresses of that time are deleted after their retention', async () => {
  await db.transaction(ctx, async (tx) => {
    for (const days of [0, 2.9, 3.1, 400])
      await tx.insert(AuditEntryRow, {
        id: newUuid(),
        at: ago(days),
        type: 'login.succeeded',
        actor_type: 'system',
        actor_id: null,
        credential_id: null,
        address: `after ${days}`,
        request_id: null,
        details: {},
      });
  });
  for (const days of [2.9, 3.1])
    await db.raw(
      'test.address',
      `insert into credential_address (workspace_id, credential_id, address, first_used_at, last_used_at)
       select id, gen_random_uuid(), $1, $2, $2 from workspace`,
      [`after ${days}`, ago(days)],
    );
  await store.app.get(Pruning).prune();
  const events = await db.raw<{ address: string }>(
    'test.events',
    'select address from audit_entry order by address',
    [],
  );
  expect(events).toEqual([{ address: 'after 0' }, { address: 'after 2.9' }]);
  const addresses = await db.raw<{ address: string }>(
    'test.seen',
    'select address from credential_address',
    [],
  );
  expect(addresses).toEqual([{ address: 'after 2.9' }]);
});

it('expired access tokens are deleted after a week; API keys and personal access tokens are kept', async () => {
  const tokens = store.app.get(TokenRepository);
  await db.transaction(ctx, async (tx) => {
    const of = { mode: 'live' as const, name: 'Token', scopes: [], user_id: userId, grant_id: null };
    for (const days of [-1, 6.9, 7.1])
      await tokens.issue(tx, {
        ...of,
        kind: 'oauth_access_token',
        grant_id: newUuid(),
        expires_at: ago(days),
      });
    await tokens.issue(tx, { ...of, kind: 'personal_access_token', expires_at: ago(100) });
    await tokens.issueKey(tx, of);
  });
  await store.app.get(Pruning).prune();
  const left = await db.raw<{ kind: string }>('test.tokens', 'select kind from token order by kind', []);
  expect(left.map(({ kind }) => kind)).toEqual([
    'api_key',
    'oauth_access_token',
    'oauth_access_token',
    'personal_access_token',
  ]);
});

it('one-time links are deleted when they have expired', async () => {
  for (const [name, days] of [
    ['open', -1],
    ['expired', 0.01],
  ] as const) {
    await db.raw(
      'test.invitation',
      `insert into invitation (workspace_id, id, token_hash, email, email_key, role, invited_by, created_at, expires_at)
       select id, gen_random_uuid(), $1::text::bytea, $1, $1, 'agent', $2, now(), $3 from workspace`,
      [name, userId, ago(days)],
    );
    await db.raw(
      'test.password_reset',
      `insert into password_reset (workspace_id, user_id, token_hash, created_by, created_at, expires_at)
       select id, $2, $1::text::bytea, $2, now(), $3 from workspace
       on conflict (workspace_id, user_id) do update set expires_at = excluded.expires_at`,
      [name, userId, ago(days)],
    );
    await db.raw(
      'test.mailed_password_reset',
      `insert into mailed_password_reset (workspace_id, token_hash, user_id, created_at, expires_at)
       select id, $1::text::bytea, $2, now(), $3 from workspace`,
      [name, userId, ago(days)],
    );
    await db.raw(
      'test.notice_request',
      `insert into notice_request (id, kind, encrypted, due_at, expires_at, created_at)
       values (gen_random_uuid(), 'password_reset', $1::text::bytea, now(), $2, now())`,
      [name, ago(days)],
    );
  }
  await store.app.get(Pruning).prune();
  expect(await db.raw('test.invitations', 'select email from invitation', [])).toEqual([{ email: 'open' }]);
  expect(await db.raw('test.password_resets', 'select from password_reset', [])).toEqual([]);
  const mailed = 'select convert_from(token_hash, $1) as name from mailed_password_reset';
  expect(await db.raw('test.mailed', mailed, ['UTF8'])).toEqual([{ name: 'open' }]);
  const requested = 'select convert_from(encrypted, $1) as name from notice_request';
  expect(await db.raw('test.requested', requested, ['UTF8'])).toEqual([{ name: 'open' }]);
});
