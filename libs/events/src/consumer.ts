import { ApiError, uuidOf, type EventDefinition, type EventOf, type ServiceName } from '@parley/contracts';
import { Batcher, TimeoutError, withTimeout } from '@parley/runtime/async';
import { inTenant, inWorkspace, systemContext, type TransactionRunner } from '@parley/runtime/context';
import { type Logger } from '@parley/runtime/logging';
import { SpanKind, traceFields, tracing, type TraceContext } from '@parley/runtime/tracing';
import { storable, storeDeadLetter } from './dead-letter.ts';
import { attributesOf, fromEnvelope, type Envelope } from './envelope.ts';
import { countDelivery } from './event-metrics.ts';
import type { SubscriberMetadata } from './on.ts';
import { combined, RETRY_DELAYS_MS, type PoisonMessage, type Retry } from './transport.ts';

type AnyEvent = EventOf<EventDefinition>;

export interface Subscription {
  /** `service.subscriber`: identifies the subscriber in the records of processed events. */
  name: string;
  types: ReadonlySet<string>;
  /** Which events of these types it needs; all without one. */
  filter?: SubscriberMetadata['filter'];
  run: SubscriberMetadata['run'];
  /** The method of an observer, in place of `run`. */
  observe?: SubscriberMetadata['observe'];
}

type FailedDelivery = Retry & { cause: string };

interface Delivery {
  subscription: Subscription;
  envelope: Envelope;
  attempt: number;
}

/** Timeout of a subscriber: less than BUS_HANDLER_TIMEOUT, and than the minute of an idle transaction. */
const SUBSCRIBER_TIMEOUT_MS = 50_000;
/** Longest delay during an outage, so that events continue soon after a long one. */
const MAX_OUTAGE_DELAY_MS = 30_000;

const TAKE = `insert into processed_event (consumer, message_id) select $1, unnest($2::uuid[])
  on conflict do nothing returning message_id`;

/** Runs each subscriber once per event, in a transaction with the record of it, which concurrent events share: commits cost. */
export class Consumer {
  readonly #outages = new Map<string, number>();
  readonly #batchers: ReadonlyMap<Subscription, Batcher<AnyEvent>>;
  #pinging: Promise<boolean> | undefined;

  constructor(
    private readonly subscriptions: readonly Subscription[],
    private readonly transactor: TransactionRunner,
    private readonly logger: Logger,
    private readonly delays: readonly number[] = RETRY_DELAYS_MS,
    private readonly timeoutMs: number = SUBSCRIBER_TIMEOUT_MS,
  ) {
    this.#batchers = new Map(
      subscriptions.map((subscription) => [
        subscription,
        new Batcher((events) => this.#runInTime(subscription, events)),
      ]),
    );
  }

  get types(): ReadonlySet<string> {
    return new Set(this.subscriptions.flatMap((subscription) => [...subscription.types]));
  }

  find(name: string): Subscription | undefined {
    return this.subscriptions.find((subscription) => subscription.name === name);
  }

  /** Delivers an event to its subscribers, or to one. Never throws: returns a retry, or that the database is unavailable. */
  async consume(
    envelope: Envelope,
    attempt: number,
    only?: Subscription,
  ): Promise<{ outcome: 'done' } | { outcome: 'unavailable'; cause: string } | FailedDelivery> {
    const failures: FailedDelivery[] = [];
    for (const subscription of this.subscriptions) {
      if (!subscription.types.has(envelope.type)) continue;
      if (only !== undefined && only !== subscription) continue;
      const failure = await this.#deliver({ subscription, envelope, attempt });
      if (failure !== undefined) failures.push(failure);
    }
    const [first] = failures;
    if (first === undefined) return { outcome: 'done' };
    const outage = failures.find(({ isOutage }) => isOutage === true);
    if (outage !== undefined && !(await this.isAvailable()))
      return { outcome: 'unavailable', cause: outage.cause };
    // A failure says more than an outage of another subscriber.
    const { cause } = failures.find(({ isOutage }) => isOutage !== true) ?? first;
    return { ...combined(failures), cause };
  }

  isAvailable(): Promise<boolean> {
    // One check at a time, since all events fail together.
    return (this.#pinging ??= this.transactor
      .raw('database.ping', 'select 1', [])
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.#pinging = undefined)));
  }

  /** Runs one subscriber; returns `undefined` when the event is processed or dead-lettered. */
  async #deliver(delivery: Delivery): Promise<FailedDelivery | undefined> {
    let event: AnyEvent | undefined;
    try {
      event = fromEnvelope(delivery.envelope);
      if (event === undefined) return undefined;
    } catch (error) {
      // An envelope that is invalid now stays invalid.
      return this.#deadLetter(delivery, error);
    }
    try {
      const { name, filter, observe } = delivery.subscription;
      if (observe !== undefined) observe(event);
      else if (filter === undefined || filter(event)) await this.#process(delivery, event);
      this.#outages.delete(name);
      countDelivery(name, 'processed', delivery.attempt > 1 ? undefined : Date.parse(event.recordedAt));
      return undefined;
    } catch (error) {
      const retry = this.#retryAfter(error, delivery);
      if (retry === undefined) return this.#deadLetter(delivery, error);
      countDelivery(delivery.subscription.name, retry.isOutage === true ? 'unavailable' : 'retried');
      this.logger.warn(
        { event: 'subscriber.failed', err: error, ...logFields(delivery) },
        'Subscriber failed and will be retried',
      );
      return retry;
    }
  }

