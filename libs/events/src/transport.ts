import { invalidParameter, type ServiceName } from '@parley/contracts';
import type { Envelope } from './envelope.ts';

export type PublishResult =
  | { outcome: 'accepted' }
  /** A service that must receive it is not running, as during start and stop: it stays in the outbox. */
  | { outcome: 'waiting' }
  | Retry;

/** Delays between the attempts of a failing subscriber; after the last one the event is dead-lettered. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 300_000, 1_800_000];

export interface Retry {
  outcome: 'retry';
  afterMs: number;
  /** A dependency of the subscriber is unavailable: the attempt does not count against the event. */
  isOutage?: boolean;
}

/** The retry of an event of which several deliveries failed: the earliest, and an outage only if all are. */
export function combined(retries: readonly Retry[]): Retry {
  return {
    outcome: 'retry',
    afterMs: Math.min(...retries.map(({ afterMs }) => afterMs)),
    isOutage: retries.every(({ isOutage }) => isOutage === true),
  };
}

export type ConsumeResult = { outcome: 'done' } | Retry | { outcome: 'unavailable' };

export type Consume = (envelope: Envelope, attempt: number) => Promise<ConsumeResult>;

/** Thrown by a handler for an event that no repetition would process: it becomes a dead letter at once. */
export class UnprocessableEventError extends Error {
  override readonly name = 'UnprocessableEventError';
}

export interface PoisonMessage {
  body: string;
  cause: string;
  attempts: number;
}

/** Stores a poison message for operators. A transport repeats it until it succeeds. */
export type StoreDeadLetter = (service: ServiceName, message: PoisonMessage) => Promise<void>;

export interface EventSubscriber {
  readonly types: ReadonlySet<string>;
  readonly consume: Consume;
  /** Stores the poison messages of a broker; without it they stay in the dead-letter queue. */
  readonly storeDeadLetter?: StoreDeadLetter;
  readonly isAvailable?: () => Promise<boolean>;
}

/** Moves events between services. Publishers and subscribers do not know which implementation is in use. */
export abstract class EventTransport {
  abstract readonly batchSize: number;

  /** Publishes in order, and returns the results in that order. Throws if nothing can be published, or not `isCurrent` any more. */
  abstract publish(
    events: readonly { envelope: Envelope; attempts: number }[],
    isCurrent?: () => boolean,
  ): Promise<PublishResult[]>;

  /** How many more events subscribers can be given before they fall behind: 0 if they are behind already. */
  capacity(): Promise<number> {
    return Promise.resolve(Infinity);
  }

  /** Publishes to one queue of a subscriber, or without a queue to every subscriber. Returns `false` if it does not exist. */
  publishTo(_queue: string | undefined, _envelopes: readonly Envelope[]): Promise<boolean> {
    return Promise.reject(invalidParameter('queue', 'is only available with RabbitMQ (AMQP_URL)'));
  }

  /** Delivers events to a service until the returned function is called, which waits for handlers. */
  abstract subscribe(service: ServiceName, subscriber: EventSubscriber): Promise<() => Promise<void>>;
}
