import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError, Instant, uuidOf } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { TestDatabase } from '@parley/testing';
import { defineList, equals, readPage } from './index.ts';
import { allNotes, noteList, NoteRow, startNotes, tenantOf } from '../../persistence/src/notes.fixture.ts';

const database = await TestDatabase.create();
const notes = await startNotes(database);
afterAll(async () => {
  await notes.app.close();
  await database.drop();
});

interface Sample {
  id: string;
  title: string;
  rank: number;
  at: number;
}
type Sort = 'created_at' | 'rank' | 'title';
type Order = 'asc' | 'desc';
type Asked = Partial<{
  page: number;
  per_page: number;
  cursor: string;
  sort: Sort;
  order: Order;
  rank: string;
  created_after: Date;
  created_before: Date;
}>;

const BASE = Date.UTC(2026, 10, 21, 6, 30);

async function store(ctx: TenantContext, samples: readonly Sample[]): Promise<void> {
  await database.query(
    `insert into ticket.note (workspace_id, mode, id, version, title, rank, created_at, updated_at)
     select $1, $2, id, 1, title, rank, at, at
       from unnest($3::uuid[], $4::text[], $5::int[], $6::timestamptz[]) as t (id, title, rank, at)`,
    [
      uuidOf('workspace', ctx.tenant.workspaceId),
      ctx.tenant.mode,
      samples.map(({ id }) => id),
      samples.map(({ title }) => title),
      samples.map(({ rank }) => rank),
      samples.map(({ at }) => new Date(BASE + at)),
    ],
  );
}

