import { ApiError, decodeId, notFound, type BulkResult, type IdKind } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import type { LockingFor } from './tenant-database.ts';
import type { Statement } from '../statements/statement.ts';
import type { Transaction } from './transaction.ts';
import { asApiError } from '../errors.ts';
import { isLate } from './time-limit.ts';

export interface BulkChange<Row> {
  readonly kind: IdKind;
  /** Locks rows by their uuids in `$3`, `order by id`, so that two bulk updates cannot deadlock. */
  readonly lock: LockingFor<TenantContext, Row>;
  readonly change: (row: Row) => Promise<boolean>;
  /** Finds the rows among `$3` that were merged into others, which `lock` locks instead. */
  readonly survivors?: Statement<{ id: string; survivor_id: string }, 'tenant'>;
}

type Item = BulkResult['data'][number];

/** Applies a bulk update in one transaction, by ids. Throws `service_unavailable` once time does not suffice for all. */
export async function changeEach<Row extends { id: string }>(
  tx: Transaction,
  ids: readonly string[],
  { kind, lock, change, survivors }: BulkChange<Row>,
): Promise<BulkResult> {
  const uuids = ids.map((id) => decodeId(kind, id));
  const found = await tx.lockAll<Row>(lock, [uuids.filter((uuid) => uuid !== null)]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const others = uuids.filter((uuid) => uuid !== null && !rows.has(uuid));
  if (survivors !== undefined && others.length > 0)
    for (const { id, survivor_id } of await tx.query(survivors, [others])) {
      const row = rows.get(survivor_id);
      if (row !== undefined) rows.set(id, row);
    }
  const done = new Map<string, Omit<Item, 'id'>>();
  const data: Item[] = [];
  for (const [index, id] of ids.entries()) {
    if (isLate(tx.ctx)) throw new ApiError('service_unavailable');
    const row = rows.get(uuids[index] ?? '');
    const item = (row && done.get(row.id)) ?? (await itemOf(tx, row, { kind, change }));
    if (row !== undefined) done.set(row.id, item);
    data.push({ ...item, id });
  }
  const failed = data.filter(({ status }) => status === 'failed').length;
  return { data, meta: { total: ids.length, succeeded: ids.length - failed, failed } };
}

/** The result of one record. A row that two ids lead to is changed once. */
async function itemOf<Row>(
  tx: Transaction,
  row: Row | undefined,
  { kind, change }: Pick<BulkChange<Row>, 'kind' | 'change'>,
): Promise<Omit<Item, 'id'>> {
  try {
    if (row === undefined) throw notFound(kind);
    return { status: (await tx.savepoint(() => change(row))) ? 'updated' : 'unchanged' };
  } catch (error) {
    return { status: 'failed', error: recordError(error) };
  }
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
