import type { SqlTransaction } from '@parley/runtime/context';
import { countedBatch, ERASE_BATCH, type Erasure, type ErasureStep } from './service-erasure.ts';

export interface WorkspaceTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly has_mode: boolean;
  readonly refers_to: readonly string[];
}

/** Tables by the catalog, so that a table that is added later is not forgotten. */
const TABLES = `select c.relname::text as name,
    array(select a.attname::text from pg_index i, unnest(i.indkey::smallint[]) with ordinality as k (attnum, place)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
           where i.indrelid = c.oid and i.indisprimary order by place) as key,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'mode') as has_mode,
    array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
           where f.conrelid = c.oid and f.contype = 'f') as refers_to
  from pg_class c join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id'
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

/** Changed by the triggers of other tables when their rows are deleted. */
const LAST = 'row_count';
/** The record of the erasure itself, and events, which `EventSink.erase` erases once they are published. */
const KEPT: readonly string[] = ['erasure', 'outbox', 'outbox_queue'];

export async function readWorkspaceTables(db: SqlTransaction): Promise<WorkspaceTable[]> {
  const tables = await db.raw<WorkspaceTable>('erasure.tables', TABLES, []);
  return inOrder(tables.filter(({ name }) => !KEPT.includes(name)));
}

function inOrder(tables: readonly WorkspaceTable[]): WorkspaceTable[] {
  const ordered: WorkspaceTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const referred = new Set(
      left.flatMap(({ name, refers_to: others }) => others.filter((other) => other !== name)),
    );
    const free = left.filter(({ name }) => !referred.has(name));
    if (free.length === 0) throw new Error('tables refer to each other in a circle');
    ordered.push(...free);
    left = left.filter(({ name }) => referred.has(name));
  }
  const isLast = ({ name }: WorkspaceTable): boolean => name === LAST;
  return [...ordered.filter((table) => !isLast(table)), ...ordered.filter(isLast)];
}

/** Deletes the rows of a table that belong to the workspace, or to its test mode, in batches. */
export function deleteRows({ name, key, has_mode: hasMode }: WorkspaceTable): ErasureStep {
  return async (tx, { mode }: Erasure) => {
    if (mode !== null && (!hasMode || name === LAST)) return { erased: 0, next: null };
    // A table without a key is not partitioned, so a row's place identifies it within a statement.
    const columns = key.length === 0 ? 'ctid' : key.join(', ');
    // The index gives the order: a scan of the table would pass what the batches before have deleted, again and again.
    const order = key[0] === 'workspace_id' ? ` order by ${columns}` : '';
    const ofWorkspace = `workspace_id = $1${mode === null ? '' : ' and mode = $2'}`;
    const text = `delete from ${name} where ${ofWorkspace} and (${columns}) in (
      select ${columns} from ${name} where ${ofWorkspace}${order} limit ${ERASE_BATCH}) returning 1 as erased`;
    const values = mode === null ? [tx.workspace] : [tx.workspace, mode];
    return countedBatch(await tx.raw(`erasure.${mode ?? 'all'}.${name}`, text, values));
  };
}
