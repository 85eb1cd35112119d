import { afterAll, describe, expect, it } from '@jest/globals';
import { parseSearchQuery, searchableContacts } from '@parley/contracts';
import { readPage, searchBest } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { newTenant, Plans, TestStore } from '@parley/testing';
import { contactDatabase } from '../contact.database.ts';
import { contactList } from './contacts.queries.ts';

/** More of those who came first than are looked up, behind more of the others than a list is walked through. */
const VETERANS = 10_500;
const CONTACTS = VETERANS + 30_000;

const INSERT = `
  insert into contact.contact (workspace_id, mode, id, version, email, email_key, name, created_at, updated_at)
  select $1, 'live', lpad(to_hex(n), 32, '0')::uuid, 1, email, email,
    'everybody ' || case when n <= ${VETERANS} then 'veteran' else 'fresh' end,
    now() - (${CONTACTS} - n) * interval '1 minute', now()
  from generate_series(1, ${CONTACTS}) n,
    lateral (select n || case when n <= ${VETERANS} then '@old.example' else '@new.example' end as email) e`;

const ctx = newTenant();
const store = await TestStore.open(contactDatabase);
const { database } = store;
const plans = await Plans.open(database, 'contact');
await database.query(INSERT, [new TenantDatabase(ctx, plans.execute).workspace]);
await plans.settle('contact');
await plans.settle('contact_search');

describe('matches at the far end of a list', () => {
  afterAll(async () => {
    await plans.close();
    await store.close();
  });

  it.each([
    ['veteran', VETERANS],
    ['everybody veteran', VETERANS],
    ['-fresh', VETERANS],
    ['everybody -fresh', VETERANS],
    ['everybody -veteran', CONTACTS - VETERANS],
    ['-everybody', 0],
    ['veteran -everybody', 0],
    ['email:*@old*', VETERANS],
    ['everybody email:*@old*', VETERANS],
    ['veteran email:*@old*', VETERANS],
    ['email:*nobody*', 0],
    ['-email:*@*', 0],
    ['custom.plan:', 0],
  ])('are found and counted by %j with few search documents read', async (q, total) => {
    const terms = parseSearchQuery(q);
    for (const order of ['asc', 'desc'] as const) {
      const query = { page: 1, per_page: 25, sort: 'created_at', order, q: terms };
      const page = await readPage(new TenantDatabase(ctx, plans.execute), contactList, query);
      const relation = total > 1_000 ? 'gte' : 'eq';
      expect([page.total_count, page.total_count_relation]).toEqual([Math.min(total, 1_000), relation]);
      const last = total > VETERANS ? CONTACTS : VETERANS;
      const first = total > VETERANS ? VETERANS + 1 : 1;
      const ids = Array.from({ length: Math.min(25, total) }, (_, n) =>
        order === 'asc' ? first + n : last - n,
      );
      expect(page.rows.map(({ id }) => Number.parseInt(id.slice(-12), 16))).toEqual(ids);
    }
    const best = await searchBest(new TenantDatabase(ctx, plans.execute), contactList, searchableContacts, {
      terms,
      limit: 20,
    });
    expect([best.rows.length, best.total_count]).toEqual([Math.min(20, total), Math.min(total, 10_000)]);
    // What is met on the way is asked for its words: a row that has others is passed over, and so are those.
    expect(plans.excess({ passed: 2 * 20_000 + 1_000, skipped: CONTACTS, sorted: CONTACTS })).toEqual([]);
  });
});
