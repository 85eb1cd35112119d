import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Registrations, ScheduledJob } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { WebhookConfig } from '../../webhook.config.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { claimDeliveries, renewDispatcher, type ClaimedDelivery } from '../queue/deliveries.queries.ts';

/** An attempt starts at most this long after its claim, so that its request has ended this long after its deadline. */
const START_WITHIN_MS = 5_000;
const SLOW_ENDPOINT_LIMIT = 2;
/** Heartbeats per timeout: one of these may be late or fail without consequences. */
const BEATS_PER_TIMEOUT = 10;

/**
 * Leases of this process on the deliveries that it sends: longer than any attempt, but ended early without a heartbeat.
 */
@Injectable()
export class Leases {
  readonly #registrations: Registrations;
  readonly #heartbeat: ScheduledJob;

  constructor(
    @Inject(Database) private readonly db: Pick<Database, 'system'>,
    private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const timeoutMs = config.WEBHOOK_HEARTBEAT_TIMEOUT;
    this.#registrations = new Registrations((id) => this.#renew(id), timeoutMs / 2);
    this.#heartbeat = new ScheduledJob(() => this.#registrations.renew(), {
      everyMs: timeoutMs / BEATS_PER_TIMEOUT,
      name: 'webhook.heartbeat',
      logger,
    });
  }

  start(): void {
    this.#heartbeat.start();
  }

  /** Call it when all attempts have ended. */
  async stop(): Promise<void> {
    await this.#heartbeat.stop();
  }

  /** Claims due deliveries: at most `fast` of fast and `slow` of slow endpoints. Call `ended` after the attempt of each. */
  async claim(
    { fast, slow, stalled }: ConcurrencyLimiter['available'],
    reserved: ConcurrencyLimiter['reserved'],
  ): Promise<ClaimedDelivery[]> {
    const {
      WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: endpointLimit,
      WEBHOOK_TIMEOUT: timeoutMs,
      WEBHOOK_LEASE_GRACE: graceMs,
    } = this.config;
    return this.#registrations.claim((id) =>
      this.db.system(claimDeliveries, [
        id,
        endpointLimit,
        Math.min(endpointLimit, SLOW_ENDPOINT_LIMIT),
        fast,
        slow,
        timeoutMs + graceMs,
        Math.max(graceMs - START_WITHIN_MS, 0),
        stalled,
        reserved.fast,
        reserved.slow,
      ]),
    );
  }

  /** Tells that the attempt of a claimed delivery has ended, whether or not its result was stored. */
  ended(delivery: Pick<ClaimedDelivery, 'lease_token'>): void {
    this.#registrations.ended(delivery);
  }

  async #renew(id: string): Promise<void> {
    const [row] = await this.db.system(renewDispatcher, [id, this.config.WEBHOOK_HEARTBEAT_TIMEOUT]);
    if (row !== undefined && row.released > 0)
      this.logger.warn(
        { event: 'webhook.deliveries.recovered', deliveries: row.released },
        'A process died while it was sending, or the response to a claim was lost; its deliveries are sent again',
      );
  }
}