/** The ids in the order of PostgreSQL: the expected result of an iteration. */
async function sorted(ctx: TenantContext, sort: Sort, order: Order): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from ticket.note where workspace_id = $1 and mode = $2 order by ${sort} ${order}, id ${order}`,
    [uuidOf('workspace', ctx.tenant.workspaceId), ctx.tenant.mode],
  );
  return rows.map(({ id }) => id);
}

const pageOf = (ctx: TenantContext, asked: Asked = {}) =>
  readPage(notes.db.read(ctx), noteList, {
    page: 1,
    per_page: 25,
    sort: 'created_at',
    order: 'desc',
    ...asked,
  });

/** Iterates to the end by `meta.next_cursor`, and calls a function between the pages. */
async function walk(
  ctx: TenantContext,
  asked: Asked,
  between: () => Promise<void> = () => Promise.resolve(),
  read: typeof pageOf = pageOf,
): Promise<NoteRow[]> {
  const rows: NoteRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await read(ctx, cursor === null ? asked : { ...asked, cursor });
    expect(page.rows.length).toBeLessThanOrEqual(asked.per_page ?? 25);
    rows.push(...page.rows);
    if (rows.length > 1_000) throw new Error('the walk goes round in circles');
    cursor = page.next_cursor;
    if (cursor !== null) await between();
  } while (cursor !== null);
  return rows;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Text of the maximum length: wide characters, and those that JSON escapes with six bytes each. */
const LONG = ['名'.repeat(255), '\u0001'.repeat(320)];

/** Few values, so that most rows tie with others. */
const sample = fc.record<Sample>({
  id: fc.uuid(),
  title: fc.constantFrom('a', 'A', 'b', 'é', 'E', 'z', 'Z', '_', '10', '9', '😀', ...LONG),
  rank: fc.integer({ min: -1, max: 2 }),
  at: fc.integer({ min: 0, max: 3 }),
});
const samples = fc.uniqueArray(sample, { maxLength: 40, selector: ({ id }) => id });
const sort = fc.constantFrom<Sort>('created_at', 'rank', 'title');
const order = fc.constantFrom<Order>('asc', 'desc');
const perPage = fc.integer({ min: 1, max: 12 });

describe('a list', () => {
  it('returns each row once and in order, by cursor and by page', async () => {
    await fc.assert(
      fc.asyncProperty(samples, sort, order, perPage, async (rows, by, direction, size) => {
        const ctx = tenantOf();
        await store(ctx, rows);
        const expected = await sorted(ctx, by, direction);
        const asked = { sort: by, order: direction, per_page: size };
        expect(idsOf(await walk(ctx, asked))).toEqual(expected);
        const byPage: string[] = [];
        for (let page = 1; page <= Math.ceil(rows.length / size) + 1; page += 1) {
          const found = await pageOf(ctx, { ...asked, page });
          expect(found.total_count).toBe(rows.length);
          expect(found.total_count_relation).toBe('eq');
          byPage.push(...idsOf(found.rows));
        }
        expect(byPage).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('returns each existing row once by cursor while other rows are added and deleted', async () => {
    await fc.assert(
      fc.asyncProperty(samples, samples, sort, order, perPage, async (rows, more, by, direction, size) => {
        fc.pre(new Set(idsOf([...rows, ...more])).size === rows.length + more.length);
        const ctx = tenantOf();
        await store(ctx, rows);
        const expected = await sorted(ctx, by, direction);
        const late = [...more];
        const seen = await walk(ctx, { sort: by, order: direction, per_page: size }, async () => {
          await store(ctx, late.splice(0, 5));
        });
        const ids = idsOf(seen);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => expected.includes(id))).toEqual(expected);
        // Rows that were inserted into the remaining part are in the right place too.
        const now = await sorted(ctx, by, direction);
        expect(now.filter((id) => ids.includes(id))).toEqual(ids);
      }),
      { numRuns: 15 },
    );
  });

  it('continues by cursor after a row that has been deleted', async () => {
    const ctx = tenantOf();
    const rows = [0, 1, 2, 3].map((at) => ({ id: newUuid(), title: 'a', rank: 1, at }));
    await store(ctx, rows);
    const first = await pageOf(ctx, { per_page: 2 });
    await database.query('delete from ticket.note where id = $1', [first.rows[1]?.id]);
    const second = await pageOf(ctx, { per_page: 2, cursor: first.next_cursor as string });
    expect(idsOf(second.rows)).toEqual([rows[1]?.id, rows[0]?.id]);
    expect(second.next_cursor).toBeNull();
  });

  it('accepts any valid instant', async () => {
    const ctx = tenantOf();
    await store(ctx, [{ id: newUuid(), title: 'a', rank: 1, at: 0 }]);
    for (const [text, rows] of [
      ['0000-01-01T00:00+23:59', 1],
      ['0001-01-01', 1],
      ['9999-12-31T23:59:59.999999999-23:59', 0],
    ] as const) {
      expect((await pageOf(ctx, { created_after: Instant.parse(text) })).rows).toHaveLength(rows);
    }
  });

  it('is empty past its end, with the same total_count', async () => {
    const ctx = tenantOf();
    await store(ctx, [{ id: newUuid(), title: 'a', rank: 1, at: 0 }]);
    expect(await pageOf(ctx, { page: 50 })).toEqual({
      rows: [],
      total_count: 1,
      total_count_relation: 'eq',
      next_cursor: null,
      resume_cursor: null,
    });
    expect(await pageOf(tenantOf())).toMatchObject({ rows: [], total_count: 0, next_cursor: null });
  });

  it('has no cursor on its last page, whether that is full or not', async () => {
    const ctx = tenantOf();
    await store(
      ctx,
      [0, 1, 2, 3].map((at) => ({ id: newUuid(), title: 'a', rank: 1, at })),
    );
    expect((await pageOf(ctx, { per_page: 4 })).next_cursor).toBeNull();
    expect((await pageOf(ctx, { per_page: 2, page: 2 })).next_cursor).toBeNull();
    expect((await pageOf(ctx, { per_page: 3 })).next_cursor).not.toBeNull();
  });
});

it.each([
  [100, 100, null],
  [101, 100, null],
  [102, 100, 'page'],
  [401, 25, null],
  [402, 25, 'page'],
  [10_001, 1, null],
  [10_002, 1, 'page'],
  [999_999_999, 100, 'page'],
])(
  'a page number %d of %d rows starts within 10,000 rows, or is rejected in favor of the cursor: %j',
  async (page, size, param) => {
    const error: unknown = await pageOf(tenantOf(), { page, per_page: size }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error instanceof ApiError ? error.param : error).toBe(param);
    if (error instanceof ApiError) {
      expect(error.status).toBe(422);
      expect(error.message).toContain('cursor');
    }
  },
);

describe('a cursor', () => {
  const ctx = tenantOf();
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const id = newUuid();

  it('needs no escaping in a URL', async () => {
    await store(
      ctx,
      [0, 1, 2].map((at) => ({ id: newUuid(), title: 'a', rank: 1, at })),
    );
    expect((await pageOf(ctx, { per_page: 1 })).next_cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('is valid only for its sort and order', async () => {
    const cursor = (await pageOf(ctx, { per_page: 1 })).next_cursor as string;
    expect((await pageOf(ctx, { cursor })).rows).toHaveLength(2);
    for (const asked of [{ order: 'asc' }, { sort: 'rank' }] as const) {
      await expect(pageOf(ctx, { cursor, ...asked })).rejects.toMatchObject({ status: 400, param: 'cursor' });
    }
  });

  it.each<[string, string, Asked?]>([
    ['nothing', ''],
    ['no base64', '!!!'],
    ['no JSON', Buffer.from('[1').toString('base64url')],
    ['null', encode(null)],
    ['an object', encode({ sort: 'created_at desc' })],
    ['an empty list', encode([])],
    ['no id', encode(['created_at desc', '2026-11-21T06:30:00.000Z'])],
    ['an invalid id', encode(['created_at desc', '2026-11-21T06:30:00.000Z', 'x'])],
    ['null in place of a value', encode(['created_at desc', null, id])],
    ['a list in place of a value', encode(['created_at desc', ['x'], id])],
    ['a text in place of a time', encode(['created_at desc', 'yesterday-ish', id])],
    ['a day that does not exist', encode(['created_at desc', '2026-02-31T00:00:00Z', id])],
    ['a number in place of a time', encode(['created_at desc', 5, id])],
    ['a text in place of a number', encode(['rank desc', 'x', id]), { sort: 'rank' }],
    ['a fraction in place of an integer', encode(['rank desc', 1.5, id]), { sort: 'rank' }],
    ['a number out of range', encode(['rank desc', 1e300, id]), { sort: 'rank' }],
    ['a text that PostgreSQL cannot store', encode(['title desc', 'x\u0000', id]), { sort: 'title' }],
    ['SQL', encode(["created_at desc'; drop table note; --", 'x', id])],
  ])('with %s is a 400', async (_what, cursor, asked = {}) => {
    await expect(pageOf(ctx, { cursor, ...asked })).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'invalid_parameter',
      param: 'cursor',
    });
  });

  it('with any content gives a page or a 400', async () => {
    const junk = fc.oneof(
      fc.string(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
    );
    const tuple = fc.tuple(
      fc.constant('title desc'),
      fc.oneof(fc.string({ unit: 'binary' }), fc.double()),
      fc.uuid(),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(junk, tuple.map(encode)), async (cursor) => {
        const answer: unknown = await pageOf(ctx, { cursor, sort: 'title' }).then(
          ({ rows }) => rows.length,
          (error: unknown) => (error instanceof ApiError ? error.status : error),
        );
        expect(answer === 400 || (typeof answer === 'number' && answer <= 3)).toBe(true);
      }),
    );
  });
});

it('the count of a list is exact up to 10,000, and marked as a lower bound above that', async () => {
  const ctx = tenantOf();
  const add = (count: number) =>
    database.query(
      `insert into ticket.note (workspace_id, mode, id, version, title, rank, created_at, updated_at)
         select $1, $2, gen_random_uuid(), 1, 'a', 1, now(), now() from generate_series(1, $3)`,
      [uuidOf('workspace', ctx.tenant.workspaceId), ctx.tenant.mode, count],
    );
  await add(9_999);
  expect(await pageOf(ctx)).toMatchObject({ total_count: 9_999, total_count_relation: 'eq' });
  await add(1);
  expect(await pageOf(ctx)).toMatchObject({ total_count: 10_000, total_count_relation: 'eq' });
  await add(1);
  expect(await pageOf(ctx)).toMatchObject({ total_count: 10_000, total_count_relation: 'gte' });
  expect(await pageOf(ctx, { page: 100, per_page: 100 })).toMatchObject({
    total_count: 10_000,
    total_count_relation: 'gte',
  });
});

describe('a predicate that is evaluated on the sorted rows', () => {
  const list = defineList<NoteRow>({
    ...noteList,
    filters: { ...noteList.filters, title: { ...equals('title'), set: 'large' } },
  });
  const wantedOf = (ctx: TenantContext, asked: Asked & { title?: string } = {}) =>
    readPage<NoteRow>(notes.db.read(ctx), list, {
      page: 1,
      per_page: 25,
      sort: 'created_at',
      order: 'desc',
      ...asked,
    });

  it('returns each match once and in order, by cursor and by page', async () => {
    const rank = fc.constantFrom({}, { rank: '1' });
    await fc.assert(
      fc.asyncProperty(samples, sort, order, perPage, rank, async (rows, by, direction, size, narrowed) => {
        const ctx = tenantOf();
        await store(ctx, rows);
        const wanted = new Set(
          idsOf(rows.filter((row) => row.title === 'a' && ('rank' in narrowed ? row.rank === 1 : true))),
        );
        const expected = (await sorted(ctx, by, direction)).filter((id) => wanted.has(id));
        const asked = { sort: by, order: direction, per_page: size, title: 'a', ...narrowed };
        expect(idsOf(await walk(ctx, asked, undefined, wantedOf))).toEqual(expected);
        const byPage: string[] = [];
        for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page += 1) {
          const found = await wantedOf(ctx, { ...asked, page });
          expect([found.total_count, found.total_count_relation]).toEqual([expected.length, 'eq']);
          byPage.push(...idsOf(found.rows));
        }
        expect(byPage).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a sort by a value that rows may lack', () => {
  const sorts = { ...noteList.sorts, title: { column: 'title', missing: "''" } } as const;
  const plain = defineList<NoteRow>({ ...noteList, sorts });
  const large = defineList<NoteRow>({
    ...plain,
    filters: { ...noteList.filters, rank: { ...equals('rank', Number), set: 'large' } },
  });
  const small = defineList<NoteRow>({
    ...plain,
    filters: { ...noteList.filters, rank: { ...equals('rank', Number), set: 'small' } },
  });

  it('puts those rows last in both directions, by cursor and by page, with any strategy', async () => {
    const title = fc.constantFrom('', '', '', 'a', 'B', 'é', '9', '\u200b');
    const some = fc.uniqueArray(fc.tuple(sample, title), { maxLength: 30, selector: ([{ id }]) => id });
    await fc.assert(
      fc.asyncProperty(
        some,
        order,
        perPage,
        fc.constantFrom(plain, large, small),
        fc.constantFrom<Asked>({}, { rank: '1' }),
        async (pairs, direction, size, list, narrowed) => {
          const ctx = tenantOf();
          const rows = pairs.map(([row, name]) => ({ ...row, title: name }));
          await store(ctx, rows);
          const kept = new Set(idsOf(rows.filter(({ rank }) => narrowed.rank === undefined || rank === 1)));
          const present = new Set(idsOf(rows.filter((row) => row.title !== '')));
          const all = (await sorted(ctx, 'title', direction)).filter((id) => kept.has(id));
          const expected = [...all.filter((id) => present.has(id)), ...all.filter((id) => !present.has(id))];
          const asked = { sort: 'title', order: direction, per_page: size, ...narrowed } as const;
          const read: typeof pageOf = (tenant, query) =>
            readPage<NoteRow>(notes.db.read(tenant), list, {
              page: 1,
              per_page: 25,
              sort: 'title',
              order: 'asc',
              ...query,
            });
          expect(idsOf(await walk(ctx, asked, undefined, read))).toEqual(expected);
          const byPage: string[] = [];
          for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page += 1) {
            const found = await read(ctx, { ...asked, page });
            expect(found.total_count).toBe(expected.length);
            byPage.push(...idsOf(found.rows));
          }
          expect(byPage).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a count that is maintained by row counters', () => {
  const filters = { title: equals('title') };
  const counted = defineList<NoteRow>({ ...noteList, filters, countedBy: 'title' });
  const totalOf = async (ctx: TenantContext, asked: { title?: string; page?: number } = {}) => {
    const query = { page: 1, per_page: 25, sort: 'created_at', order: 'desc' as const, ...asked };
    const { total_count, total_count_relation } = await readPage(notes.db.read(ctx), counted, query);
    expect(total_count_relation).toBe('eq');
    return total_count;
  };

  it('is exact above 10,000, for all rows and for those with one value, on and past every page', async () => {
    const ctx = tenantOf();
    await database.query(
      `insert into ticket.note (workspace_id, mode, id, version, title, rank, created_at, updated_at)
       select $1, $2, gen_random_uuid(), 1, (array['a', 'b', 'c'])[1 + n % 3], 1, now(), now() from generate_series(1, 12000) n`,
      [uuidOf('workspace', ctx.tenant.workspaceId), ctx.tenant.mode],
    );
    expect(await totalOf(ctx)).toBe(12_000);
    expect(await totalOf(ctx, { title: 'b' })).toBe(4_000);
    expect(await totalOf(ctx, { title: 'z' })).toBe(0);
    expect(await totalOf(ctx, { title: 'b', page: 300 })).toBe(4_000);
  });

  it('agrees with the rows after concurrent writes, for each tenant', async () => {
    const ctx = tenantOf();
    const [mine, other] = [ctx, tenantOf(ctx.tenant.workspaceId, 'test')];
    const write = async (tenant: TenantContext, steps: readonly string[]) => {
      let row = await notes.db.transaction(tenant, (tx) =>
        tx.insert(NoteRow, { id: newUuid(), title: 'a', rank: 0, slug: null }),
      );
      for (const title of steps) {
        row = await notes.db.transaction(tenant, (tx) => tx.update(NoteRow, row, { title }));
      }
      if (steps.length % 3 === 0) await notes.db.transaction(tenant, (tx) => tx.remove(NoteRow, row.id));
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }), { maxLength: 12 }),
        async (writers) => {
          await Promise.all(writers.map((steps, index) => write(index % 4 === 0 ? other : mine, steps)));
          for (const tenant of [mine, other]) {
            const rows = await notes.db.read(tenant).query(allNotes);
            expect(await totalOf(tenant)).toBe(rows.length);
            for (const title of ['a', 'b', 'c']) {
              const alike = rows.filter((row) => row.title === title).length;
              expect(await totalOf(tenant, { title })).toBe(alike);
            }
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  it('does not count what was rolled back', async () => {
    const ctx = tenantOf();
    const work = notes.db.transaction(ctx, async (tx) => {
      await tx.insert(NoteRow, { id: newUuid(), title: 'a', rank: 0, slug: null });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await totalOf(ctx)).toBe(0);
  });
});

it('the statements of a list have distinct names, even for lists with long names', async () => {
  const ctx = tenantOf();
  await store(ctx, [{ id: newUuid(), title: 'a', rank: 1, at: 0 }]);
  const long = defineList<NoteRow>({ ...noteList, name: 'a'.repeat(40) });
  for (const asked of [{}, { rank: 1 }, { order: 'asc' as const }, { sort: 'rank' }, { per_page: 1 }]) {
    const query = { page: 1, per_page: 25, sort: 'title', order: 'desc' as const, ...asked };
    expect((await readPage(notes.db.read(ctx), long, query)).rows).toHaveLength(1);
  }
});

describe('the statements of a list', () => {
  const sorts = { ...noteList.sorts, title: { column: 'title', missing: "''" } } as const;
  const of = (set?: 'small' | 'large' | 'unknown', scanned = false) =>
    defineList<NoteRow>({
      ...noteList,
      sorts,
      filters: {
        rank: {
          ...equals('rank', Number),
          ...(set === undefined ? {} : { set }),
          ...(scanned ? { isScanned: () => true } : {}),
        },
      },
    });

  it('keep answering on connections that prepared them before a migration added a column', async () => {
    const ctx = tenantOf();
    await store(
      ctx,
      [1, 2, 3].map((n) => ({ id: newUuid(), title: 'a', rank: 1, at: n })),
    );
    const lists = [of(), of(undefined, true), of('small'), of('large'), of('unknown')];
    const read = async () => {
      const found: number[] = [];
      for (const list of lists)
        for (const sort of ['created_at', 'title'])
          for (const page of [1, 2])
            for (const filters of [{}, { rank: '1' }]) {
              const query = { page, per_page: 2, sort, order: 'asc' as const, ...filters };
              // Side by side, so that every connection of the pool gets some.
              const pages = await Promise.all([1, 2, 3].map(() => readPage(notes.db.read(ctx), list, query)));
              found.push(...pages.map(({ rows }) => rows.length));
            }
      return found;
    };
    const before = await read();
    expect(new Set(before)).toEqual(new Set([1, 2]));
    await database.query("alter table ticket.note add column added_later text default ''");
    expect(await read()).toEqual(before);
  });
});
