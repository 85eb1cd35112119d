import { afterAll, describe, expect, it } from '@jest/globals';
import { inWorkspace, systemContext, type TenantContext } from '@parley/runtime/context';
import { newId, newUuid } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { TestDatabase } from '@parley/testing';
import {
  allNotes,
  findNote,
  lockNote,
  MemberRow,
  noteList,
  NoteRow,
  startNotes,
  tenantOf,
} from '../notes.fixture.ts';
import { systemStatement, tenantStatement, workspaceStatement } from '../statements/statement.ts';

const database = await TestDatabase.create();
const notes = await startNotes(database);
afterAll(async () => {
  await notes.app.close();
  await database.drop();
});

const titlesOfWorkspace = workspaceStatement<{ mode: string; title: string }>(
  'test.note.titles',
  'select mode, title from note where workspace_id = $1 order by mode',
);

/** Two workspaces in both modes, each with a row of the very same id. */
async function neighbours(): Promise<{ id: string; mine: TenantContext; others: TenantContext[] }> {
  const id = newUuid();
  const [a, b] = [newId('workspace'), newId('workspace')];
  const tenants = [
    tenantOf(a, 'live'),
    tenantOf(a, 'test'),
    tenantOf(b, 'live'),
    tenantOf(b, 'test'),
  ] as const;
  for (const [index, tenant] of tenants.entries()) {
    await notes.db.transaction(tenant, (tx) =>
      tx.insert(NoteRow, { id, title: `of ${index}`, rank: 1, slug: 'same' }),
    );
  }
  return { id, mine: tenants[0], others: [tenants[1], tenants[2], tenants[3]] };
}

const titlesOf = async (tenants: readonly TenantContext[]): Promise<string[]> =>
  (await Promise.all(tenants.map((tenant) => notes.db.read(tenant).query(allNotes)))).flatMap((rows) =>
    rows.map(({ title }) => title),
  );

describe('the data of a tenant', () => {
  it('is not readable in the other mode or by another workspace', async () => {
    const { id, mine, others } = await neighbours();
    const read = notes.db.read(mine);
    expect(await read.query(allNotes)).toMatchObject([{ id, title: 'of 0' }]);
    expect(await read.one(findNote, [id])).toMatchObject({ title: 'of 0' });
    expect(await titlesOf(others)).toEqual(['of 1', 'of 2', 'of 3']);
  });

  it('is listed and counted separately', async () => {
    const { mine, others } = await neighbours();
    for (const tenant of [mine, ...others]) {
      const query = { page: 1, per_page: 10, sort: 'title', order: 'asc' } as const;
      const page = await readPage(notes.db.read(tenant), noteList, query);
      expect(page.rows).toHaveLength(1);
      expect(page.total_count).toBe(1);
      expect(await readPage(notes.db.read(tenant), noteList, { ...query, rank: 1 })).toEqual(page);
    }
  });

  it('is updated separately', async () => {
    const { id, mine, others } = await neighbours();
    await notes.db.transaction(mine, async (tx) => {
      const row = (await tx.one(lockNote, [id])) as NoteRow;
      await tx.update(NoteRow, row, { title: 'changed' });
    });
    expect(await titlesOf([mine])).toEqual(['changed']);
    expect(await titlesOf(others)).toEqual(['of 1', 'of 2', 'of 3']);
  });

  it('is not changed through a row of another tenant', async () => {
    const { id, mine, others } = await neighbours();
    const theirs = (await notes.db.read(others[1] as TenantContext).one(findNote, [id])) as NoteRow;
    await notes.db.transaction(mine, (tx) => tx.update(NoteRow, theirs, { title: 'changed' }));
    expect(await titlesOf([mine])).toEqual(['changed']);
    expect(await titlesOf(others)).toEqual(['of 1', 'of 2', 'of 3']);
  });

  it('is deleted separately', async () => {
    const { id, mine, others } = await neighbours();
    const remove = () => notes.db.transaction(mine, (tx) => tx.remove(NoteRow, id));
    expect(await remove()).toBe(true);
    expect(await remove()).toBe(false);
    expect(await titlesOf([mine])).toEqual([]);
    expect(await titlesOf(others)).toEqual(['of 1', 'of 2', 'of 3']);
  });

  it('is inserted with the tenant of the context, whatever the row contains', async () => {
    const { mine, others } = await neighbours();
    const theirs = (await notes.db.read(others[1] as TenantContext).query(allNotes))[0] as NoteRow;
    const id = newUuid();
    await notes.db.transaction(mine, (tx) => tx.insert(NoteRow, { ...theirs, id, slug: null }));
    expect(await notes.db.read(mine).query(allNotes)).toHaveLength(2);
    expect(await titlesOf(others)).toEqual(['of 1', 'of 2', 'of 3']);
  });

  it('may be unique per tenant, and repeated in another tenant', async () => {
    const { mine } = await neighbours();
    const row = { id: newUuid(), title: 'A', rank: 1, slug: 'same' };
    await expect(notes.db.transaction(mine, (tx) => tx.insert(NoteRow, row, 'slug'))).rejects.toMatchObject({
      code: 'duplicate_value',
    });
  });

  it('is shared by both modes of the workspace in a workspace statement', async () => {
    const { mine, others } = await neighbours();
    const both = [
      { mode: 'live', title: 'of 0' },
      { mode: 'test', title: 'of 1' },
    ];
    const workspace = { ...mine, tenant: { workspaceId: mine.tenant.workspaceId, mode: null } };
    expect(await notes.db.read(mine).query(titlesOfWorkspace)).toEqual(both);
    expect(await notes.db.read(others[0] as TenantContext).query(titlesOfWorkspace)).toEqual(both);
    expect(await notes.db.read(workspace).query(titlesOfWorkspace)).toEqual(both);
  });
});

