import { afterAll, expect, it } from '@jest/globals';
import { inWorkspace } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { newTenant, TestStore } from '@parley/testing';
import { identityDatabase } from '../identity.database.ts';
import { insertWorkspace } from '../workspaces/workspaces.queries.ts';
import { OFFLINE } from './availability.rules.ts';
import { UserRow } from './user.entity.ts';
import { userList } from './users.queries.ts';

const store = await TestStore.open(identityDatabase);
afterAll(() => store.close());

it.each(['created_at', 'updated_at', 'name', 'email'])(
  'the list of users by %s does not read password hashes',
  async (sort) => {
    const ctx = newTenant();
    const db = store.db.read(ctx);
    await store.db.transaction(inWorkspace(ctx, ctx.tenant.workspaceId), async (tx) => {
      await tx.query(insertWorkspace, ['Test', 'free', 'test', new Date()]);
      for (const email of ['a@example.com', 'b@example.com'])
        await tx.insert(UserRow, {
          id: newUuid(),
          email,
          email_key: email,
          name: email,
          role: 'agent',
          status: 'active',
          avatar_url: null,
          ...OFFLINE,
          password_hash: 'hash',
        });
    });
    const page = await readPage(db, userList, { page: 1, per_page: 1, sort, order: 'asc' });
    expect([page.rows.length, page.total_count]).toEqual([1, 2]);
    expect(JSON.stringify(page.rows)).not.toMatch(/password|hash/);
    const next = { page: 1, per_page: 1, sort, order: 'asc', cursor: page.next_cursor ?? '' } as const;
    expect((await readPage(db, userList, next)).rows.map(({ email }) => email)).toEqual(['b@example.com']);
  },
);
