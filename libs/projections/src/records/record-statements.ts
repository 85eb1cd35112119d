import type { Type } from '@nestjs/common';
import { Priority } from '@parley/contracts';
import * as lists from '@parley/lists';
import { Selection } from '@parley/persistence';
import { CHANGE_BATCH } from '../change-in-batches.ts';
import { survivorOf, survivorsOf } from '../merging/merge-statements.ts';
import type { RecordRow } from './record.entity.ts';
import { byContactAddress, withSummaries, type SummaryColumns } from './summaries.ts';

/** The texts of the statements on a table of records, in which further conditions take their values from `$3` on. */
export interface RecordStatements<Row> {
  readonly rows: Selection<Row & SummaryColumns>;
  /** Reads the record `$3`, or the one that it was merged into. */
  readonly find: string;
  /** Reads the records `$3`, such as those that a statement of {@link lock} has locked. */
  readonly readMany: string;
  /** Reads the records `$3`, or those that they were merged into. */
  readonly findMany: string;
  /** Whether there is a record among `$3`, or one that it was merged into: in one statement, as it moves between the two. */
  readonly known: string;
  /** Locks the records with a condition, which an order may follow. */
  readonly lock: (condition: string, waiting?: 'skip locked') => string;
  /** Locks the records `$3`, or those that they were merged into, in the order of their ids. */
  readonly lockMany: string;
  /** Locks those with a condition on `$3`, after a record in the order of creation: for `changeInBatches`. */
  readonly lockBatch: (condition: string) => string;
  /** Locks those of `$3` whose snooze has ended at `$4`, for a `DueScheduler`. */
  readonly lockSnoozed: string;
}

export function recordStatements<Row extends RecordRow>(entity: Type<Row>): RecordStatements<Row> {
  const rows = withSummaries(Selection.of(entity));
  const { table } = rows;
  const ofTenant = `${rows.select()} where ${table}.workspace_id = $1 and ${table}.mode = $2`;
  const lock: RecordStatements<Row>['lock'] = (condition, waiting) =>
    `select id from ${table} where workspace_id = $1 and mode = $2 and ${condition} for update ${waiting ?? ''}`.trimEnd();
  return {
    rows,
    find: `${ofTenant} and ${table}.id = ${survivorOf(table, '$3')}`,
    readMany: `${ofTenant} and ${table}.id = any($3::uuid[]) order by ${table}.created_at, ${table}.id`,
    findMany: `${ofTenant} and ${table}.id = any(${survivorsOf(table, '$3')})`,
    known: `select id from ${table} where workspace_id = $1 and mode = $2 and id = any($3::uuid[])
     union all select id from merged_${table} where workspace_id = $1 and mode = $2 and id = any($3::uuid[]) limit 1`,
    lock,
    lockMany: lock(`id = any(${survivorsOf(table, '$3')}) order by id`),
    lockBatch: (condition) =>
      lock(`${condition} and (created_at, id) > ($4, $5) order by created_at, id limit ${CHANGE_BATCH}`),
    lockSnoozed: lock('id = any($3::uuid[]) and snoozed_until <= $4 order by id', 'skip locked'),
  };
}

const PRIORITIES = Priority.options.toReversed();

export const recordFilters = {
  priority: lists.anyRank('priority_rank', PRIORITIES),
  assignee: lists.anyId('assignee_id', 'user'),
  team: lists.anyIdOfIndex('team_id', 'team'),
  snoozed: {
    // A value, although there is one only: a predicate that finds rows has one.
    sql: (isSnoozed: boolean) => (isSnoozed ? 'snoozed_until > ?' : 'snoozed_until is null'),
    value: () => '-infinity',
    set: (isSnoozed: boolean) => (isSnoozed ? 'unknown' : undefined),
  },
  inbox: lists.anyId('inbox_id', 'inbox'),
  tag: lists.anyTag,
  // Not part of the sort indexes: almost every contact has only a few records.
  external_id: { ...lists.equals('external_id'), set: 'small' },
  number: {
    sql: 'number = any(?::integer[])',
    value: (numbers: readonly string[]) => numbers.map(Number),
    set: 'small',
  },
  contact: lists.anyIdOfIndex('contact_id', 'contact'),
  ...lists.createdWithin,
  ...lists.updatedWithin,
} as const;

/** The columns of what filters of views name beside {@link recordFilters}. */
export const recordColumns = {
  subject: 'subject',
  external_id: 'external_id',
  number: 'number',
  closed_at: 'closed_at',
  snoozed_until: 'snoozed_until',
} as const;

export const recordSearchColumns = {
  priority: recordFilters.priority,
  assignee: recordFilters.assignee,
  email: byContactAddress,
};
