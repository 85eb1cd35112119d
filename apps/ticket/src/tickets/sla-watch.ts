import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId, ticketSlaBreached, ticketSlaWarning, ticketUpdated } from '@parley/contracts';
import { changedFields, inTenant, LOGGER, systemContext, type Logger } from '@parley/kernel';
import { Database, type Transaction } from '@parley/persistence';
import { nextChange } from './sla.rules.ts';
import { TicketRow } from './ticket.entity.ts';
import { DUE_MAX, findDue, lockDue, toTicket, type ShownTicket } from './tickets.queries.ts';

/** Announced within 5 s of the moment (decisions.md section 2, "SLA"); this leaves time for many at once. */
const POLL_MS = 1_000;

/** What tells that a clock shows something worse than before. */
export const slaEvents = { warning: ticketSlaWarning, breached: ticketSlaBreached } as const;

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
    try {
      while (!this.#stopped && (await this.announceDue(new Date())) === DUE_MAX);
    } catch (error) {
      this.logger.warn({ err: error }, 'SLA changes wait to be announced');
    }
    if (!this.#stopped) this.onApplicationBootstrap();
  }

  /** Announces the oldest changes that an instant has passed, up to a number; answers of how many tickets. */
  async announceDue(at: Date): Promise<number> {
    let announced = 0;
    for (const { workspace_id: workspace, mode, ids } of await this.db.system(findDue, [at])) {
      const ctx = inTenant(systemContext(), encodeId('workspace', workspace), mode);
      announced += await this.db.transaction(ctx, async (tx) => {
        const rows = await tx.query(lockDue, [ids, at]);
        for (const row of rows) await announce(tx, row, at);
        return rows.length;
      });
    }
    return announced;
  }
}

/** Tells of every change since the last, one by one, as the ticket was at that moment. */
async function announce(tx: Transaction, row: ShownTicket, at: Date): Promise<void> {
  let now = row;
  while (now.sla_next_at !== null && now.sla_next_at <= at) {
    const moment = now.sla_next_at;
    const before = toTicket(now, new Date(moment.getTime() - 1));
    now = await tx.update(TicketRow, now, { sla_next_at: nextChange(now, moment) });
    const ticket = toTicket(now, moment);
    tx.emit(ticketUpdated, ticket, changedFields(before, ticket));
    tx.emit(slaEvents[ticket.sla.status === 'breached' ? 'breached' : 'warning'], ticket);
  }
}
