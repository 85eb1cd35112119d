import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, ScheduledJob, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { WebhookConfig } from '../webhook.config.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { claimDeliveries, renewDispatcher, type ClaimedDelivery } from './deliveries.queries.ts';

/** An attempt starts at most this long after its claim, so that its request has ended this long after its deadline. */
const START_WITHIN_MS = 5_000;
const SLOW_ENDPOINT_LIMIT = 2;
/** Of the heartbeat timeout: one of these may be late or fail without consequences. */
const BEATS_PER_TIMEOUT = 10;

/**
 * Leases of this process on the deliveries that it sends. They last longer than any attempt. They end early if the process
 * does not renew its registration for `WEBHOOK_HEARTBEAT_TIMEOUT`: then it was killed, has stopped, or does not reach the
 * database. Its results count until another process has claimed the delivery.
 */
@Injectable()
export class Leases {
  readonly #dispatcherId = randomUUID();
  readonly #heartbeat: ScheduledJob;
  #renewedAt = -Infinity;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const everyMs = config.WEBHOOK_HEARTBEAT_TIMEOUT / BEATS_PER_TIMEOUT;
    this.#heartbeat = new ScheduledJob(() => this.#renew(), { everyMs, name: 'webhook.heartbeat', logger });
  }

  start(): void {
    this.#heartbeat.start();
  }

  /** Call it when all attempts have ended. */
  async stop(): Promise<void> {
    await this.#heartbeat.stop();
  }

  /** Claims due deliveries: at most `fast` of fast and `slow` of slow endpoints. */
  async claim(
    { fast, slow, stalled }: ConcurrencyLimiter['available'],
    reserved: ConcurrencyLimiter['reserved'],
  ): Promise<ClaimedDelivery[]> {
    const {
      WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: endpointLimit,
      WEBHOOK_TIMEOUT: timeoutMs,
      WEBHOOK_LEASE_GRACE: graceMs,
      WEBHOOK_HEARTBEAT_TIMEOUT: heartbeatTimeoutMs,
    } = this.config;
    // Others would take at once what a process claims that is not registered.
    if (performance.now() - this.#renewedAt > heartbeatTimeoutMs / 2) await this.#renew();
    return this.db.system(claimDeliveries, [
      this.#dispatcherId,
      endpointLimit,
      Math.min(endpointLimit, SLOW_ENDPOINT_LIMIT),
      fast,
      slow,
      timeoutMs + graceMs,
      Math.max(graceMs - START_WITHIN_MS, 0),
      stalled,
      reserved.fast,
      reserved.slow,
    ]);
  }

  async #renew(): Promise<void> {
    const began = performance.now();
    const [row] = await this.db.system(renewDispatcher, [
      this.#dispatcherId,
      this.config.WEBHOOK_HEARTBEAT_TIMEOUT,
    ]);
    this.#renewedAt = began;
    if (row !== undefined && row.released > 0)
      this.logger.warn(
        { event: 'webhook.deliveries.recovered', deliveries: row.released },
        'Another process has died while it was sending; its deliveries are sent again',
      );
  }
}
