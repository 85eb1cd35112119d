import { Module, type INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inWorkspace, newUuid, startService } from '@parley/kernel';
import { readPage } from '@parley/lists';
import { Database, PersistenceModule } from '@parley/persistence';
import { newTenant, TestDatabase } from '@parley/testing';
import { identityDatabase } from '../identity.database.ts';
import { insertWorkspace } from '../workspaces/workspaces.queries.ts';
import { UserRow } from './user.entity.ts';
import { userList } from './users.queries.ts';

@Module({
  imports: [PersistenceModule.forService(identityDatabase)],
})
class StoreModule {}

let database: TestDatabase;
let app: INestApplicationContext;
beforeAll(async () => {
  database = await TestDatabase.create(identityDatabase);
  app = await startService(StoreModule, {
    name: 'identity',
    env: {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
    },
    providers: [],
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

it.each(['created_at', 'updated_at', 'name', 'email'])(
  'the list of users by %s does not read password hashes',
  async (sort) => {
    const ctx = newTenant();
    const db = app.get(Database).read(ctx);
    await app.get(Database).transaction(inWorkspace(ctx, ctx.tenant.workspaceId), async (tx) => {
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
