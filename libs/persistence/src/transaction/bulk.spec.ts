import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeId, invalidParameter } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { TestDatabase } from '@parley/testing';
import fc from 'fast-check';
import { changeEach } from './bulk.ts';
import { allNotes, NoteRow, startNotes, tenantOf } from '../notes.fixture.ts';
import { tenantStatement } from '../statements/statement.ts';

const database = await TestDatabase.create();
const notes = await startNotes(database);
afterAll(async () => {
  await notes.app.close();
  await database.drop();
});

const lock = tenantStatement<NoteRow>(
  'test.note.lock_many',
  'select * from note where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) order by id for update',
);

/** The notes of a test pass for tickets: any kind of id would do. */
const idOfNote = (uuid: string) => encodeId('ticket', uuid);

const add = (ctx: TenantContext, slugs: readonly (string | null)[]): Promise<string[]> =>
  notes.db.transaction(ctx, async (tx) => {
    const ids = slugs.map(() => newUuid());
    for (const [index, id] of ids.entries())
      await tx.insert(NoteRow, { id, title: 'old', rank: index, slug: slugs[index] ?? null });
    return ids;
  });

const changeAll = (ctx: TenantContext, ids: readonly string[], change: (row: NoteRow) => Partial<NoteRow>) =>
  notes.db.transaction(ctx, (tx) =>
    changeEach(tx, ids, {
      kind: 'ticket',
      lock,
      change: async (row) => {
        const changes = change(row);
        if (Object.keys(changes).length === 0) return false;
        await tx.update(NoteRow, row, changes, 'slug');
        return true;
      },
    }),
  );

describe('a bulk change', () => {
  it('returns the result of each record in the requested order, and the counts', async () => {
    const ctx = tenantOf();
    const fate = fc.constantFrom(
      'updated',
      'unchanged',
      'refused',
      'duplicate',
      'absent',
      'malformed',
      'foreign',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 12 }), async (fates) => {
        await add(ctx, ['taken']).catch(() => undefined);
        const uuids = await add(
          ctx,
          fates.map(() => null),
        );
        const [foreign = ''] = await add(tenantOf(ctx.tenant.workspaceId, 'test'), [null]);
        const instead = {
          absent: () => idOfNote(newUuid()),
          malformed: () => 'note 1',
          foreign: () => idOfNote(foreign),
        };
        const ids = fates.map((what, index) =>
          what in instead ? instead[what as keyof typeof instead]() : idOfNote(uuids[index] ?? ''),
        );
        const result = await changeAll(ctx, [...new Set(ids)], ({ id }) => {
          const what = fates[uuids.indexOf(id)];
          if (what === 'refused') throw invalidParameter('title', 'is not liked');
          if (what === 'duplicate') return { slug: 'taken', title: 'new' };
          return what === 'updated' ? { title: 'new' } : {};
        });
        for (const [index, what] of fates.entries()) {
          const item = result.data.find(({ id }) => id === ids[index]);
          const code =
            { refused: 'invalid_parameter', duplicate: 'duplicate_value' }[what as string] ?? 'not_found';
          expect([item?.status, item?.error?.code]).toEqual(
            what === 'updated' || what === 'unchanged' ? [what, undefined] : ['failed', code],
          );
        }
        expect(result.data.map(({ id }) => id)).toEqual([...new Set(ids)]);
        const failed = result.data.filter(({ status }) => status === 'failed').length;
        expect(result.meta).toEqual({
          total: result.data.length,
          succeeded: result.data.length - failed,
          failed,
        });
        const stored = await notes.db.read(ctx).query(allNotes);
        for (const [index, uuid] of uuids.entries())
          expect(stored.find(({ id }) => id === uuid)?.title).toBe(
            fates[index] === 'updated' ? 'new' : 'old',
          );
      }),
      { numRuns: 30 },
    );
  });

  it('rolls back all changes after an unexpected error', async () => {
    const ctx = tenantOf();
    const ids = await add(ctx, [null, null]);
    const work = changeAll(ctx, ids.map(idOfNote), ({ rank }) => {
      if (rank === 1) throw new Error('out of paper');
      return { title: 'new' };
    });
    await expect(work).rejects.toThrow('out of paper');
    expect((await notes.db.read(ctx).query(allNotes)).map(({ title }) => title)).toEqual(['old', 'old']);
  });

  it('does not deadlock with another one on the same records', async () => {
    const ctx = tenantOf();
    const ids = (
      await add(
        ctx,
        Array.from({ length: 20 }, () => null),
      )
    ).map(idOfNote);
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        changeAll(ctx, index % 2 === 0 ? ids : ids.toReversed(), () => ({ title: `by ${index}` })),
      ),
    );
    expect(results.map(({ meta }) => meta.succeeded)).toEqual(Array.from({ length: 8 }, () => 20));
  });
});
