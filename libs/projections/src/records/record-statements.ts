import type { Type } from '@nestjs/common';
import { Priority, uuidOf, type Id } from '@parley/contracts';
import * as lists from '@parley/lists';
import { Selection } from '@parley/persistence';
import { CHANGE_BATCH } from '../change-in-batches.ts';
import type { RecordRow } from './record.entity.ts';
import { byContactAddress, withSummaries, type SummaryColumns } from './summaries.ts';

export interface RecordStatements<Row> {
  readonly rows: Selection<Row & SummaryColumns>;
  /** `select … from … where` the tenant is that of the context; further conditions follow. */
  readonly ofTenant: string;
  readonly find: string;
  readonly findForUpdate: string;
  readonly lock: string;
  /** Locks those with a condition on `$3`, after a record in the order of creation: for `changeInBatches`. */
  readonly lockBatch: (condition: string) => string;
}

export function recordStatements<Row extends RecordRow>(entity: Type<Row>): RecordStatements<Row> {
  const rows = withSummaries(Selection.of(entity));
  const { table } = rows;
  const ofTenant = `${rows.select()} where ${table}.workspace_id = $1 and ${table}.mode = $2`;
  const find = `${ofTenant} and ${table}.id = $3`;
  return {
    rows,
    ofTenant,
    find,
    findForUpdate: `${find} for update of ${table}`,
    lock: `${ofTenant} and ${table}.id = any($3::uuid[]) order by ${table}.id for update of ${table}`,
    lockBatch: (condition) =>
      `${ofTenant} and ${condition} and (${table}.created_at, ${table}.id) > ($4, $5)
        order by ${table}.created_at, ${table}.id limit ${CHANGE_BATCH} for update of ${table}`,
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
