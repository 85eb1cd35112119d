import { RETRY_DELAYS_MS, UnprocessableEventError } from '@parley/bus';
import type { ConsumeResult } from '@parley/bus/internal';
import { invalidParameter, type ServiceName } from '@parley/contracts';
import type { Envelope } from './envelope.ts';

export type PublishResult =
  | { outcome: 'accepted' }
  /** A service that must receive it is not running, as during start and stop: it stays in the outbox. */
  | { outcome: 'waiting' }
  | Retry;

export { RETRY_DELAYS_MS, UnprocessableEventError };

export type Retry = Extract<ConsumeResult, { outcome: 'retry' }>;

/** The retry of an event of which several deliveries failed: the earliest, and an outage only if all are. */
export function combined(retries: readonly Retry[]): Retry {
  return {
    outcome: 'retry',
    afterMs: Math.min(...retries.map(({ afterMs }) => afterMs)),
    isOutage: retries.every(({ isOutage }) => isOutage === true),
  };
}

export type Consume = (envelope: Envelope, attempt: number) => Promise<ConsumeResult>;

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
