import { setMaxListeners } from 'node:events';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { LOGGER, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import { unsent, type Attempt } from '../sending/attempt.ts';
import { afterAttempt } from '../sending/schedule.ts';
import { WebhookConfig } from '../webhook.config.ts';
import { claimDeliveries, type ClaimedDelivery } from './deliveries.queries.ts';
import { Results } from './results.ts';
import { SignedSender } from './signed-sender.ts';
import { Slots } from './slots.ts';

/** Beyond the deadline of an attempt: time to store its result before another process may take it over. */
const LEASE_GRACE_MS = 30_000;
/** An attempt begins this long after its claim at most: later, its deadline is over and its slot is free. */
const START_WITHIN_MS = 5_000;
/** Retries that come due, and what other processes ingest, are seen this late at most. */
const POLL_MS = 500;
const CLAIM_MAX = 200;
/** Attempts at a time to an endpoint that is slow or fails. */
const IN_FLIGHT_SLOW = 2;
/** How long attempts may go on when the process is asked to stop; then they are made again at the next start. */
const DRAIN_MS = 3_000;

/** Sends what is due: claims in a short statement, sends outside any transaction, stores the result in another. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #inFlight = new Set<Promise<void>>();
  readonly #slots: Slots;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = true;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignedSender) private readonly sender: SignedSender,
    @Inject(Results) private readonly results: Results,
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#slots = new Slots(config.WEBHOOK_CONCURRENCY);
  }

  onApplicationBootstrap(): void {
    this.#stopped = false;
    // Every attempt in flight listens to it; that is no leak.
    setMaxListeners(0, this.#abort.signal);
    this.wake();
  }

  /** Looks for something to send now. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
      if (this.#again) this.wake();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#claiming;
    const timer = setTimeout(() => this.#abort.abort(), DRAIN_MS);
    await Promise.allSettled(this.#inFlight);
    clearTimeout(timer);
    await this.sender.close();
  }

  async #claim(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        this.#again ||= await this.#claimOnce();
      } catch (error) {
        this.logger.warn({ err: error }, 'deliveries could not be claimed');
      }
    }
    // An attempt that hangs gives a slot back without ending, so this is needed even when all are taken.
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), POLL_MS);
  }

  /** Starts what is due and has a slot; answers whether there may be more. */
  async #claimOnce(): Promise<boolean> {
    const { fast, slow, hanging } = this.#slots.free;
    if (fast + slow === 0) return false; // The next result wakes us.
    const [fastMax, slowMax] = [Math.min(fast, CLAIM_MAX), Math.min(slow, CLAIM_MAX)];
    const claimed = await this.db.system(claimDeliveries, [
      this.config.WEBHOOK_IN_FLIGHT,
      Math.min(this.config.WEBHOOK_IN_FLIGHT, IN_FLIGHT_SLOW),
      fastMax,
      slowMax,
      this.config.WEBHOOK_TIMEOUT + LEASE_GRACE_MS,
      LEASE_GRACE_MS - START_WITHIN_MS,
      hanging,
    ]);
    for (const delivery of claimed) this.#start(delivery);
    const slowClaimed = claimed.filter((delivery) => delivery.is_slow).length;
    return (
      (fastMax > 0 && claimed.length - slowClaimed === fastMax) || (slowMax > 0 && slowClaimed === slowMax)
    );
  }

  #start(delivery: ClaimedDelivery): void {
    const giveBack = this.#slots.take(delivery.webhook_id, delivery.is_slow);
    const run = this.#deliver(delivery)
      .catch((error: unknown) => {
        // The lease ends and the attempt is made again: at least once.
        this.logger.error(
          { err: error, delivery_id: encodeId('delivery', delivery.id) },
          'result not stored',
        );
      })
      .finally(() => {
        giveBack();
        this.#inFlight.delete(run);
        this.wake();
      });
    this.#inFlight.add(run);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const attempt = await this.#attempt(delivery);
    const decision = afterAttempt(attempt, {
      attempt: delivery.attempts_used + 1,
      schedule: this.config.WEBHOOK_RETRY_SCHEDULE,
      now: new Date(),
      random: Math.random,
      since: delivery.created_at,
    });
    await this.results.store({ delivery, attempt, decision });
  }

  async #attempt({ body, ...delivery }: ClaimedDelivery): Promise<Attempt> {
    if (body === null) return unsent('body_missing');
    return this.sender.send(delivery.webhook_id, delivery, {
      id: encodeId('event', delivery.event_id),
      body,
      timeoutMs: this.config.WEBHOOK_TIMEOUT,
      signal: this.#abort.signal,
    });
  }
}
