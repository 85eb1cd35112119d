import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Module, type Type } from '@nestjs/common';
import { newUuid, startService } from '@parley/kernel';
import { PersistenceModule } from '@parley/persistence';
import { TestDatabase } from '@parley/testing';
import { WebhookRow } from '../webhooks/webhook.entity.ts';
import { webhookMigrations } from './index.ts';

@Module({
  imports: [
    PersistenceModule.forService({
      service: 'webhook',
      entities: [WebhookRow],
      migrations: webhookMigrations.slice(0, 3),
    }),
  ],
})
class Before {}

@Module({
  imports: [
    PersistenceModule.forService({
      service: 'webhook',
      entities: [WebhookRow],
      migrations: webhookMigrations,
    }),
  ],
})
class After {}

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.create();
});
afterAll(() => database.drop());

const migrateTo = async (module: Type): Promise<void> => {
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
  };
  await (await startService(module, { name: 'webhook', env, providers: [] })).close();
};

it('an installation keeps its deliveries when they are partitioned, those that wait and those that are over', async () => {
  await migrateTo(Before);
  const [workspace, webhook] = [newUuid(), newUuid()];
  await database.query(
    `insert into webhook.webhook (workspace_id, mode, id, version, url, events, status, sealed_secret, secret_last4,
       last_delivery_at, created_at, updated_at)
     values ($1, 'live', $2, 1, 'https://example.com', '{*}', 'enabled', '', 'last', now(), now(), now())`,
    [workspace, webhook],
  );
  for (const [status, daysAgo] of [
    [0, 0],
    [1, 2],
    [2, 3],
    [3, 70],
    [4, 0],
  ]) {
    await database.query(
      `with made as (
         insert into webhook.event (id, workspace_id, mode, type, occurred_at, body)
         values ($1, $2, 'live', 'ticket.created', now(), 'body') returning id),
       delivery as (
         insert into webhook.delivery (workspace_id, mode, webhook_id, event_id, status, attempts_used, due_at, created_at)
         select $2, 'live', $3, id, $4, 2, now(), now() - make_interval(days => $5) from made returning id)
       select id from delivery`,
      [newUuid(), workspace, webhook, status, daysAgo],
    );
  }
  await database.query(
    `insert into webhook.attempt (delivery_id, started_at, duration_ms, response_snippet, request_headers)
     select id, created_at, 1, '', '{}' from webhook.delivery`,
  );
  await migrateTo(After);
  expect(
    await database.query(
      `select status, attempts_made, event_type, count(a.delivery_id)::int as attempts, count(e.id)::int as bodies
         from webhook.delivery_record d left join webhook.attempt a on a.delivery_id = d.id
         left join webhook.event e on e.day = d.day and e.id = d.event_id
        where d.webhook_id = $1 group by 1, 2, 3 order by 1`,
      [webhook],
    ),
  ).toEqual(
    [0, 1, 2, 3, 4].map((status) => ({
      status,
      attempts_made: 2,
      event_type: 'ticket.created',
      attempts: 1,
      bodies: 1,
    })),
  );
  expect(await database.query('select is_proven from webhook.webhook')).toEqual([{ is_proven: true }]);
});
