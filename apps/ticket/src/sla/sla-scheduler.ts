import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Mode } from '@parley/contracts';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { ObservedMetric } from '@parley/runtime/metrics';
import { Database, systemStatement } from '@parley/persistence';
import { emitSlaTransitions } from './sla-transitions.ts';
import { lockDueTickets } from '../tickets/tickets.queries.ts';

/** A batch takes the oldest due transitions and as many of the newest. */
export const BATCH_SIZE = 100;

const DUE = `select workspace_id, mode, id from ticket
  where sla_next_transition_at <= $1 and workspace_id || '/' || mode <> all($2::text[])`;

/** Tickets with a due transition, except those of some tenants (`workspace/mode`). From both ends: new ones are in time after an outage. */
export const findDueTransitions = systemStatement<{ workspace_id: string; mode: Mode; ids: string[] }>(
  'ticket.find_due',
  'one scheduler serves all tenants',
  `select workspace_id, mode, array_agg(id) as ids
     from ((${DUE} order by sla_next_transition_at limit ${BATCH_SIZE})
           union
           (${DUE} order by sla_next_transition_at desc limit ${BATCH_SIZE})) due
    group by workspace_id, mode`,
);

export const findNextTransition = systemStatement<{ sla_next_transition_at: Date }>(
  'ticket.find_next_due',
  'one scheduler serves all tenants',
  'select sla_next_transition_at from ticket where sla_next_transition_at > $1 order by sla_next_transition_at limit 1',
);

/** Bounds of a sleep: a transition of a new ticket must be emitted within 5 s, and those that follow closely share a batch. */
const SLEEP_MS = { min: 100, max: 1_000 };

const lag = new ObservedMetric({
  name: 'parley_sla_scheduler_lag_seconds',
  help: 'Time since this process last found no SLA transition due; about a second while it works',
  labelNames: [],
});

interface BatchResult {
  found: number;
  processed: number;
}

/** Emits the events of SLA transitions when they are due; reads compute the status. Processes share the rows. */
@Injectable()
export class SlaScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #caughtUpAt = Date.now();
  #unobserve: () => void = () => undefined;

  constructor(
    private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#caughtUpAt = Date.now();
    this.#unobserve = lag.observe(() => [
      { labels: {}, value: Math.max(0, Date.now() - this.#caughtUpAt) / 1000 },
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
      const { found, processed } = await this.emitDueTransitions(at, failedTenants);
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
      this.logger.warn({ event: 'sla.transitions.failed', err }, 'Cannot emit SLA transitions');
    }
    if (!this.#stopped) this.#schedule(sleep);
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, ms);
  }

  async #untilNext(after: Date): Promise<number> {
    const [next] = await this.db.system(findNextTransition, [after]);
    const wait = next === undefined ? SLEEP_MS.max : next.sla_next_transition_at.getTime() - Date.now();
    return Math.min(Math.max(wait, SLEEP_MS.min), SLEEP_MS.max);
  }

  /** Emits one batch of transitions due at `at`. A tenant whose transaction fails is added to `failedTenants`, which are skipped. */
  async emitDueTransitions(at: Date, failedTenants = new Set<string>()): Promise<BatchResult> {
    const result = { found: 0, processed: 0 };
    const due = await this.db.system(findDueTransitions, [at, [...failedTenants]]);
    for (const { workspace_id, mode, ids } of due) {
      const ctx = contextOfRow({ workspace_id, mode });
      result.found += ids.length;
      try {
        result.processed += await this.#emitFor(ctx, ids, at);
      } catch (err) {
        result.processed += ids.length;
        failedTenants.add(`${workspace_id}/${mode}`);
        const event = 'sla.tenant_transitions.failed';
        this.logger.warn({ event, err, ...ctx.tenant }, 'Cannot emit the SLA transitions of a tenant');
      }
    }
    return result;
  }

  #emitFor(ctx: TenantContext, ids: readonly string[], at: Date): Promise<number> {
    return this.db.transaction(ctx, async (tx) => {
      const rows = await tx.lockAll(lockDueTickets, [ids, at]);
      for (const row of rows) await emitSlaTransitions(tx, row, at);
      return rows.length;
    });
  }
}