  #process({ subscription, envelope, attempt }: Delivery, event: AnyEvent): Promise<void> {
    const { traceparent, tracestate } = envelope;
    const options = {
      kind: SpanKind.CONSUMER,
      attributes: {
        'messaging.message.id': event.id,
        'parley.subscriber': subscription.name,
        'parley.attempt': attempt,
      },
    };
    return tracing.run(`process ${event.type}`, { traceparent, tracestate }, options, async (trace) => {
      const isSame = trace.traceparent === traceparent;
      const traced = isSame ? event : { ...event, traceparent: trace.traceparent ?? null };
      // An event that failed before runs alone, so that it delays no other.
      if (attempt > 1) await this.#runInTime(subscription, [traced]);
      else await this.#batchers.get(subscription)?.run(traced);
    });
  }

  /** `undefined` after the last attempt. An outage uses no attempt; a timeout does, because the event may be its cause. */
  #retryAfter(error: unknown, { subscription: { name }, attempt }: Delivery): FailedDelivery | undefined {
    const cause = causeText(error);
    if (error instanceof ApiError && error.code === 'service_unavailable' && !isTimeout(error)) {
      const since = this.#outages.get(name) ?? Date.now();
      this.#outages.set(name, since);
      return { outcome: 'retry', afterMs: this.#outageDelay(Date.now() - since), isOutage: true, cause };
    }
    this.#outages.delete(name);
    const afterMs = this.delays[attempt - 1];
    return afterMs === undefined ? undefined : { outcome: 'retry', afterMs, isOutage: false, cause };
  }

  /** Grows with the duration of the outage, in the steps of the retry delays. */
  #outageDelay(outageMs: number): number {
    const steps = this.delays.filter((delay) => delay <= MAX_OUTAGE_DELAY_MS);
    return steps.find((delay) => delay >= outageMs) ?? steps.at(-1) ?? MAX_OUTAGE_DELAY_MS;
  }

  /** Stores a poison message, which no subscriber could receive. Throws if the database is unavailable. */
  async storeDeadLetter(service: ServiceName, { body, cause, attempts }: PoisonMessage): Promise<void> {
    await storeDeadLetter(this.transactor, { consumer: service, text: body, cause, attempts });
    const { id, type } = attributesOf(body);
    this.logger.error(
      { event: 'dead_letter.stored', event_id: id, type, cause, attempt: attempts },
      'Stored a poison message as a dead letter',
    );
  }

  /** Sets a timeout, so that a hanging subscriber does not block other events forever. */
  async #runInTime(subscription: Subscription, events: readonly AnyEvent[]): Promise<void> {
    try {
      await withTimeout(this.#run(subscription, events), this.timeoutMs, subscription.name);
    } catch (error) {
      throw error instanceof TimeoutError ? new ApiError('service_unavailable', { cause: error }) : error;
    }
  }

  /** Passes the events that the subscriber has not processed yet: all in one transaction, or none. */
  async #run({ name, run }: Subscription, events: readonly AnyEvent[]): Promise<void> {
    const ids = events.map(({ id }) => uuidOf('event', id));
    const [first, ...links] = events.map(traceOf);
    // One transaction for all: it is a part of the first trace, and linked with the others.
    await tracing.run('transaction', first ?? {}, { links }, () =>
      this.transactor.batchTransaction(async (tx, open) => {
        const taken = await tx.raw<{ message_id: string }>('processed_event.take', TAKE, [name, ids]);
        const left = new Set(taken.map(({ message_id: id }) => id));
        // Deleted, because a batch may contain an event twice.
        const fresh = events.filter((_, index) => left.delete(ids[index] as string));
        if (fresh.length > 0) await run(fresh.map((event) => ({ event, tx: open(contextOf(event)) })));
      }),
    );
  }

  /** Stores an event whose subscriber has failed for good; returns like `#deliver`. */
  async #deadLetter(delivery: Delivery, error: unknown): Promise<FailedDelivery | undefined> {
    const { subscription, envelope, attempt } = delivery;
    const cause = causeText(error);
    try {
      const letter = {
        consumer: subscription.name,
        text: JSON.stringify(envelope),
        cause,
        attempts: attempt,
      };
      await storeDeadLetter(this.transactor, letter);
      this.logger.error(
        { event: 'dead_letter.stored', err: error, ...logFields(delivery) },
        'Stored an event as a dead letter',
      );
      countDelivery(subscription.name, 'dead_lettered');
      return undefined;
    } catch (storeError) {
      // The database is unavailable: request the event again, whatever its number of attempts.
      this.logger.error(
        { event: 'dead_letter.store.failed', err: storeError, ...logFields(delivery) },
        'Cannot store a dead letter',
      );
      return { outcome: 'retry', afterMs: MAX_OUTAGE_DELAY_MS, isOutage: true, cause };
    }
  }
}

function isTimeout({ cause }: ApiError): boolean {
  const { code, message } = (cause ?? {}) as { code?: string; message?: string };
  // query_canceled, idle_in_transaction_session_timeout, and the timeout of pg for a server that has gone silent.
  return (
    cause instanceof TimeoutError || code === '57014' || code === '25P03' || message === 'Query read timeout'
  );
}

function traceOf({ traceparent, tracestate }: AnyEvent): TraceContext {
  return traceFields({ traceparent: traceparent ?? undefined, tracestate });
}

function contextOf(event: AnyEvent) {
  const ctx = {
    ...systemContext(event.requestId === null ? {} : { requestId: event.requestId }),
    actor: event.actor,
    ...traceOf(event),
  };
  return event.mode === null
    ? inWorkspace(ctx, event.workspaceId)
    : inTenant(ctx, event.workspaceId, event.mode);
}

function logFields({ subscription, envelope, attempt }: Delivery) {
  return { event_id: envelope.id, type: envelope.type, consumer: subscription.name, attempt };
}

function causeText(error: unknown): string {
  if (error instanceof ApiError && error.cause !== undefined && isTimeout(error))
    return causeText(error.cause);
  return storable(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
