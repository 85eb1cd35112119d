import { uuidOf, type EventDefinition, type EventOf } from '@parley/contracts';
import {
  inTenant,
  inWorkspace,
  newUuid,
  systemContext,
  type Logger,
  type ScopedContext,
  type Transactor,
} from '@parley/kernel';
import { fromEnvelope, type Envelope } from './envelope.ts';
import type { SubscriberMethod } from './on.ts';
import type { Consumed } from './transport.ts';

export interface Subscription {
  /** `service.Class.method`: the key of its inbox entries. */
  name: string;
  types: ReadonlySet<string>;
  run: SubscriberMethod;
}

/** Waits between deliveries of an event that a subscriber cannot take; after the last one it is parked. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 300_000, 1_800_000];

const TAKE = `insert into inbox (consumer, message_id) values ($1, $2) on conflict do nothing returning 1 as taken`;
const PARK = `insert into dead_letter (id, consumer, message_id, type, envelope, error, attempts)
  values ($1, $2, $3, $4, $5, $6, $7)`;

/** Runs the subscribers of a service: each once per event, in one transaction with its inbox entry. */
export class Consumer {
  constructor(
    private readonly subscriptions: readonly Subscription[],
    private readonly transactor: Transactor,
    private readonly logger: Logger,
    private readonly delays: readonly number[] = RETRY_DELAYS_MS,
  ) {}

  get types(): readonly string[] {
    return [...new Set(this.subscriptions.flatMap((subscription) => [...subscription.types]))];
  }

  /** Takes one delivery. Never throws: what cannot be done now is asked for again, what can never be done is parked. */
  async consume(envelope: Envelope, attempt: number): Promise<Consumed> {
    const event = fromEnvelope(envelope);
    if (event === undefined) return { outcome: 'done' };
    let retryIn: number | undefined;
    for (const subscription of this.subscriptions) {
      if (!subscription.types.has(event.type)) continue;
      try {
        await this.#once(subscription, event);
      } catch (error) {
        const delay = await this.#failed(subscription, envelope, attempt, error);
        if (delay !== undefined) retryIn = Math.min(retryIn ?? delay, delay);
      }
    }
    return retryIn === undefined ? { outcome: 'done' } : { outcome: 'retry', afterMs: retryIn };
  }

  async #once(subscription: Subscription, event: EventOf<EventDefinition>): Promise<void> {
    await this.transactor.transaction(contextOf(event), async (tx) => {
      const taken = await tx.raw('inbox.take', TAKE, [subscription.name, uuidOf('event', event.id)]);
      if (taken.length > 0) await subscription.run(event, tx);
    });
  }

  /** Logs the failure; answers when to try again, or `undefined` when the event is parked. */
  async #failed(
    subscription: Subscription,
    envelope: Envelope,
    attempt: number,
    error: unknown,
  ): Promise<number | undefined> {
    const about = {
      err: error,
      event_id: envelope.id,
      type: envelope.type,
      consumer: subscription.name,
      attempt,
    };
    const delay = this.delays[attempt - 1];
    if (delay !== undefined) {
      this.logger.warn(about, 'subscriber failed, trying again later');
      return delay;
    }
    try {
      const message = uuidOf('event', envelope.id);
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const body = JSON.stringify(envelope);
      await this.transactor.raw('dead_letter.park', PARK, [
        newUuid(),
        subscription.name,
        message,
        envelope.type,
        body,
        text,
        attempt,
      ]);
      this.logger.error(about, 'event parked in dead_letter');
      return undefined;
    } catch (parking) {
      // The database is out: keep asking for the event, whatever the count says.
      this.logger.error({ err: parking, event_id: envelope.id }, 'event could not be parked');
      return this.delays.at(-1) ?? 1_000;
    }
  }
}

function contextOf(event: EventOf<EventDefinition>): ScopedContext {
  const ctx = {
    ...systemContext(event.requestId === null ? {} : { requestId: event.requestId }),
    actor: event.actor,
    ...(event.traceparent === null ? {} : { traceparent: event.traceparent }),
  };
  return event.mode === null
    ? inWorkspace(ctx, event.workspaceId)
    : inTenant(ctx, event.workspaceId, event.mode);
}
