import { setMaxListeners } from 'node:events';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { encodeId, webhookDisabled } from '@parley/contracts';
import { inTenant, LOGGER, systemContext, type Logger } from '@parley/kernel';
import { Database } from '@parley/persistence';
import type { Attempt } from '../sending/attempt.ts';
import { afterAttempt, type Decision } from '../sending/schedule.ts';
import { WebhookConfig } from '../webhook.config.ts';
import { cancelPending, findWebhookForUpdate, toWebhook } from '../webhooks/webhooks.queries.ts';
import { WebhookRow } from '../webhooks/webhook.entity.ts';
import { claimDeliveries, recordAttempt, STATUS, type ClaimedDelivery } from './deliveries.queries.ts';
import { SignedSender } from './signed-sender.ts';

/** Beyond the deadline of an attempt: time to store its result before another process may take it over. */
const LEASE_GRACE_MS = 30_000;
/** Retries that come due, and what other processes ingest, are seen this late at most. */
const POLL_MS = 500;
const CLAIM_MAX = 200;
/** How long attempts may go on when the process is asked to stop; then they are made again at the next start. */
const DRAIN_MS = 3_000;

/** Sends what is due: claims in a short statement, sends outside any transaction, stores the result in another. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #inFlight = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = true;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(SignedSender) private readonly sender: SignedSender,
    @Inject(WebhookConfig) private readonly config: WebhookConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

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
      const free = this.config.WEBHOOK_CONCURRENCY - this.#inFlight.size;
      if (free <= 0) return; // The next result wakes us.
      try {
        const slots = Math.min(free, CLAIM_MAX);
        const lease = this.config.WEBHOOK_TIMEOUT + LEASE_GRACE_MS;
        const claimed = await this.db.system(claimDeliveries, [this.config.WEBHOOK_IN_FLIGHT, slots, lease]);
        for (const delivery of claimed) this.#start(delivery);
        if (claimed.length === slots) this.#again = true;
      } catch (error) {
        this.logger.warn({ err: error }, 'deliveries could not be claimed');
      }
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.wake(), POLL_MS);
  }

  #start(delivery: ClaimedDelivery): void {
    const run = this.#deliver(delivery)
      .catch((error: unknown) => {
        // The lease ends and the attempt is made again: at least once.
        this.logger.error(
          { err: error, delivery_id: encodeId('delivery', delivery.id) },
          'result not stored',
        );
      })
      .finally(() => {
        this.#inFlight.delete(run);
        this.wake();
      });
    this.#inFlight.add(run);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const target = {
      webhookId: delivery.webhook_id,
      url: delivery.url,
      sealedSecret: delivery.sealed_secret,
    };
    const attempt = await this.sender.send(target, {
      id: encodeId('event', delivery.event_id),
      body: delivery.body,
      timeoutMs: this.config.WEBHOOK_TIMEOUT,
      signal: this.#abort.signal,
    });
    const decision = afterAttempt(attempt, {
      attempt: delivery.attempts_used + 1,
      schedule: this.config.WEBHOOK_RETRY_SCHEDULE,
      now: new Date(),
      random: Math.random,
      since: delivery.created_at,
    });
    await this.db.system(recordAttempt, resultOf(delivery, attempt, decision));
    if (decision.kind === 'gone') await this.#disable(delivery);
  }

  /** 410: the receiver says that it will never want anything again. */
  async #disable(delivery: ClaimedDelivery): Promise<void> {
    const ctx = inTenant(systemContext(), encodeId('workspace', delivery.workspace_id), delivery.mode);
    await this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(findWebhookForUpdate, [delivery.webhook_id]);
      // An answer of the old address says nothing about a new one.
      if (row === undefined || row.status === 'disabled' || row.url !== delivery.url) return;
      const disabled = await tx.update(WebhookRow, row, { status: 'disabled', disabled_reason: 'gone' });
      await tx.query(cancelPending, [row.id]);
      tx.emit(webhookDisabled, toWebhook(disabled));
    });
  }
}

function resultOf(delivery: ClaimedDelivery, attempt: Attempt, decision: Decision): unknown[] {
  const status = {
    delivered: STATUS.delivered,
    retry: STATUS.pending,
    exhausted: STATUS.failed,
    gone: STATUS.failed,
  }[decision.kind];
  return [
    delivery.id,
    delivery.lease_token,
    attempt.startedAt,
    attempt.durationMs,
    attempt.statusCode,
    attempt.error,
    attempt.responseSnippet,
    attempt.requestHeaders,
    status,
    decision.kind === 'retry' ? decision.dueAt : null,
    decision.kind === 'retry' ? decision.attemptsUsed : delivery.attempts_used + 1,
    decision.kind === 'retry' ? (decision.pauseEndpointUntil ?? null) : null,
  ];
}
