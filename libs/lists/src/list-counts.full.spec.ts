import { afterAll, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { TestDatabase } from '@parley/testing';
import { defineList, equals, readPage } from './index.ts';
import { noteList, type NoteRow, startNotes, tenantOf } from '../../persistence/src/notes.fixture.ts';

const database = await TestDatabase.create();
const notes = await startNotes(database);
afterAll(async () => {
  await notes.app.close();
  await database.drop();
});

/** Its filter by title is a predicate that is evaluated on the sorted rows. */
const list = defineList<NoteRow>({
  ...noteList,
  filters: { ...noteList.filters, title: { ...equals('title'), set: 'large' } },
});
const FIRST_PAGE = { page: 1, per_page: 25, sort: 'created_at', order: 'desc' } as const;

it.each([
  ['few rows', 3_000, 'n % 3 = 0', 1_000, 'eq'],
  ['every second row, fewer than the cap of the count', 16_000, 'n % 2 = 0', 8_000, 'eq'],
  ['every second row', 24_000, 'n % 2 = 0', 10_000, 'gte'],
  ['every second row of many', 110_000, 'n % 2 = 0', 10_000, 'gte'],
  ['every tenth row', 16_000, 'n % 10 = 0', 1_600, 'eq'],
  ['every tenth row of many', 110_000, 'n % 10 = 0', 10_000, 'gte'],
  ['only rows at the start', 16_000, 'n <= 2000', 2_000, 'eq'],
  ['only rows at the start of many', 110_000, 'n <= 4000', 4_000, 'eq'],
  ['only rows at the far end', 24_000, 'n > 12000', 10_000, 'gte'],
  ['none', 7_000, 'false', 0, 'eq'],
])('counts matches correctly: %s', async (_where, rows, isWanted, total, relation) => {
  const ctx = tenantOf();
  await database.query(
    `insert into ticket.note (workspace_id, mode, id, version, title, rank, created_at, updated_at)
     select $1, $2, gen_random_uuid(), 1, case when ${isWanted} then 'wanted' else 'a' end, 1,
       now() - n * interval '1 s', now() from generate_series(1, $3) n`,
    [uuidOf('workspace', ctx.tenant.workspaceId), ctx.tenant.mode, rows],
  );
  for (const narrowed of [{}, { rank: '1' }])
    expect(
      await readPage(notes.db.read(ctx), list, { ...FIRST_PAGE, title: 'wanted', ...narrowed }),
    ).toMatchObject({
      total_count: total,
      total_count_relation: relation,
    });
});
