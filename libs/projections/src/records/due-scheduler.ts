import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Mode } from '@parley/contracts';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import type { Logger } from '@parley/runtime/logging';
import { ObservedMetric } from '@parley/runtime/metrics';
import type { Database, LockedRead, Statement, Transaction } from '@parley/persistence';

/** A batch takes the oldest due records and as many of the newest. */
export const BATCH_SIZE = 100;

/** Bounds of a sleep: what is due must happen within 5 s, and what follows closely shares a batch. */
const SLEEP_MS = { min: 100, max: 1_000 };

const lag = new ObservedMetric({
  name: 'parley_scheduler_lag_seconds',
  help: 'Time since this process last found no record due; about a second while it works',
  labelNames: ['scheduler'],
});

export interface DueRecords {
  workspace_id: string;
  mode: Mode;
  ids: string[];
}

/** The work of a scheduler on the records of a table, each of which has the time at which it is due. */
export interface DueWork<Row> {
  /** Name of the scheduler in metrics and log events, such as `sla`. */
  readonly name: string;
  /** Finds due records by tenant. `$1`: the time; `$2`: tenants to leave out (`workspace/mode`). See {@link dueTexts}. */
  readonly find: Statement<DueRecords, 'system'>;
  /** Reads the time at which the next record after `$1` is due. */
  readonly next: Statement<{ due_at: Date }, 'system'>;
  /** Locks those records `$3` that are due at `$4` and that no other process works on. */
  readonly lock: LockedRead<Row, 'tenant'>;
  readonly change: (tx: Transaction, row: Row, at: Date) => Promise<unknown>;
}

/** The texts of the statements of {@link DueWork} for the column with the time. */
export function dueTexts(table: string, column: string): { find: string; next: string } {
  const due = `select workspace_id, mode, id from ${table}
  where ${column} <= $1 and workspace_id || '/' || mode <> all($2::text[])`;
  return {
    // Both ends of a backlog, so that new records are in time after an outage.
    find: `select workspace_id, mode, array_agg(id) as ids
     from ((${due} order by ${column} limit ${BATCH_SIZE})
           union
           (${due} order by ${column} desc limit ${BATCH_SIZE})) due
    group by workspace_id, mode`,
    next: `select ${column} as due_at from ${table} where ${column} > $1 order by ${column} limit 1`,
  };
}

interface BatchResult {
  found: number;
  processed: number;
}

/** Changes records of all tenants when it is due. Processes share them: each is changed in a transaction that holds its lock. */
export abstract class DueScheduler<Row> implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #caughtUpAt = Date.now();
  #unobserve: () => void = () => undefined;

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly work: DueWork<Row>,
  ) {}

  onApplicationBootstrap(): void {
    this.#caughtUpAt = Date.now();
    this.#unobserve = lag.observe(() => [
      {
        labels: { scheduler: this.work.name },
        value: Math.max(0, Date.now() - this.#caughtUpAt) / 1000,
      },
    ]);
    this.#schedule(SLEEP_MS.min);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unobserve();
    await this.#running;
  }

  /** Processes batches until nothing is due, or other processes hold the rest. Returns the instant of the last one. */
  async catchUp(now = () => new Date()): Promise<Date> {
    const failedTenants = new Set<string>();
    for (;;) {
      const at = now();
      const { found, processed } = await this.processBatch(at, failedTenants);
      if (found < BATCH_SIZE || processed === 0 || this.#stopped) return at;
    }
  }

  async #run(): Promise<void> {
    let sleep = SLEEP_MS.max;
    try {
      const caughtUp = await this.catchUp();
      this.#caughtUpAt = caughtUp.getTime();
      sleep = await this.#untilNext(caughtUp);
    } catch (err) {
      this.logger.warn(
        { event: `${this.work.name}.batch.failed`, err },
        'Cannot change the records that are due',
      );
    }
    if (!this.#stopped) this.#schedule(sleep);
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, ms);
  }

  async #untilNext(after: Date): Promise<number> {
    const [next] = await this.db.system(this.work.next, [after]);
    const wait = next === undefined ? SLEEP_MS.max : next.due_at.getTime() - Date.now();
    return Math.min(Math.max(wait, SLEEP_MS.min), SLEEP_MS.max);
  }

  /** Changes one batch of records due at `at`. A tenant whose transaction fails is added to `failedTenants`, which are skipped. */
  async processBatch(at: Date, failedTenants = new Set<string>()): Promise<BatchResult> {
    const result = { found: 0, processed: 0 };
    const due = await this.db.system(this.work.find, [at, [...failedTenants]]);
    for (const { workspace_id, mode, ids } of due) {
      const ctx = contextOfRow({ workspace_id, mode });
      result.found += ids.length;
      try {
        result.processed += await this.#changeAll(ctx, ids, at);
      } catch (err) {
        result.processed += ids.length;
        failedTenants.add(`${workspace_id}/${mode}`);
        const event = `${this.work.name}.tenant_batch.failed`;
        this.logger.warn({ event, err, ...ctx.tenant }, 'Cannot change the due records of a tenant');
      }
    }
    return result;
  }

  #changeAll(ctx: TenantContext, ids: readonly string[], at: Date): Promise<number> {
    return this.db.transaction(ctx, async (tx) => {
      const rows = await tx.lockAll(this.work.lock, [ids, at]);
      for (const row of rows) await this.work.change(tx, row, at);
      return rows.length;
    });
  }
}
