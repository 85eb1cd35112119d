import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestDatabase } from '@parley/testing';
import { webhookMigrations } from './index.ts';

/** All that migrations make: tables, views, indexes and sequences with their columns, constraints, functions. */
const SCHEMA = `
  select relkind::text || ' ' || relname as name, coalesce(pg_get_viewdef(oid), '') as definition
    from pg_class where relnamespace = 'webhook'::regnamespace
  union all
  select relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid))
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_attrdef on adrelid = c.oid and adnum = attnum
   where relnamespace = 'webhook'::regnamespace and attnum > 0 and not attisdropped
  union all
  select indexname, indexdef from pg_indexes where schemaname = 'webhook'
  union all
  select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'webhook'::regnamespace
  union all
  select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'webhook'::regnamespace
  order by 1, 2`;

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.create();
});
afterAll(() => database.drop());

it('each migration can be undone, back to exactly what was there before it, and be made again', async () => {
  const migrations = webhookMigrations.map((Made) => new Made());
  await database.session(async (client) => {
    // In one transaction it is one day, whose partitions are made.
    await client.query('begin; create schema webhook; set search_path = webhook');
    const schema = async () => (await client.query(SCHEMA)).rows as unknown[];
    const before: unknown[][] = [];
    for (const migration of migrations) {
      before.push(await schema());
      await migration.up(client);
    }
    const made = await schema();
    for (const migration of migrations.toReversed()) {
      await migration.down(client);
      expect(await schema()).toEqual(before.pop());
    }
    for (const migration of migrations) await migration.up(client);
    expect(await schema()).toEqual(made);
  });
});
