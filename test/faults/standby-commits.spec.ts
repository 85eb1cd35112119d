import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { EmbeddedPostgres } from '@parley/embedded-postgres';
import { newUuid } from '@parley/runtime/records';
import { defineList, readPage } from '@parley/lists';
import { Selection } from '@parley/persistence';
import { eventually } from '@parley/testing';
import pg from 'pg';
import { RESUME_LAG_MS } from '../../libs/lists/src/resume.ts';
import { NoteRow, startNotes, tenantOf, type Notes } from '../../libs/persistence/src/notes.fixture.ts';

/** Less than the time that a change may take until its transaction begins. */
const MARGIN_MS = 2_000;

const changes = defineList<NoteRow>({
  name: 'note.changes',
  rows: Selection.of(NoteRow),
  sorts: { updated_at: 'updated_at' },
  filters: {},
});

let folder: string;
let server: EmbeddedPostgres;
let notes: Notes;
let operator: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-standby-'));
  server = await EmbeddedPostgres.start({ dataDir: folder, settings: { fsync: 'off' } });
  notes = await startNotes({ url: server.url });
  operator = new pg.Client({ connectionString: server.url });
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  await notes.app.close();
  await server.stop();
  await EmbeddedPostgres.erase(folder);
  await rm(folder, { recursive: true, force: true });
});

async function setStandby(name: string): Promise<void> {
  await operator.query(`alter system set synchronous_standby_names = '${name}'`);
  await operator.query('select pg_reload_conf()');
  await eventually(async () => {
    const { rows } = await operator.query<{ now: string }>('show synchronous_standby_names');
    return Object.values(rows[0] ?? {})[0] === name;
  });
  // Commits wait only after the checkpointer has read the setting too, which it does before it makes a checkpoint.
  await operator.query('checkpoint');
}

it('a resume cursor returns what was committed while the synchronous standby was down', async () => {
  const ctx = tenantOf();
  const [older, late] = [newUuid(), newUuid()];
  const add = (id: string, updatedAt: number) =>
    notes.db.rawTransaction((tx) =>
      tx.raw(
        'note.add',
        `insert into note (workspace_id, mode, id, version, title, rank, created_at, updated_at)
         values ($1, $2, $3, 1, 'a', 1, $4, $4)`,
        [uuidOf('workspace', ctx.tenant.workspaceId), ctx.tenant.mode, id, new Date(updatedAt)],
      ),
    );
  const read = async (cursor?: string) => {
    const asked = { page: 1, per_page: 25, sort: 'updated_at', order: 'asc' } as const;
    const found = await readPage(
      notes.db.read(ctx),
      changes,
      cursor === undefined ? asked : { ...asked, cursor },
    );
    return { ids: found.rows.map(({ id }) => id), resume: found.resume_cursor ?? '' };
  };
  await add(older, Date.now());

  await setStandby('standby');
  const updatedAt = Date.now() - RESUME_LAG_MS + MARGIN_MS;
  const adding = add(late, updatedAt);
  try {
    await eventually(async () => {
      const { rowCount } = await operator.query(
        `select from pg_stat_activity where wait_event = 'SyncRep' and query = 'COMMIT'`,
      );
      return rowCount === 1;
    });
    // No change takes longer than this until it sends its COMMIT.
    await eventually(() => Date.now() > updatedAt + RESUME_LAG_MS);
    const during = await read();
    expect(during.ids).toEqual([older]);
    await setStandby('');
    await adding;
    expect((await read(during.resume)).ids).toEqual([late, older]);
  } finally {
    await setStandby('');
    await adding;
  }
});
