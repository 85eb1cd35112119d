import { setMaxListeners } from 'node:events';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { InFlight } from '@parley/runtime/async';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { ScheduledJob } from '@parley/runtime/scheduling';
import { setFailed, SpanKind, tracing, type TraceContext } from '@parley/runtime/tracing';
import { notSent, type Attempt } from '../../sending/attempt.ts';
import { WebhookConfig } from '../../webhook.config.ts';
import { AttemptResults } from './attempt-results.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { ClaimedDelivery } from '../queue/deliveries.queries.ts';
import { Leases } from './leases.ts';
import { afterAttempt } from '../retries/retry.rules.ts';
import { SignedSender } from './signed-sender.ts';

/** Maximum delay in noticing due retries, and deliveries that other processes have created. */
const POLL_MS = 500;
/** Most deliveries of one claim from each pool. All claims wait for each other, so that one must not take long. */
const CLAIM_MAX = 100;
/** Time after which a shutdown cancels attempts, which are repeated after the next start. */
const DRAIN_MS = 3_000;

/** Sends due deliveries: claims them in a short statement, sends outside transactions, stores results in another one. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #inFlight = new InFlight();
  readonly #abort = new AbortController();
  /** Polls even at the concurrency limit: an attempt that stalls frees capacity of the fast pool without ending. */
  readonly #claiming: ScheduledJob;

  constructor(
    private readonly leases: Leases,
    private readonly sender: SignedSender,
    private readonly results: AttemptResults,
    private readonly limiter: ConcurrencyLimiter,
    private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const options = { everyMs: POLL_MS, name: 'webhook.claim', logger };
    this.#claiming = new ScheduledJob(() => this.#claim(), options);
    // Every attempt in flight adds a listener.
    setMaxListeners(0, this.#abort.signal);
  }

  onApplicationBootstrap(): void {
    this.leases.start();
    this.#claiming.start();
    this.wake();
  }

  wake(): void {
    this.#claiming.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#claiming.stop();
    const timer = setTimeout(() => this.#abort.abort(), DRAIN_MS);
    await this.#inFlight.settled();
    clearTimeout(timer);
    await this.leases.stop();
    await this.sender.close();
  }

  async #claim(): Promise<void> {
    const { fast, slow, stalled } = this.limiter.available;
    if (fast + slow === 0) return; // The next result wakes the dispatcher.
    const [fastMax, slowMax] = [Math.min(fast, CLAIM_MAX), Math.min(slow, CLAIM_MAX)];
    const free = { fast: fastMax, slow: slowMax, stalled };
    const claimed = await this.leases.claim(free, this.limiter.reserved);
    for (const delivery of claimed) this.#start(delivery);
    const slowClaimed = claimed.filter((delivery) => delivery.is_slow).length;
    const mayHaveMore =
      (fastMax > 0 && claimed.length - slowClaimed === fastMax) || (slowMax > 0 && slowClaimed === slowMax);
    if (mayHaveMore) this.wake();
  }

  #start(delivery: ClaimedDelivery): void {
    const release = this.limiter.acquire(delivery.webhook_id, delivery.is_slow);
    const attempt = this.#deliver(delivery)
      .catch((error: unknown) => {
        // The attempt is repeated when its lease ends: delivery is at least once.
        const deliveryId = encodeId('delivery', delivery.id);
        this.logger.error(
          { event: 'webhook.result.store_failed', err: error, delivery_id: deliveryId },
          'Cannot store the result of an attempt',
        );
      })
      .finally(() => {
        release();
        this.leases.ended(delivery);
        this.wake();
      });
    void this.#inFlight.track(attempt);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const attempt = await this.#tracedAttempt(delivery);
    const decision = afterAttempt(attempt, {
      attempt: delivery.attempts_used + 1,
      schedule: this.config.WEBHOOK_RETRY_SCHEDULE,
      now: new Date(),
      random: Math.random,
      firstDueAt: delivery.created_at,
    });
    await this.results.store({ delivery, attempt, decision });
  }

  /** As a part of the trace of the change, which the receiver can continue. */
  #tracedAttempt(delivery: ClaimedDelivery): Promise<Attempt> {
    const trace = {
      traceparent: delivery.traceparent ?? undefined,
      tracestate: delivery.tracestate ?? undefined,
    };
    const options = {
      kind: SpanKind.CLIENT,
      attributes: {
        'messaging.message.id': encodeId('event', delivery.event_id),
        'parley.delivery_id': encodeId('delivery', delivery.id),
        'parley.workspace_id': encodeId('workspace', delivery.workspace_id),
        'parley.attempt': delivery.attempts_made + 1,
      },
    };
    return tracing.run('webhook.attempt', trace, options, async (ctx, span) => {
      const attempt = await this.#attempt(delivery, ctx);
      span.setAttributes({ 'http.response.status_code': attempt.statusCode ?? undefined });
      if (attempt.error !== null) setFailed(span, { code: attempt.error });
      return attempt;
    });
  }

  async #attempt({ body, ...delivery }: ClaimedDelivery, trace: TraceContext): Promise<Attempt> {
    if (body === null) return notSent('body_missing');
    return this.sender.send(delivery.webhook_id, delivery, {
      id: encodeId('event', delivery.event_id),
      body,
      timeoutMs: this.config.WEBHOOK_TIMEOUT,
      signal: this.#abort.signal,
      trace,
    });
  }
}
