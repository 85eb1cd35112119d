import type { Type } from '@nestjs/common';
import { Priority, uuidOf, type Id } from '@parley/contracts';
import {
  anyAssignee,
  anyId,
  anyRank,
  anyTag,
  byRank,
  createdWithin,
  equals,
  updatedWithin,
} from '@parley/lists';
import { Selection, tenantStatement, type Statement } from '@parley/persistence';
import { CHANGE_BATCH } from '../change-in-batches.ts';
import type { RecordRow } from './record.entity.ts';
import { byContactAddress, withSummaries, type SummaryColumns } from './summaries.ts';

type RecordStatement<Row> = Statement<Row & SummaryColumns, 'tenant'>;

/** The statements that the records of every service have, and what its own begin with. */
export interface RecordStatements<Row> {
  /** Rows with the names they show, from the local projections of contacts and users. */
  readonly rows: Selection<Row & SummaryColumns>;
  /** `select … from … where` the tenant is that of the context; further conditions follow. */
  readonly ofTenant: string;
  readonly find: RecordStatement<Row>;
  readonly findForUpdate: RecordStatement<Row>;
  /** Locks those of some ids, in their order. */
  readonly lock: RecordStatement<Row>;
  /** Locks those with a condition on `$3`, after a record in the order of creation: for `changeInBatches`. */
  readonly lockBatch: (name: string, condition: string) => RecordStatement<Row>;
}

export function recordStatements<Row extends RecordRow>(entity: Type<Row>): RecordStatements<Row> {
  const rows = withSummaries(Selection.of(entity));
  const { table } = rows;
  const ofTenant = `${rows.select()} where ${table}.workspace_id = $1 and ${table}.mode = $2`;
  const statement = (name: string, text: string) =>
    tenantStatement<Row & SummaryColumns>(`${table}.${name}`, text);
  const find = statement('find', `${ofTenant} and ${table}.id = $3`);
  return {
    rows,
    ofTenant,
    find,
    findForUpdate: statement('find_for_update', `${find.text} for update of ${table}`),
    lock: statement(
      'lock',
      `${ofTenant} and ${table}.id = any($3::uuid[]) order by ${table}.id for update of ${table}`,
    ),
    lockBatch: (name, condition) =>
      statement(
        name,
        `${ofTenant} and ${condition} and (${table}.created_at, ${table}.id) > ($4, $5)
          order by ${table}.created_at, ${table}.id limit ${CHANGE_BATCH} for update of ${table}`,
      ),
  };
}

const PRIORITIES = Priority.options.toReversed();

/** Filters of lists of records. */
export const recordFilters = {
  priority: anyRank('priority_rank', PRIORITIES),
  assignee: anyAssignee,
  inbox: anyId('inbox_id', 'inbox'),
  tag: anyTag,
  // Not part of the sort indexes: almost every contact has only a few records.
  contact: { ...equals('contact_id', (id: Id<'contact'>) => uuidOf('contact', id)), set: 'unknown' },
  ...createdWithin,
  ...updatedWithin,
} as const;

/** Columns of records that a search names. */
export const recordSearchColumns = {
  priority: byRank('priority_rank', PRIORITIES),
  assignee: equals('assignee_id', (id: Id<'user'>) => uuidOf('user', id)),
  email: byContactAddress,
};
