import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { inTenant, LOGGER, systemContext, type Logger, type TenantContext } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { announceClock } from './sla-events.ts';
import { DUE_MAX, findDue, lockDue } from './tickets.queries.ts';

/** Announced within 5 s of the moment (decisions.md section 2, "SLA"); this leaves time for many at once. */
const POLL_MS = 1_000;

/** Announces what clocks show when it changes by time alone. Several processes may watch: a row is taken by one. */
@Injectable()
export class SlaWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#look();
    }, POLL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #look(): Promise<void> {
    const failed = new Set<string>();
    try {
      while (!this.#stopped && (await this.announceDue(new Date(), failed)) === DUE_MAX);
    } catch (error) {
      this.logger.warn({ err: error }, 'SLA changes wait to be announced');
    }
    if (!this.#stopped) this.onApplicationBootstrap();
  }

  /**
   * Announces the oldest changes that an instant has passed, up to a number; answers how many tickets it took on. A
   * tenant for whom that fails is added to those that are left out, so that its tickets do not hold up everybody's.
   */
  async announceDue(at: Date, failed = new Set<string>()): Promise<number> {
    let taken = 0;
    for (const { workspace_id: workspace, mode, ids } of await this.db.system(findDue, [at, [...failed]])) {
      const ctx = inTenant(systemContext(), encodeId('workspace', workspace), mode);
      try {
        taken += await this.#announce(ctx, ids, at);
      } catch (error) {
        taken += ids.length;
        failed.add(`${workspace}/${mode}`);
        this.logger.warn({ err: error, ...ctx.tenant }, 'SLA changes of a workspace wait to be announced');
      }
    }
    return taken;
  }

  #announce(ctx: TenantContext, ids: readonly string[], at: Date): Promise<number> {
    return this.db.transaction(ctx, async (tx) => {
      const rows = await tx.query(lockDue, [ids, at]);
      for (const row of rows) await announceClock(tx, row, at);
      return rows.length;
    });
  }
}
