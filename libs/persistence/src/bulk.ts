import { ApiError, decodeId, notFound, type BulkResult, type IdKind } from '@parley/contracts';
import type { Transaction } from './transaction.ts';
import type { Statement } from './statement.ts';

/** How each record of a bulk update is found and changed. */
export interface BulkChange<Row> {
  readonly kind: IdKind;
  /** Rows by their uuids in `$3`, `order by id for update`: two bulk updates must not wait for each other in a ring. */
  readonly lock: Statement<Row, 'tenant'>;
  /** Changes one row; answers whether there was anything to change. What it throws fails this record alone. */
  readonly change: (row: Row) => Promise<boolean>;
}

/**
 * Changes each of the records that a bulk update names, in one transaction and in their order (decisions.md section 2,
 * "Bulk"). A record that is not there or refuses the change is reported; the others are changed all the same.
 */
export async function changeEach<Row extends { id: string }>(
  tx: Transaction,
  ids: readonly string[],
  { kind, lock, change }: BulkChange<Row>,
): Promise<BulkResult> {
  const uuids = ids.map((id) => decodeId(kind, id));
  const found = await tx.query<Row>(lock, [uuids.filter((uuid) => uuid !== null)]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const data: BulkResult['data'] = [];
  for (const [index, id] of ids.entries()) {
    try {
      const row = rows.get(uuids[index] ?? '');
      if (row === undefined) throw notFound(kind);
      data.push({ id, status: (await tx.savepoint(() => change(row))) ? 'updated' : 'unchanged' });
    } catch (error) {
      data.push({ id, status: 'failed', error: refusal(error) });
    }
  }
  const failed = data.filter(({ status }) => status === 'failed').length;
  return { data, meta: { total: ids.length, succeeded: ids.length - failed, failed } };
}

/** What a caller is told of one record. An error that is not the caller's ends the whole request. */
function refusal(thrown: unknown): NonNullable<BulkResult['data'][number]['error']> {
  if (!(thrown instanceof ApiError) || thrown.status >= 500) throw thrown;
  const error = thrown.withParamPrefix('update');
  return {
    type: error.definition.type,
    code: error.code,
    message: error.message,
    ...(error.param === undefined ? {} : { param: error.param }),
  };
}
