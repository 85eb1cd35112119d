import {
  ApiError,
  decodeId,
  uuidOf,
  type EventDefinition,
  type EventOf,
  type ServiceName,
} from '@parley/contracts';
import {
  Batcher,
  inTenant,
  inWorkspace,
  newUuid,
  systemContext,
  TimeoutError,
  withTimeout,
  type Logger,
  type ScopedContext,
  type TransactionRunner,
} from '@parley/kernel';
import { fromEnvelope, type Envelope } from './envelope.ts';
import type { Reaction } from './on.ts';
import { z } from 'zod';
import type { Consumed, Unusable } from './transport.ts';

export interface Subscription {
  /** `service.Class.method`: the key of its inbox entries. */
  name: string;
  types: ReadonlySet<string>;
  run: Reaction['run'];
}

type AnyEvent = EventOf<EventDefinition>;

/** What became of a delivery, and why it is to be tried again, as a dead letter keeps it. */
type Taken = Consumed & ({ outcome: 'done' } | { outcome: 'retry'; cause: string });

/** After how long a subscriber is to be tried again. */
interface Wait {
  afterMs: number;
  outage: boolean;
  cause: string;
}

interface Delivery {
  subscription: Subscription;
  envelope: Envelope;
  attempt: number;
}

/** Waits between deliveries of an event that a subscriber cannot take; after the last one it is parked. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 300_000, 1_800_000];

/**
 * How long a subscriber may take: less than the minute after which PostgreSQL ends the transactions that wait for it, and
 * than the bus waits (BUS_HANDLER_TIMEOUT).
 */
export const SUBSCRIBER_LIMIT_MS = 50_000;

/** The longest wait of `RETRY_DELAYS_MS` during an outage: what waits goes on soon after it, however long it was. */
const OUTAGE_WAIT_MAX_MS = 30_000;

const TAKE = `insert into processed_event (consumer, message_id) select $1, unnest($2::uuid[])
  on conflict do nothing returning message_id`;
const PARK = `insert into dead_letter (id, consumer, message_id, type, envelope, error, attempts)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict (consumer, message_id) do nothing`;

/**
 * Runs the subscribers of a service: each once per event, in one transaction with its inbox entry. Events that come at
 * the same time share the transaction, because its commit costs more than most subscribers do.
 */
export class Consumer {
  /** Since when what a subscriber needs has been out. */
  readonly #outages = new Map<string, number>();
  readonly #batchers: ReadonlyMap<Subscription, Batcher<AnyEvent>>;

  constructor(
    private readonly subscriptions: readonly Subscription[],
    private readonly transactor: TransactionRunner,
    private readonly logger: Logger,
    private readonly delays: readonly number[] = RETRY_DELAYS_MS,
    private readonly limitMs: number = SUBSCRIBER_LIMIT_MS,
  ) {
    this.#batchers = new Map(
      subscriptions.map((subscription) => [
        subscription,
        new Batcher((events) => this.#inTime(subscription, events)),
      ]),
    );
  }

  get types(): readonly string[] {
    return [...new Set(this.subscriptions.flatMap((subscription) => [...subscription.types]))];
  }

  /** Takes one delivery. Never throws: what cannot be done now is asked for again, what can never be done is parked. */
  async consume(envelope: Envelope, attempt: number): Promise<Taken> {
    const waits: Wait[] = [];
    for (const subscription of this.subscriptions) {
      if (!subscription.types.has(envelope.type)) continue;
      const wait = await this.#take({ subscription, envelope, attempt });
      if (wait !== undefined) waits.push(wait);
    }
    const [first] = waits;
    if (first === undefined) return { outcome: 'done' };
    return {
      outcome: 'retry',
      // Of the one that really failed, should another have met an outage.
      cause: (waits.find(({ outage }) => !outage) ?? first).cause,
      afterMs: Math.min(...waits.map(({ afterMs }) => afterMs)),
      outage: waits.every(({ outage }) => outage),
    };
  }

