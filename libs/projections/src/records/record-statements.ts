import type { Type } from '@nestjs/common';
import { Priority, uuidOf, type Id } from '@parley/contracts';
import * as lists from '@parley/lists';
import { Selection, tenantStatement, type LockedRead } from '@parley/persistence';
import { CHANGE_BATCH } from '../change-in-batches.ts';
import type { RecordRow } from './record.entity.ts';
import { byContactAddress, withSummaries, type SummaryColumns } from './summaries.ts';

export interface RecordStatements<Row> {
  readonly rows: Selection<Row & SummaryColumns>;
  /** The text of a statement that reads the record `$3`. */
  readonly find: string;
  /** Locks the records with a condition on `$3` and the values behind it, which an order may follow. */
  readonly lock: (
    name: string,
    condition: string,
    waiting?: 'skip locked',
  ) => LockedRead<Row & SummaryColumns, 'tenant'>;
  /** Locks those with a condition on `$3`, after a record in the order of creation: for `changeInBatches`. */
  readonly lockBatch: (name: string, condition: string) => LockedRead<Row & SummaryColumns, 'tenant'>;
}

export function recordStatements<Row extends RecordRow>(entity: Type<Row>): RecordStatements<Row> {
  const rows = withSummaries(Selection.of(entity));
  const { table } = rows;
  const ofTenant = `${rows.select()} where ${table}.workspace_id = $1 and ${table}.mode = $2`;
  const read = tenantStatement<Row & SummaryColumns>(
    `${table}.read_locked`,
    `${ofTenant} and ${table}.id = any($3::uuid[]) order by ${table}.created_at, ${table}.id`,
  );
  const lock: RecordStatements<Row>['lock'] = (name, condition, waiting) => {
    const text = `select id from ${table} where workspace_id = $1 and mode = $2 and ${condition}`;
    return { lock: tenantStatement(name, `${text} for update ${waiting ?? ''}`.trimEnd()), read };
  };
  return {
    rows,
    find: `${ofTenant} and ${table}.id = $3`,
    lock,
    lockBatch: (name, condition) =>
      lock(
        name,
        `${condition} and (created_at, id) > ($4, $5) order by created_at, id limit ${CHANGE_BATCH}`,
      ),
  };
}

const PRIORITIES = Priority.options.toReversed();

export const recordFilters = {
  priority: lists.anyRank('priority_rank', PRIORITIES),
  assignee: lists.anyAssignee,
  inbox: lists.anyId('inbox_id', 'inbox'),
  tag: lists.anyTag,
  // Not part of the sort indexes: almost every contact has only a few records.
  contact: { ...lists.equals('contact_id', (id: Id<'contact'>) => uuidOf('contact', id)), set: 'unknown' },
  ...lists.createdWithin,
  ...lists.updatedWithin,
} as const;

export const recordSearchColumns = {
  priority: lists.byRank('priority_rank', PRIORITIES),
  assignee: lists.equals('assignee_id', (id: Id<'user'>) => uuidOf('user', id)),
  email: byContactAddress,
};
