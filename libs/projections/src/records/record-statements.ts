import type { Type } from '@nestjs/common';
import { Priority } from '@parley/contracts';
import * as lists from '@parley/lists';
import { Selection } from '@parley/persistence';
import { CHANGE_BATCH } from '../change-in-batches.ts';
import type { RecordRow } from './record.entity.ts';
import { byContactAddress, withSummaries, type SummaryColumns } from './summaries.ts';

/** The texts of the statements on a table of records, in which further conditions take their values from `$3` on. */
export interface RecordStatements<Row> {
  readonly rows: Selection<Row & SummaryColumns>;
  /** Reads the record `$3`. */
  readonly find: string;
  /** Reads the records `$3`, such as those that a statement of {@link lock} has locked. */
  readonly readMany: string;
  /** Locks the records with a condition, which an order may follow. */
  readonly lock: (condition: string, waiting?: 'skip locked') => string;
  /** Locks those with a condition on `$3`, after a record in the order of creation: for `changeInBatches`. */
  readonly lockBatch: (condition: string) => string;
}

export function recordStatements<Row extends RecordRow>(entity: Type<Row>): RecordStatements<Row> {
  const rows = withSummaries(Selection.of(entity));
  const { table } = rows;
  const ofTenant = `${rows.select()} where ${table}.workspace_id = $1 and ${table}.mode = $2`;
  const lock: RecordStatements<Row>['lock'] = (condition, waiting) =>
    `select id from ${table} where workspace_id = $1 and mode = $2 and ${condition} for update ${waiting ?? ''}`.trimEnd();
  return {
    rows,
    find: `${ofTenant} and ${table}.id = $3`,
    readMany: `${ofTenant} and ${table}.id = any($3::uuid[]) order by ${table}.created_at, ${table}.id`,
    lock,
    lockBatch: (condition) =>
      lock(`${condition} and (created_at, id) > ($4, $5) order by created_at, id limit ${CHANGE_BATCH}`),
  };
}

const PRIORITIES = Priority.options.toReversed();

export const recordFilters = {
  priority: lists.anyRank('priority_rank', PRIORITIES),
  assignee: lists.anyId('assignee_id', 'user'),
  inbox: lists.anyId('inbox_id', 'inbox'),
  tag: lists.anyTag,
  // Not part of the sort indexes: almost every contact has only a few records.
  external_id: { ...lists.equals('external_id'), set: 'small' },
  contact: lists.anyIdOfIndex('contact_id', 'contact'),
  ...lists.createdWithin,
  ...lists.updatedWithin,
} as const;

export const recordSearchColumns = {
  priority: recordFilters.priority,
  assignee: recordFilters.assignee,
  email: byContactAddress,
};
