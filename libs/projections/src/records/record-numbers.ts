import { Injectable } from '@nestjs/common';
import { Database, tenantStatement } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';

/**
 * Takes the next `$3` numbers; answers the last of them. It commits at once, so that nobody waits for the transaction that uses them, and
 * without a flush: that of the record writes all that came before it.
 */
const takeNumbers = tenantStatement<{ last: number }>(
  'record_number.take',
  `insert into record_number as taken (workspace_id, mode, last)
   select $1, $2, $3::integer where set_config('synchronous_commit', 'off', true) is not null
   on conflict (workspace_id, mode) do update set last = taken.last + excluded.last
   returning last`,
);

interface Waiting {
  readonly count: number;
  readonly take: (first: number) => void;
  readonly fail: (error: unknown) => void;
}

/** Gives new records of a tenant their numbers. Requests that come while numbers are taken share the next statement. */
@Injectable()
export class RecordNumbers {
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(private readonly db: Database) {}

  /** The first of so many numbers in a row that no other record of the tenant has, higher than those that were taken before. */
  next(ctx: TenantContext, count = 1): Promise<number> {
    const { workspaceId, mode } = ctx.tenant;
    const tenant = `${workspaceId} ${mode}`;
    return new Promise((take, fail) => {
      const waiting = this.#waiting.get(tenant);
      if (waiting !== undefined) waiting.push({ count, take, fail });
      else void this.#takeAll(ctx, tenant, [{ count, take, fail }]);
    });
  }

  async #takeAll(ctx: TenantContext, tenant: string, first: Waiting[]): Promise<void> {
    for (let batch = first; batch.length > 0; batch = this.#waiting.get(tenant) ?? []) {
      this.#waiting.set(tenant, []);
      try {
        const wanted = batch.reduce((sum, { count }) => sum + count, 0);
        const [row] = await this.db.read(ctx).query(takeNumbers, [wanted]);
        let first = (row?.last ?? 0) - wanted + 1;
        for (const { count, take } of batch) {
          take(first);
          first += count;
        }
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    this.#waiting.delete(tenant);
  }
}