  /** Runs one subscriber; answers after how long it is to be tried again, or `undefined` when it is done with. */
  async #take(delivery: Delivery): Promise<Wait | undefined> {
    let event: AnyEvent | undefined;
    try {
      event = fromEnvelope(delivery.envelope);
      if (event === undefined) return undefined;
    } catch (error) {
      // What cannot be read now cannot be read later.
      return this.#park(delivery, error);
    }
    try {
      // What failed before goes alone, so that it can only hold up itself.
      if (delivery.attempt > 1) await this.#inTime(delivery.subscription, [event]);
      else await this.#batchers.get(delivery.subscription)?.run(event);
      this.#outages.delete(delivery.subscription.name);
      return undefined;
    } catch (error) {
      const wait = this.#waitAfter(error, delivery);
      if (wait === undefined) return this.#park(delivery, error);
      this.logger.warn({ err: error, ...about(delivery) }, 'subscriber failed, trying again later');
      return wait;
    }
  }

  /**
   * `undefined` when the event has had all its attempts. An outage takes none, however long it is; what took too long
   * does, because the event may be why.
   */
  #waitAfter(error: unknown, { subscription: { name }, attempt }: Delivery): Wait | undefined {
    if (error instanceof ApiError && error.code === 'service_unavailable' && !tookTooLong(error)) {
      const since = this.#outages.get(name) ?? Date.now();
      this.#outages.set(name, since);
      return { afterMs: this.#outageWait(Date.now() - since), outage: true, cause: causeText(error) };
    }
    this.#outages.delete(name);
    const afterMs = this.delays[attempt - 1];
    return afterMs === undefined ? undefined : { afterMs, outage: false, cause: causeText(error) };
  }

  /** As long as the outage has been, in the steps of the delays: brief ones cost little, long ones few tries. */
  #outageWait(outForMs: number): number {
    const steps = this.delays.filter((delay) => delay <= OUTAGE_WAIT_MAX_MS);
    return steps.find((delay) => delay >= outForMs) ?? steps.at(-1) ?? OUTAGE_WAIT_MAX_MS;
  }

  /** Puts a message aside that no subscriber could be given. Throws when the database is out. */
  async park(service: ServiceName, { body, cause, attempts }: Unusable): Promise<void> {
    const { id, type } = namesIn(body);
    const message = id === undefined ? null : decodeId('event', id);
    const typeText = type === undefined ? null : storable(type);
    const values = [newUuid(), service, message, typeText, body, storable(cause), attempts];
    await this.transactor.raw('dead_letter.park', PARK, values);
    this.logger.error({ event_id: id, type, cause, attempt: attempts }, 'message parked in dead_letter');
  }

  /** Gives events to a subscriber for so long at most: others must not wait for ever for one that hangs. */
  async #inTime(subscription: Subscription, events: readonly AnyEvent[]): Promise<void> {
    try {
      await withTimeout(this.#run(subscription, events), this.limitMs, subscription.name);
    } catch (error) {
      throw error instanceof TimeoutError ? new ApiError('service_unavailable', { cause: error }) : error;
    }
  }

  /** Gives events to a subscriber, each unless it had it: all in one transaction, or none. */
  async #run({ name, run }: Subscription, events: readonly AnyEvent[]): Promise<void> {
    const ids = events.map(({ id }) => uuidOf('event', id));
    await this.transactor.batchTransaction(async (tx, open) => {
      const taken = await tx.raw<{ message_id: string }>('processed_event.take', TAKE, [name, ids]);
      const left = new Set(taken.map(({ message_id: id }) => id));
      // Deleted, because a batch may hold an event twice.
      const fresh = events.filter((_, index) => left.delete(ids[index] as string));
      if (fresh.length > 0) await run(fresh.map((event) => ({ event, tx: open(contextOf(event)) })));
    });
  }

  /** Puts an event aside that a subscriber cannot take; answers like `#take`. */
  async #park(delivery: Delivery, error: unknown): Promise<Wait | undefined> {
    const { subscription, envelope, attempt } = delivery;
    const cause = causeText(error);
    try {
      await this.transactor.raw('dead_letter.park', PARK, [
        newUuid(),
        subscription.name,
        decodeId('event', envelope.id),
        envelope.type,
        JSON.stringify(envelope),
        cause,
        attempt,
      ]);
      this.logger.error({ err: error, ...about(delivery) }, 'event parked in dead_letter');
      return undefined;
    } catch (parking) {
      // The database is out: keep asking for the event, whatever the count says.
      this.logger.error({ err: parking, ...about(delivery) }, 'event could not be parked');
      return { afterMs: OUTAGE_WAIT_MAX_MS, outage: true, cause };
    }
  }
}

/** What PostgreSQL or its driver gave up, or a subscriber that did not come to an end. */
function tookTooLong({ cause }: ApiError): boolean {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  // A statement that was cancelled, a transaction that idled, and pg's own limit, which is for servers gone silent.
  return (
    cause instanceof TimeoutError || code === '57014' || code === '25P03' || message === 'Query read timeout'
  );
}

function about({ subscription, envelope, attempt }: Delivery) {
  return { event_id: envelope.id, type: envelope.type, consumer: subscription.name, attempt };
}

/** An error as a dead letter keeps it. */
function causeText(error: unknown): string {
  if (error instanceof ApiError && error.cause !== undefined && tookTooLong(error))
    return causeText(error.cause);
  return storable(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** As PostgreSQL takes it: errors quote what they could not read, and no text of it may hold a NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

/** What can be read of a message that may be anything. */
function namesIn(body: string): { id?: string | undefined; type?: string | undefined } {
  try {
    return z.object({ id: z.string().optional(), type: z.string().optional() }).parse(JSON.parse(body));
  } catch {
    return {};
  }
}

function contextOf(event: AnyEvent): ScopedContext {
  const ctx = {
    ...systemContext(event.requestId === null ? {} : { requestId: event.requestId }),
    actor: event.actor,
    ...(event.traceparent === null ? {} : { traceparent: event.traceparent }),
  };
  return event.mode === null
    ? inWorkspace(ctx, event.workspaceId)
    : inTenant(ctx, event.workspaceId, event.mode);
}
