import type { ServiceName } from '@parley/contracts';
import { InFlight } from '@parley/runtime/async';
import { partitionKeyOf, shardOf, type Envelope } from './envelope.ts';
import {
  combined,
  EventTransport,
  type EventSubscriber,
  type PublishResult,
  type Retry,
} from './transport.ts';

/** Bounds a batch, because events that are committed meanwhile wait for its end. Workspaces take turns in it. */
const BATCH_LIMIT_MS = 500;
/** Events of one aggregate never run beside each other. */
const CONCURRENCY = 3;
/** The outbox is in the same database: the relay cannot read it either while that is unavailable. */
const OUTAGE_RETRY_MS = 1_000;

interface Subscription extends EventSubscriber {
  running: InFlight;
}

/** The event transport within one process. The outbox is the queue, and an event is published when its effects are committed. */
export class InProcessEvents extends EventTransport {
  override readonly batchSize = 150;
  readonly #subscriptions = new Map<ServiceName, Subscription>();
  /** Services that are not running: nothing is published, because they would miss it. */
  readonly #missing: Set<ServiceName>;

  constructor(services: readonly ServiceName[]) {
    super();
    this.#missing = new Set(services);
  }

  override async publish(
    events: readonly { envelope: Envelope; attempts: number }[],
    isCurrent: () => boolean = () => true,
  ): Promise<PublishResult[]> {
    const results: PublishResult[] = [];
    const startedAt = performance.now();
    // Checked for each event, because a service may stop in the middle of a batch.
    const canDeliver = (): boolean =>
      this.#missing.size === 0 && isCurrent() && performance.now() - startedAt < BATCH_LIMIT_MS;
    const groups = Array.from({ length: CONCURRENCY }, async (_, group) => {
      for (const [index, { envelope, attempts }] of events.entries()) {
        if (shardOf(partitionKeyOf(envelope)) % CONCURRENCY !== group) continue;
        results[index] = canDeliver() ? await this.#deliver(envelope, attempts + 1) : { outcome: 'waiting' };
      }
    });
    await Promise.all(groups);
    return results;
  }

  override subscribe(service: ServiceName, subscriber: EventSubscriber): Promise<() => Promise<void>> {
    const subscription: Subscription = { ...subscriber, running: new InFlight() };
    this.#subscriptions.set(service, subscription);
    this.#missing.delete(service);
    return Promise.resolve(async () => {
      this.#missing.add(service);
      this.#subscriptions.delete(service);
      await subscription.running.settled();
    });
  }

  async #deliver(envelope: Envelope, attempt: number): Promise<PublishResult> {
    const results = await Promise.all(
      [...this.#subscriptions.values()]
        .filter(({ types }) => types.has(envelope.type))
        .map(({ running, consume }) => running.track(consume(envelope, attempt))),
    );
    const retries = results.flatMap((result): Retry[] => {
      if (result.outcome === 'done') return [];
      return [
        result.outcome === 'retry' ? result : { outcome: 'retry', afterMs: OUTAGE_RETRY_MS, isOutage: true },
      ];
    });
    return retries.length === 0 ? { outcome: 'accepted' } : combined(retries);
  }
}
