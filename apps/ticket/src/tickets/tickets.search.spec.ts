import { afterAll, describe, expect, it } from '@jest/globals';
import { parseSearchQuery, searchableTickets, uuidOf } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { readPage, searchBest } from '@parley/lists';
import { TenantDatabase } from '@parley/persistence';
import { newTenant, Plans, TestStore } from '@parley/testing';
import fc from 'fast-check';
import { ticketDatabase } from '../ticket.database.ts';
import { ticketListAt } from './tickets.queries.ts';

/** More than are looked up one by one. */
const COMMON = 12_000;
/** Who has 30 of them. */
const CUSTOMER = newId('contact');
const ctx: TenantContext = newTenant();

const store = await TestStore.open(ticketDatabase);
const { database, db } = store;
// Before any other query: the setting applies only to connections that are opened after it.
const { pathname } = new URL(database.url);
await database.session((client) =>
  client.query(`alter database ${pathname.slice(1)} set search_path = ticket`),
);
await database.query(
  `insert into ticket.ticket (workspace_id, mode, id, version, subject, status, priority, contact_id, sla_started_at,
       sla_warning_at, sla_due_at, created_at, updated_at)
     select $1, 'live', gen_random_uuid(), 1, 'common ' || case when n % 10000 = 0 then 'rare' else '' end,
       case when n % 4 = 0 then 'closed' else 'open' end, 'normal',
       case when n % 400 = 0 then $2::uuid end, now(), now(), now(),
       now() - n * interval '1 s', now()
       from generate_series(1, ${COMMON}) n`,
  [db.read(ctx).workspace, uuidOf('contact', CUSTOMER)],
);
await database.query('analyze');
afterAll(() => store.close());

const list = (q: string, asked: object = {}) => {
  const query = { page: 1, per_page: 25, sort: 'created_at', order: 'desc', ...asked } as const;
  return readPage(db.read(ctx), ticketListAt(new Date()), { ...query, q: parseSearchQuery(q) });
};

describe('the matches of a query', () => {
  it('are counted up to 1,000, and read in order beyond that', async () => {
    const rare = await list('common rare');
    expect([rare.rows.length, rare.total_count, rare.total_count_relation]).toEqual([1, 1, 'eq']);
    const common = await list('common');
    expect([common.rows.length, common.total_count, common.total_count_relation]).toEqual([25, 1_000, 'gte']);
    const next = await list('common', { cursor: common.next_cursor ?? '' });
    const times = [...common.rows, ...next.rows].map((row) => row.created_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set([...common.rows, ...next.rows].map(({ id }) => id)).size).toBe(50);
    const closed = await list('common', { status: ['closed'] });
    expect([closed.total_count, closed.total_count_relation]).toEqual([1_000, 'gte']);
  });

  it('are an empty page after the last one, with the same count', async () => {
    const end = ['created_at desc', '1970-01-01T00:00:00.000Z', '00000000-0000-4000-8000-000000000000'];
    const cursor = Buffer.from(JSON.stringify(end)).toString('base64url');
    for (const [q, total_count, total_count_relation] of [
      ['common', 1_000, 'gte'],
      ['rare', 1, 'eq'],
    ] as const) {
      const page = { rows: [], total_count, total_count_relation, next_cursor: null, resume_cursor: null };
      expect(await list(q, { cursor })).toEqual(page);
    }
    expect(await list('nowhere')).toMatchObject({ rows: [], total_count: 0, total_count_relation: 'eq' });
  });

  it.each(['common', 'common rare', 'rar', '"common rare"', 'tag:vip', 'status:closed common'])(
    'for %j are read with indexes only, in every order',
    async (q) => {
      const plans = await Plans.open(database, 'ticket');
      const explained = new TenantDatabase(ctx, plans.execute);
      const definition = ticketListAt(new Date());
      for (const sort of Object.keys(definition.sorts)) {
        const query = { page: 1, per_page: 25, sort, order: 'desc', q: parseSearchQuery(q) } as const;
        await readPage(explained, definition, query);
      }
      await searchBest(explained, definition, searchableTickets, { terms: parseSearchQuery(q), limit: 20 });
      const works = plans.works.splice(0);
      await plans.close();
      expect(works.filter(({ scanned }) => scanned.length > 0)).toEqual([]);
      expect(works.some(({ plan }) => plan.join().includes('ticket_search_words'))).toBe(true);
    },
  );
});

