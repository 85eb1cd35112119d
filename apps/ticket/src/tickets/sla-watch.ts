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
import { DUE_MAX, findDue, findNextDue, lockDue } from './sla-watch.queries.ts';

/**
 * Between two looks: the next moment that is known, within these bounds. What was not known, such as the moments of a
 * ticket opened since, waits for the longer one: announced within 5 s (decisions.md section 2, "SLA"), that leaves time
 * for many at once. The shorter one keeps moments that follow each other closely from a look for each.
 */
const REST_MS = { least: 100, most: 1_000 };

/** How many changes one round has found, and how many of them it has dealt with. */
interface Round {
  found: number;
  taken: number;
}

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
    this.#lookIn(REST_MS.least);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /**
   * Round after round while there may be more; answers the instant of the last one. A round that takes nothing leaves
   * the rest to who else is at work on it.
   */
  async catchUp(now = () => new Date()): Promise<Date> {
    const failed = new Set<string>();
    for (;;) {
      const at = now();
      const { found, taken } = await this.announceDue(at, failed);
      if (found < DUE_MAX || taken === 0 || this.#stopped) return at;
    }
  }

  async #look(): Promise<void> {
    let rest = REST_MS.most;
    try {
      rest = await this.#untilNext(await this.catchUp());
    } catch (error) {
      this.logger.warn({ err: error }, 'SLA changes wait to be announced');
    }
    if (!this.#stopped) this.#lookIn(rest);
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#look();
    }, ms);
  }

  async #untilNext(after: Date): Promise<number> {
    const [next] = await this.db.system(findNextDue, [after]);
    const wait = next === undefined ? REST_MS.most : next.sla_next_at.getTime() - Date.now();
    return Math.min(Math.max(wait, REST_MS.least), REST_MS.most);
  }

  /**
   * Announces changes that an instant has passed, of some `DUE_MAX` tickets. A tenant for whom that fails is added to those that
   * are left out, so that its tickets do not hold up everybody's.
   */
  async announceDue(at: Date, failed = new Set<string>()): Promise<Round> {
    let [found, taken] = [0, 0];
    for (const { workspace_id: workspace, mode, ids } of await this.db.system(findDue, [at, [...failed]])) {
      const ctx = inTenant(systemContext(), encodeId('workspace', workspace), mode);
      found += ids.length;
      try {
        taken += await this.#announce(ctx, ids, at);
      } catch (error) {
        taken += ids.length;
        failed.add(`${workspace}/${mode}`);
        this.logger.warn({ err: error, ...ctx.tenant }, 'SLA changes of a workspace wait to be announced');
      }
    }
    return { found, taken };
  }

  #announce(ctx: TenantContext, ids: readonly string[], at: Date): Promise<number> {
    return this.db.transaction(ctx, async (tx) => {
      const rows = await tx.query(lockDue, [ids, at]);
      for (const row of rows) await announceClock(tx, row, at);
      return rows.length;
    });
  }
}