describe('the rows of a workspace', () => {
  const find = workspaceStatement<MemberRow>(
    'test.member.find',
    'select * from member where workspace_id = $1 and id = $2',
  );
  const contexts = () => [1, 2].map(() => inWorkspace(systemContext(), newId('workspace')));

  it('are inserted and changed in that workspace only, whatever the row contains', async () => {
    const id = newUuid();
    const ofEach = contexts().map(async (ctx, index) => {
      const row = { id, email: 'a@example.com', mode: 'test', workspace_id: newUuid() } as const;
      const inserted = await notes.db.transaction(ctx, (tx) => tx.insert(MemberRow, row));
      if (index === 0)
        await notes.db.transaction(ctx, (tx) => tx.update(MemberRow, inserted, { email: 'b@example.com' }));
      return { ctx, inserted };
    });
    const [changed, other] = await Promise.all(ofEach);
    const read = (of: typeof changed) => of && notes.db.read(of.ctx).one(find, [id]);
    expect(await read(changed)).toMatchObject({ email: 'b@example.com', mode: 'test', version: 2 });
    expect(await read(other)).toMatchObject({ email: 'a@example.com', mode: 'test', version: 1 });
    expect(changed?.inserted.workspace_id).not.toBe(other?.inserted.workspace_id);
  });

  it('may be unique per workspace, and repeated in another workspace', async () => {
    const insert = (ctx: ReturnType<typeof inWorkspace>) => {
      const row = { id: newUuid(), email: 'a@example.com', mode: 'live' } as const;
      return notes.db.transaction(ctx, (tx) => tx.insert(MemberRow, row, 'email'));
    };
    for (const ctx of contexts()) {
      await insert(ctx);
      await expect(insert(ctx)).rejects.toMatchObject({ code: 'duplicate_value', param: 'email' });
    }
  });
});

describe('a statement', () => {
  it('of tenant data is rejected without workspace and mode', () => {
    expect(() => tenantStatement('test.x', 'select * from note')).toThrow('must be limited to its tenant');
    expect(() => tenantStatement('test.x', 'select * from note where workspace_id = $1')).toThrow(
      'does not use $2',
    );
    expect(() => tenantStatement('test.x', 'select * from note where mode = $2')).toThrow('does not use $1');
    expect(() => workspaceStatement('test.x', 'select * from note where id = $2')).toThrow('its workspace');
  });

  it('does not mistake a parameter such as $10 for $1', () => {
    const text = 'select * from note where workspace_id = $10 and mode = $2';
    expect(() => tenantStatement('test.x', text)).toThrow('does not use $1');
  });

  it('works across tenants only if declared as a system statement', async () => {
    const { id } = await neighbours();
    const everywhere = systemStatement<{ n: number }>(
      'test.note.everywhere',
      'a test',
      'select count(*)::int as n from note where id = $1',
    );
    expect(everywhere.tenancy).toBe('system');
    expect(await notes.db.system(everywhere, [id])).toEqual([{ n: 4 }]);
  });
});
