import { afterAll, describe, expect, it } from '@jest/globals';
import { readPage } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { listCases, newTenant, Plans, TestDatabase } from '@parley/testing';
import { contactDatabase } from '../contact.database.ts';
import { contactList } from './contacts.queries.ts';

const CONTACTS = 12_000;
const NOW = new Date('2026-11-21T06:30:00.000Z');

/** Values of each filter whose contacts are all at one end of every sort, and some that are everywhere. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  email: [
    'a7@old.example',
    'nobody@old.example',
    'a*',
    'm*',
    '*@old.example',
    '*@new.example',
    '*7@old.example',
    'a*9*',
    'm*9*',
    '*@old*',
    '*@new*',
    '*nobody*',
    '*7*9.new.example',
    '*',
  ],
  phone: ['1', '11999', 'nobody'].map((digits) => ({ phone_e164: `+49${digits}`, phone_digits: digits })),
  external_id: ['EXT-1', 'EXT-11999', 'none'],
  created_after: [new Date('2026-11-20T00:00:00Z'), new Date('2020-01-01T00:00:00Z')],
  created_before: [new Date('2026-11-05T00:00:00Z'), new Date('2030-01-01T00:00:00Z')],
  updated_after: [new Date('2026-11-20T00:00:00Z'), new Date('2020-01-01T00:00:00Z')],
  updated_before: [new Date('2026-11-05T00:00:00Z'), new Date('2030-01-01T00:00:00Z')],
};

/** Contact n of many, oldest first; the first tenth of them is what the rest is not. */
const INSERT = `
  insert into contact.contact (workspace_id, mode, id, version, email, email_key, name, company, custom_fields,
    created_at, updated_at, external_id, phone_digits, phone_e164)
  select $1, 'live', lpad(to_hex(n), 32, '0')::uuid, 1, email, email, start || lpad(n::text, 6, '0'), start || n % 50,
    jsonb_build_object('note', repeat('Knows us. ', 30)), at, at + interval '1 h', 'EXT-' || n, n, '+49' || n
  from generate_series(1, $2::int) n, lateral (select case when n <= $2 / 10 then 'a' else 'm' end as start) o,
    lateral (select $3::timestamptz - ($2 - n) * interval '2 minutes' as at,
      start || n || case start when 'a' then '@old.example' else '@new.example' end as email) t`;

const ctx = newTenant();
const database = await TestDatabase.create(contactDatabase);
const plans = await Plans.open(database, 'contact');
await plans.skipSearch('contact');
const other = newTenant();
for (const [tenant, count] of [
  [ctx, CONTACTS],
  [other, 3_000],
] as const)
  await database.query(INSERT, [new TenantDatabase(tenant, plans.execute).workspace, count, NOW]);
await plans.settle('contact');

describe('the list of contacts', () => {
  afterAll(async () => {
    await plans.close();
    await database.drop();
  });

  it.each(listCases(contactList, VALUES))(
    '%s uses no sequential scan and reads few rows beyond those it returns',
    async (_, { list, query }) => {
      const { total_count: total, rows } = await readPage(
        new TenantDatabase(ctx, plans.execute),
        list,
        query,
      );
      expect(rows).toHaveLength(Math.min(25, total));
      const { email } = query as { email?: string };
      // Up to the number that counting stops at, the matching rows are materialized and sorted. Where more are,
      // the others are passed over: here the first tenth.
      const materialized = email === undefined ? 1_000 : Math.min(total, 10_000);
      const passed = email === undefined ? 1_000 : CONTACTS / 10;
      // A star before the end of a pattern has the addresses compared, all that begin alike, in an index alone.
      const skipped = email?.slice(0, -1).includes('*') === true ? CONTACTS : 1_000;
      expect(plans.excess({ passed, skipped, sorted: materialized + 1_000 })).toEqual([]);
    },
  );
});