it.each([{ contact: [CUSTOMER] }, { status: ['closed'] }])(
  'a common word with a selective filter is evaluated on the rows that pass the filter only: %j',
  async (asked) => {
    const plans = await Plans.open(database, 'ticket');
    const query = { page: 2, per_page: 25, sort: 'created_at', order: 'desc', ...asked } as const;
    const page = await readPage(new TenantDatabase(ctx, plans.execute), ticketListAt(new Date()), {
      ...query,
      q: parseSearchQuery('common -nothing'),
    });
    const works = plans.works.splice(0);
    await plans.close();
    const total = 'contact' in asked ? 30 : 1_000;
    expect([page.rows.length, page.total_count]).toEqual(['contact' in asked ? 5 : 25, total]);
    // The index of words is asked once: whether the word is one that many have.
    expect(works.filter(({ plan }) => plan.join().includes('ticket_search_words'))).toHaveLength(1);
  },
);

describe('the statements of search queries', () => {
  /** The names that what a query asks for is prepared by. */
  const preparedFor = async (q: string) => {
    const names: string[] = [];
    const noting = new TenantDatabase(
      ctx,
      async <Row>(name: string, text: string, values: readonly unknown[]) => {
        names.push(name);
        return database.query<Row>(text, [...values]);
      },
    );
    const query = {
      page: 1,
      per_page: 25,
      sort: 'created_at',
      order: 'desc',
      q: parseSearchQuery(q),
    } as const;
    await readPage(noting, ticketListAt(new Date()), query);
    await searchBest(noting, ticketListAt(new Date()), searchableTickets, {
      terms: parseSearchQuery(q),
      limit: 20,
    });
    return names;
  };

  it('are the same for the same fields, in any order and number and with any values', async () => {
    const asked = await preparedFor('status:open -priority:low');
    expect(asked).not.toContain('');
    for (const q of [
      '-priority:low status:open',
      'status:open status:open -priority:low -priority:low status:open',
      '-priority:urgent status:closed',
    ])
      expect([q, await preparedFor(q)]).toEqual([q, asked]);
  });

  it('are the same for any number of excluded addresses', async () => {
    const asked = await preparedFor('status:open -email:a@x.example');
    expect(asked).not.toContain('');
    expect(await preparedFor('-email:a@x.example -email:b* status:open -email:*c')).toEqual(asked);
  });

  it('are prepared only for queries with few fields', async () => {
    const fields = ['status:open', '-priority:low', '-assignee:none', '-email:*x'];
    for (const count of [3, 4])
      expect(new Set(await preparedFor(fields.slice(0, count).join(' ')))).toEqual(new Set(['']));
  });
});

describe('text', () => {
  it('is found by itself as a phrase, for any text', async () => {
    const said = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(said, async (text) => {
        fc.pre(!text.includes('\u0000') && text.isWellFormed());
        const [row] = await database.query<{ found: boolean }>(
          `select search_vector('abcdel', $1) @@ search_query('abcdel', $2::jsonb, '&') as found`,
          [`before mark ${text} after`, JSON.stringify([{ words: `mark ${text}` }])],
        );
        expect([text, row?.found]).toEqual([text, true]);
      }),
      { numRuns: 60, examples: [['ﷺ'.repeat(20)], ['日本語 テスト'], ['हिन्दी में'], ["it's"], ['😀👍🏽']] },
    );
  });

  it('is indexed with the tenant as a prefix of each word, for any text', async () => {
    const odd = fc.constantFrom(
      '\u001f',
      '\u001e',
      '\ue000',
      ' ',
      'ab',
      'É',
      '犬',
      "'",
      ':',
      '\\',
      '\u00a0',
      '\u0085',
    );
    const said = fc.array(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        said.map((parts) => parts.join('')),
        async (text) => {
          fc.pre(!text.includes('\u0000') && text.isWellFormed());
          const [row] = await database.query<{ words: string[]; asked: string }>(
            `select tsvector_to_array(search_vector('abcdel', $1)) as words,
                    search_query('abcdel', $2::jsonb, '&')::text as asked`,
            [text, JSON.stringify([{ words: text, prefix: true }])],
          );
          for (const found of row?.words ?? []) expect(found).toMatch(/^abcdel./su);
          expect(row?.asked ?? '').toMatch(/^('abcdel[^&|]*)?$/su);
        },
      ),
      { numRuns: 60, examples: [['\u001fab'], ['ab\u001f\u001fcd'], ['\u001fÉ'], ['\ue000ab É']] },
    );
  });
});
