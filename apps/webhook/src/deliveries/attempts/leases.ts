import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { ScheduledJob } from '@parley/runtime/scheduling';
import { Database } from '@parley/persistence';
import { WebhookConfig } from '../../webhook.config.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { claimDeliveries, renewDispatcher, type ClaimedDelivery } from '../queue/deliveries.queries.ts';

/** An attempt starts at most this long after its claim, so that its request has ended this long after its deadline. */
const START_WITHIN_MS = 5_000;
const SLOW_ENDPOINT_LIMIT = 2;
/** Heartbeats per timeout: one of these may be late or fail without consequences. */
const BEATS_PER_TIMEOUT = 10;

class Registration {
  readonly id = randomUUID();
  readonly attempts = new Set<string>();
  renewedAt = -Infinity;
}

/**
 * Leases of this process on the deliveries that it sends: longer than any attempt, but ended early without a heartbeat. A
 * claim that fails may have been committed: a new registration begins, and the old one lasts as long as its attempts.
 */
@Injectable()
export class Leases {
  #current = new Registration();
  readonly #retired = new Set<Registration>();
  readonly #heartbeat: ScheduledJob;

  constructor(
    @Inject(Database) private readonly db: Pick<Database, 'system'>,
    private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const everyMs = config.WEBHOOK_HEARTBEAT_TIMEOUT / BEATS_PER_TIMEOUT;
    this.#heartbeat = new ScheduledJob(() => this.#beat(), { everyMs, name: 'webhook.heartbeat', logger });
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
      WEBHOOK_HEARTBEAT_TIMEOUT: heartbeatTimeoutMs,
    } = this.config;
    const registration = this.#current;
    // Others would take at once what a process claims that is not registered.
    if (performance.now() - registration.renewedAt > heartbeatTimeoutMs / 2) await this.#renew(registration);
    try {
      const claimed = await this.db.system(claimDeliveries, [
        registration.id,
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
      for (const { lease_token: token } of claimed) registration.attempts.add(token);
      return claimed;
    } catch (error) {
      if (registration.attempts.size > 0) this.#retired.add(registration);
      this.#current = new Registration();
      throw error;
    }
  }

  /** Tells that the attempt of a claimed delivery has ended, whether or not its result was stored. */
  ended({ lease_token: token }: Pick<ClaimedDelivery, 'lease_token'>): void {
    for (const registration of [this.#current, ...this.#retired])
      if (registration.attempts.delete(token) && registration.attempts.size === 0)
        this.#retired.delete(registration);
  }

  async #beat(): Promise<void> {
    for (const registration of [this.#current, ...this.#retired]) await this.#renew(registration);
  }

  async #renew(registration: Registration): Promise<void> {
    const began = performance.now();
    const [row] = await this.db.system(renewDispatcher, [
      registration.id,
      this.config.WEBHOOK_HEARTBEAT_TIMEOUT,
    ]);
    registration.renewedAt = began;
    if (row !== undefined && row.released > 0)
      this.logger.warn(
        { event: 'webhook.deliveries.recovered', deliveries: row.released },
        'A process died while it was sending, or the response to a claim was lost; its deliveries are sent again',
      );
  }
}
