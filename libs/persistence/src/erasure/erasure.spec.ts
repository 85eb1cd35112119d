import { afterAll, describe, expect, it } from '@jest/globals';
import { uuidOf, type ErasureTarget } from '@parley/contracts';
import { inTenant, inWorkspace, type TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { eventually, TestDatabase } from '@parley/testing';
import { allNotes, MemberRow, NoteRow, startNotes, tenantOf, type Notes } from '../notes.fixture.ts';
import { ErasureJob } from './erasure.job.ts';
import { Erasures } from './erasures.ts';
import { ERASE_BATCH } from './service-erasure.ts';

const database = await TestDatabase.create();
const notes = await startNotes(database);
const elsewhere = await startNotes(database);
afterAll(async () => {
  await notes.app.close();
  await elsewhere.app.close();
  await database.drop();
});

const jobOf = ({ app }: Notes): ErasureJob => app.get(ErasureJob, { strict: false });
const erasuresOf = ({ app }: Notes): Erasures => app.get(Erasures, { strict: false });
const notesOf = (tenant: TenantContext) => notes.db.read(tenant).query(allNotes);

async function write(tenant: TenantContext, count: number): Promise<void> {
  await notes.db.transaction(tenant, async (tx) => {
    for (let rank = 0; rank < count; rank += 1)
      await tx.insert(NoteRow, { id: newUuid(), title: 'A', rank, slug: null });
  });
}

/** A tenant of test mode with notes in both modes, and what to erase. */
async function filled(type: 'workspace' | 'test_data', count: number) {
  const test = tenantOf(newId('workspace'), 'test');
  const { workspaceId: workspace } = test.tenant;
  const live = inTenant(test, workspace, 'live');
  await write(test, count);
  await write(live, 3);
  const target: ErasureTarget = { type, workspace };
  const progress = () => erasuresOf(notes).progress(test, { service: 'ticket', target });
  const begin = () => erasuresOf(notes).begin(test, { service: 'ticket', target, email_hash: null });
  return { live, test, target, progress, begin };
}

/** The signal of a process that is stopped while a batch runs. */
function afterOneBatch(): AbortSignal {
  let checks = 0;
  return Object.defineProperty(new EventTarget(), 'aborted', { get: () => (checks += 1) > 1 }) as AbortSignal;
}

/** As if the pause before the next round were over. */
const skipPause = (workspace: string) =>
  database.query('update ticket.erasure set due_at = now() where workspace_id = $1', [workspace]);

/** Rounds that are over; `undefined` once the record of the erasure is gone. */
const roundsOf = async (workspace: string) => {
  const sql = 'select rounds from ticket.erasure where workspace_id = $1';
  return (await database.query<{ rounds: number }>(sql, [workspace]))[0]?.rounds;
};

/** Runs the job until a condition holds: the scheduled job of one of the two processes may have taken the work first. */
const runUntil = (condition: () => Promise<void>) =>
  eventually(async () => {
    // A run that fails is repeated, as the scheduled one is.
    await jobOf(notes)
      .run()
      .catch(() => undefined);
    await condition();
  });

describe('an erasure', () => {
  it('continues in another process after the one that began it was stopped between two batches', async () => {
    // Repeated if the scheduled job of one of the two processes has erased more meanwhile.
    const { test, live, progress } = await eventually(async () => {
      const made = await filled('test_data', 2 * ERASE_BATCH + 1);
      await made.begin();
      await made.begin();
      expect(await made.progress()).toEqual({ status: 'running', erased: 0 });
      while ((await notesOf(made.test)).length === 2 * ERASE_BATCH + 1)
        await jobOf(notes).run(afterOneBatch());
      expect((await notesOf(made.test)).length).toBeGreaterThan(0);
      return made;
    });
    await jobOf(elsewhere).run();
    await eventually(async () => expect((await progress()).status).toBe('completed'));
    expect(await notesOf(test)).toEqual([]);
    expect(await notesOf(live)).toHaveLength(3);
    expect(await progress()).toEqual({ status: 'completed', erased: 2 * ERASE_BATCH + 1 });
  });

  it('of test data does not delete what was written after its completion', async () => {
    const { test, progress, begin } = await filled('test_data', 2);
    const workspace = uuidOf('workspace', test.tenant.workspaceId);
    const isCompleted = async () => expect(await progress()).toMatchObject({ status: 'completed' });
    await begin();
    await runUntil(isCompleted);
    await write(test, 1);
    await skipPause(workspace);
    await jobOf(notes).run();
    expect(await notesOf(test)).toHaveLength(1);
    await isCompleted();
    await begin();
    await runUntil(async () => expect(await notesOf(test)).toEqual([]));
  });

  it('of a workspace is repeated for what arrives late, until the record of it goes too', async () => {
    const { test, live, begin, progress } = await filled('workspace', 2);
    const workspace = uuidOf('workspace', test.tenant.workspaceId);
    await begin();
    // It is not enough that the notes are gone: a job that is still in the round sets the pause when it ends.
    await runUntil(async () => expect(await roundsOf(workspace)).toBe(1));
    expect([await notesOf(test), await notesOf(live)]).toEqual([[], []]);
    for (let round = 1; round <= 3; round += 1) {
      await write(live, 1);
      await skipPause(workspace);
      await runUntil(async () => expect(await roundsOf(workspace)).toBe(round < 3 ? round + 1 : undefined));
      expect(await notesOf(live)).toEqual([]);
    }
    await eventually(async () => expect(await progress()).toEqual({ status: 'unknown', erased: 0 }));
    const left = await database.query('select from ticket.row_count where workspace_id = $1', [workspace]);
    expect(left).toEqual([]);
  });

  it('goes through all tables again while rows that were written meanwhile refer to what it deletes', async () => {
    const { test, begin } = await filled('workspace', 1);
    const workspace = uuidOf('workspace', test.tenant.workspaceId);
    // It has no column `workspace_id`, and so keeps what refers to a note.
    await database.query(
      'create table ticket.late (workspace uuid, mode text, note uuid, foreign key (workspace, mode, note) references ticket.note)',
    );
    await database.query(
      `insert into ticket.late select workspace_id, mode, id from ticket.note where workspace_id = $1 limit 1`,
      [workspace],
    );
    const members = () => database.query('select from ticket.member where workspace_id = $1', [workspace]);
    const addMember = (email: string) =>
      notes.db.transaction(inWorkspace(test, test.tenant.workspaceId), (tx) =>
        tx.insert(MemberRow, { id: newUuid(), email, mode: 'live' }),
      );
    await addMember('before@example.com');
    await begin();
    // Members come before notes.
    await runUntil(async () => expect(await members()).toEqual([]));
    await addMember('meanwhile@example.com');
    await runUntil(async () => expect(await members()).toEqual([]));
    expect(await roundsOf(workspace)).toBe(0);
    await database.query('delete from ticket.late');
    await runUntil(async () => expect(await roundsOf(workspace)).toBe(1));
    expect(await notesOf(test)).toEqual([]);
  });

  describe('that another process has begun', () => {
    /** A workspace with a note and a member, whose erasure is stored with the given columns. Members come before notes. */
    async function begun(columns: string, values: string) {
      const { test } = await filled('workspace', 1);
      const workspace = uuidOf('workspace', test.tenant.workspaceId);
      const addMember = () =>
        notes.db.transaction(inWorkspace(test, test.tenant.workspaceId), (tx) =>
          tx.insert(MemberRow, { id: newUuid(), email: 'kim@example.com', mode: 'live' }),
        );
      await addMember();
      await database.query(
        `insert into ticket.erasure (workspace_id, type, subject_id, ${columns}) values ($1, 'workspace', $1, ${values})`,
        [workspace],
      );
      await runUntil(async () => expect(await roundsOf(workspace)).toBe(1));
      const members = await database.query('select from ticket.member where workspace_id = $1', [workspace]);
      return { members: members.length, notes: (await notesOf(test)).length };
    }
    const continuing = (step: string, rounds = 0) =>
      `jsonb_build_object('rounds', ${rounds}, 'requested_at', now(), 'step', '${step}', 'position', '')`;

    it('continues with the step that it names', async () => {
      expect(await begun('continues', continuing('rows of note'))).toEqual({ members: 1, notes: 0 });
    });

    it.each([
      ['counts steps', 'step', '90'],
      ['names a step that is unknown here', 'continues', continuing('rows of no such table')],
      ['has counted steps since one was named', 'continues, step', `${continuing('rows of note')}, 1`],
      ['has named a step in another round', 'continues', continuing('rows of note', 2)],
    ])('leaves nothing out if that one %s', async (_, columns, values) => {
      expect(await begun(columns, values)).toEqual({ members: 0, notes: 0 });
    });

    it('is begun again by a release that counts steps', async () => {
      const { test, begin } = await filled('test_data', 2 * ERASE_BATCH);
      const workspace = uuidOf('workspace', test.tenant.workspaceId);
      await begin();
      await jobOf(notes).run(afterOneBatch());
      const counted = await database.query(
        'select step, position from ticket.erasure where workspace_id = $1',
        [workspace],
      );
      expect(counted).toEqual([{ step: 0, position: '' }]);
    });
  });

  it('that fails does not stop another one', async () => {
    const [blocked, free] = [await filled('workspace', 2), await filled('workspace', 2)];
    await database.query(
      `create function ticket.refuse() returns trigger language plpgsql as $$
         begin raise exception 'refused'; end $$`,
    );
    await database.query(
      `create trigger refuse before delete on ticket.note for each row
         when (old.workspace_id = '${uuidOf('workspace', blocked.test.tenant.workspaceId)}') execute function ticket.refuse()`,
    );
    await blocked.begin();
    await free.begin();
    await jobOf(notes)
      .run()
      .catch(() => undefined);
    await eventually(async () => expect(await notesOf(free.test)).toEqual([]));
    expect(await notesOf(blocked.test)).toHaveLength(2);
    await database.query('drop trigger refuse on ticket.note');
    await eventually(async () => expect(await notesOf(blocked.test)).toEqual([]));
  });
});
