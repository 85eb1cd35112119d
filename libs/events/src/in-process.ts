import type { ServiceName } from '@parley/contracts';
import type { Envelope } from './envelope.ts';
import { EventTransport, type Consume, type Published } from './transport.ts';

/** How long a batch begins with events: with the time of a subscriber, less than a transaction may idle (a minute). */
const BEGIN_WITHIN_MS = 5_000;

interface Subscription {
  types: ReadonlySet<string>;
  consume: Consume;
  running: Set<Promise<unknown>>;
}

/**
 * Events within one process, for standalone. The outbox is the queue: an event counts as accepted when every
 * subscriber has committed its effect, and stays in the outbox while one has not. The inboxes keep the effect single.
 */
export class InProcessEvents extends EventTransport {
  readonly #subscriptions = new Map<ServiceName, Subscription>();
  /** Services that do not run now: an event published without them would miss them. */
  readonly #awaited: Set<ServiceName>;

  constructor(awaited: readonly ServiceName[]) {
    super();
    this.#awaited = new Set(awaited);
  }

  override async publish(
    envelopes: readonly { envelope: Envelope; attempts: number }[],
  ): Promise<Published[]> {
    const published: Published[] = [];
    const began = performance.now();
    for (const { envelope, attempts } of envelopes) {
      // Asked for each, because a service may stop in the middle; and a slow subscriber must not keep the transaction
      // that notes its attempt until PostgreSQL ends it.
      const complete = this.#awaited.size === 0 && performance.now() - began < BEGIN_WITHIN_MS;
      published.push(complete ? await this.#deliver(envelope, attempts + 1) : { outcome: 'waiting' });
    }
    return published;
  }

  override subscribe(
    service: ServiceName,
    types: readonly string[],
    consume: Consume,
  ): Promise<() => Promise<void>> {
    const subscription: Subscription = { types: new Set(types), consume, running: new Set() };
    this.#subscriptions.set(service, subscription);
    this.#awaited.delete(service);
    return Promise.resolve(async () => {
      // From here on nothing may be published: it would be marked as accepted without this service.
      this.#awaited.add(service);
      this.#subscriptions.delete(service);
      await Promise.allSettled(subscription.running);
    });
  }

  async #deliver(envelope: Envelope, attempt: number): Promise<Published> {
    const consumed = await Promise.all(
      [...this.#subscriptions.values()]
        .filter((subscription) => subscription.types.has(envelope.type))
        .map((subscription) => {
          const run = subscription.consume(envelope, attempt);
          subscription.running.add(run);
          return run.finally(() => subscription.running.delete(run));
        }),
    );
    const again = consumed.filter((answer) => answer.outcome === 'retry');
    if (again.length === 0) return { outcome: 'accepted' };
    return {
      outcome: 'again',
      afterMs: Math.min(...again.map(({ afterMs }) => afterMs)),
      outage: again.every(({ outage }) => outage === true),
    };
  }
}
