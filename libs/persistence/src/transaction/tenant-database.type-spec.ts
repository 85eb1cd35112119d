// Compile-time tests: `npm run check` fails when one of these stops being an error.
import type { TenantContext, WorkspaceContext } from '@parley/runtime/context';
import { readPage, type ListDefinition } from '@parley/lists';
import type { Database } from './database.ts';
import { MemberRow, NoteRow } from '../notes.fixture.ts';
import type { Statement } from '../statements/statement.ts';
import type { Transaction } from './transaction.ts';

declare const db: Database;
declare const tenant: TenantContext;
declare const workspace: WorkspaceContext;
declare const ofTenant: Statement<NoteRow, 'tenant'>;
declare const ofWorkspace: Statement<NoteRow, 'workspace'>;
declare const ofSystem: Statement<NoteRow, 'system'>;
declare const list: ListDefinition<NoteRow>;
declare const row: NoteRow;
declare const tx: Transaction;
declare const workspaceTx: Transaction<WorkspaceContext>;
declare const member: MemberRow;
const query = { page: 1, per_page: 25, sort: 'created_at', order: 'desc' } as const;

export const allowed: Promise<unknown>[] = [
  db.read(tenant).query(ofTenant),
  db.read(tenant).query(ofWorkspace),
  db.read(workspace).query(ofWorkspace),
  readPage(db.read(tenant), list, query),
  db.system(ofSystem),
  tx.update(NoteRow, row, { title: 'x' }),
  workspaceTx.insert(MemberRow, { id: 'x', email: 'x', mode: 'live' }),
  workspaceTx.update(MemberRow, member, { mode: 'test' }),
];

export const rejected: Promise<unknown>[] = [
  // @ts-expect-error tenant data cannot be read with a workspace alone
  db.read(workspace).query(ofTenant),
  // @ts-expect-error tenant data cannot be listed with a workspace alone
  readPage(db.read(workspace), list, query),
  // @ts-expect-error tenant data cannot be read without a context
  db.system(ofTenant),
  // @ts-expect-error a system statement cannot run as a tenant
  db.read(tenant).query(ofSystem),
  // @ts-expect-error the workspace of a row cannot be changed
  tx.update(NoteRow, row, { workspace_id: 'x' }),
  // @ts-expect-error the mode of a row cannot be changed
  tx.update(NoteRow, row, { mode: 'test' }),
  // @ts-expect-error a new row needs all its columns
  tx.insert(NoteRow, { id: 'x', title: 'x' }),
  // @ts-expect-error a row of a tenant cannot be inserted without a tenant
  workspaceTx.insert(NoteRow, row),
  // @ts-expect-error a row of a tenant cannot be updated without a tenant
  workspaceTx.update(NoteRow, row, { title: 'x' }),
  // @ts-expect-error a row of a workspace cannot be inserted in one of its modes
  tx.insert(MemberRow, member),
  // @ts-expect-error the workspace of a row cannot be changed
  workspaceTx.update(MemberRow, member, { workspace_id: 'x' }),
];
