import { Module, type INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EventsMigration } from '@parley/events';
import { inTenant, newId, newUuid, startService, systemContext } from '@parley/kernel';
import { Database, PersistenceModule } from '@parley/persistence';
import { TestDatabase } from '@parley/testing';
import { Identity1700000001000 } from '../migrations/1700000001000-identity.ts';
import { insertWorkspace } from '../workspaces/workspaces.queries.ts';
import { insertUser, userList } from './users.queries.ts';

@Module({
  imports: [
    PersistenceModule.forService({
      service: 'identity',
      entities: [],
      migrations: [EventsMigration, Identity1700000001000],
    }),
  ],
})
class StoreModule {}

let database: TestDatabase;
let app: INestApplicationContext;
beforeAll(async () => {
  database = await TestDatabase.create();
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
  'the list of users by %s leaves the hashes of passwords in the database',
  async (sort) => {
    const db = app.get(Database).read(inTenant(systemContext(), newId('workspace'), 'live'));
    await db.query(insertWorkspace, ['Test', 'free', 'test', new Date()]);
    for (const email of ['a@example.com', 'b@example.com'])
      await db.query(insertUser, [newUuid(), email, email, email, 'agent', 'active', 'hash', new Date()]);
    const page = await db.page(userList, { page: 1, per_page: 1, sort, order: 'asc' });
    expect([page.rows.length, page.total_count]).toEqual([1, 2]);
    expect(JSON.stringify(page.rows)).not.toMatch(/password|hash/);
    const next = { page: 1, per_page: 1, sort, order: 'asc', cursor: page.next_cursor ?? '' } as const;
    expect((await db.page(userList, next)).rows.map(({ email }) => email)).toEqual(['b@example.com']);
  },
);
