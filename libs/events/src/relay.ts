import { setTimeout as sleep } from 'node:timers/promises';
import { type TransactionRunner } from '@parley/runtime/context';
import { type Logger } from '@parley/runtime/logging';
import { ScheduledJob } from '@parley/runtime/scheduling';
import { setFailed, SpanKind, tracing } from '@parley/runtime/tracing';
import { outboxBatches, outboxPublished } from './event-metrics.ts';
import { OutboxQueue, type QueuedEvent } from './outbox-queue.ts';
import { ShardLeases, type BatchLease } from './shard-leases.ts';
import type { EventTransport, PublishResult } from './transport.ts';

/** Maximum delay of an event whose wake-up was lost. */
const POLL_MS = 500;
/** The same while several relays share the shards: a commit wakes the relay of its own process only. */
const SHARED_POLL_MS = 100;
/** Debounce window: the events of commits in quick succession share a batch, and so need fewer statements. */
const DEBOUNCE_MS = { normal: 20, busy: 50 };
/** Events per millisecond since the previous round from which the load counts as busy. */
const BUSY_RATE = 0.3;
/** Part of a batch below which it is better to wait for subscribers than to publish that few events. */
const THROTTLED_SHARE = 0.1;

interface BatchOutcome {
  /** Events that have left the queue or are postponed. */
  recorded: number;
  hasMore: boolean;
  isThrottled: boolean;
}

const NOTHING: BatchOutcome = { recorded: 0, hasMore: false, isThrottled: false };

/** Publishes the events of the outbox queue, and deletes them: a cursor would skip a transaction that commits late. */
export class Relay {
  readonly #job: ScheduledJob;
  readonly #queue: OutboxQueue;
  readonly #leases: ShardLeases;
  #sharedPoll: NodeJS.Timeout | undefined;
  #debounce: Promise<unknown> = Promise.resolve();
  #lastRoundAt = 0;

  constructor(
    transactor: TransactionRunner,
    private readonly transport: EventTransport,
    logger: Logger,
    private readonly component = 'unnamed',
  ) {
    this.#queue = new OutboxQueue(transactor);
    this.#leases = new ShardLeases(transactor, () => this.wake(), logger);
    const options = { name: 'outbox.publish', everyMs: POLL_MS, logger };
    this.#job = new ScheduledJob((signal) => this.#round(signal), options);
  }

  start(): void {
    this.#leases.start();
    this.#job.start();
    this.#sharedPoll = setInterval(() => {
      if (this.#leases.isShared) this.wake();
    }, SHARED_POLL_MS).unref();
  }

  /** Publishes due events now; called after each commit that wrote events. */
  wake(): void {
    // During an outage of the broker hundreds of commits a second would each retry and hold connections of the pool.
    if (!this.#job.isFailing) this.#job.run();
  }

  /** Stops after the batch that is being published, and leaves the shards to other relays. */
  async stop(): Promise<void> {
    clearInterval(this.#sharedPoll);
    await this.#job.stop();
    await this.#leases.stop();
  }

  async #round(signal: AbortSignal): Promise<void> {
    await this.#debounce;
    const sinceLastMs = Date.now() - this.#lastRoundAt;
    this.#lastRoundAt = Date.now();
    let outcome = NOTHING;
    let recorded = 0;
    do {
      outcome = await this.#batch();
      recorded += outcome.recorded;
      if (outcome.isThrottled) await sleep(DEBOUNCE_MS.busy);
    } while (outcome.hasMore && !signal.aborted);
    this.#debounce = sleep(recorded < BUSY_RATE * sinceLastMs ? DEBOUNCE_MS.normal : DEBOUNCE_MS.busy);
  }

  async #batch(): Promise<BatchOutcome> {
    const lease = this.#leases.beginBatch();
    try {
      return lease.tokens.size === 0 ? NOTHING : await this.#publish(lease);
    } finally {
      this.#leases.endBatch();
    }
  }

  async #publish(lease: BatchLease): Promise<BatchOutcome> {
    const { batchSize } = this.transport;
    const budget = Math.floor(Math.min(batchSize, await this.transport.capacity()));
    const { events, isPartial } = await this.#queue.read([...lease.tokens.keys()], budget);
    if (!lease.isCurrent()) return NOTHING;
    if (events.length === 0) return { ...NOTHING, hasMore: isPartial };
    const { component } = this;
    const countBatch = (result: string) => outboxBatches.inc({ component, result });
    const results = await this.#send(events, lease).catch((error: unknown) => {
      countBatch('failed');
      throw error;
    });
    const recorded = await this.#queue.record(events, results, lease.tokens);
    countBatch('published');
    outboxPublished.inc({ component }, results.filter(({ outcome }) => outcome === 'accepted').length);
    const waiting = results.filter(({ outcome }) => outcome === 'waiting').length;
    if (recorded < events.length - waiting) this.#leases.renewLost();
    // What nobody can receive at present waits for the next round.
    const hasMore = recorded > 0 && (isPartial || waiting > 0);
    return { recorded, hasMore, isThrottled: isPartial && budget < batchSize * THROTTLED_SHARE };
  }

  /** Publishes events, each as a part of its trace, which goes on with what receives it. */
  async #send(events: readonly QueuedEvent[], { isCurrent }: BatchLease): Promise<PublishResult[]> {
    const begun = events.map(({ envelope }) =>
      tracing.isRecording(envelope)
        ? tracing.begin(`publish ${envelope.type}`, envelope, {
            kind: SpanKind.PRODUCER,
            attributes: { 'messaging.message.id': envelope.id, 'messaging.system': 'outbox' },
          })
        : undefined,
    );
    const traced = events.map((event, index) => {
      const context = begun[index]?.context;
      return context === undefined ? event : { ...event, envelope: { ...event.envelope, ...context } };
    });
    try {
      return await this.transport.publish(traced, isCurrent);
    } catch (error) {
      for (const one of begun) if (one !== undefined) setFailed(one.span, error);
      throw error;
    } finally {
      for (const one of begun) one?.span.end();
    }
  }
}
