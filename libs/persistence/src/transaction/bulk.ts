import { ApiError, decodeId, notFound, type BulkResult, type IdKind } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import type { LockingFor } from './tenant-database.ts';
import type { Transaction } from './transaction.ts';
import { asApiError } from '../errors.ts';
import { isLate } from './time-limit.ts';

export interface BulkChange<Row> {
  readonly kind: IdKind;
  /** Locks rows by their uuids in `$3`, `order by id`, so that two bulk updates cannot deadlock. */
  readonly lock: LockingFor<TenantContext, Row>;
  readonly change: (row: Row) => Promise<boolean>;
}

/** Applies a bulk update in one transaction, by ids. Throws `service_unavailable` once time does not suffice for all. */
export async function changeEach<Row extends { id: string }>(
  tx: Transaction,
  ids: readonly string[],
  { kind, lock, change }: BulkChange<Row>,
): Promise<BulkResult> {
  const uuids = ids.map((id) => decodeId(kind, id));
  const found = await tx.lockAll<Row>(lock, [uuids.filter((uuid) => uuid !== null)]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const data: BulkResult['data'] = [];
  for (const [index, id] of ids.entries()) {
    if (isLate(tx.ctx)) throw new ApiError('service_unavailable');
    try {
      const row = rows.get(uuids[index] ?? '');
      if (row === undefined) throw notFound(kind);
      data.push({ id, status: (await tx.savepoint(() => change(row))) ? 'updated' : 'unchanged' });
    } catch (error) {
      data.push({ id, status: 'failed', error: recordError(error) });
    }
  }
  const failed = data.filter(({ status }) => status === 'failed').length;
  return { data, meta: { total: ids.length, succeeded: ids.length - failed, failed } };
}

/** The error of one record. A server error fails the whole request. */
function recordError(cause: unknown): NonNullable<BulkResult['data'][number]['error']> {
  const thrown = asApiError(cause);
  if (!(thrown instanceof ApiError) || thrown.status >= 500) throw thrown;
  const error = thrown.withParamPrefix('update');
  return {
    type: error.type,
    code: error.code,
    message: error.message,
    ...(error.param === undefined ? {} : { param: error.param }),
  };
}
