import type { Channel, ChannelModel, Options } from 'amqplib';
import { openChannel } from './broker-connection.ts';

/** Deliveries of a message, enough for a storm of reconnects. Default of RabbitMQ 4. */
const DELIVERY_LIMIT = 20;
/** Retries and dead letters are redelivered for as long as the database is unavailable. */
const NO_LIMIT = 1_000_000;
/** Dead-lettering at least once requires reject-publish instead of dropping the oldest message. */
const AT_LEAST_ONCE = { 'x-dead-letter-strategy': 'at-least-once', 'x-overflow': 'reject-publish' };

export interface RetryQueue {
  readonly delayMs: number;
  readonly queue: string;
}

/** Names of the queues of a subscriber. */
export interface SubscriberQueues {
  readonly work: readonly string[];
  /** One queue per retry delay, shortest first. From there an event comes back to its work queue. */
  readonly retries: readonly RetryQueue[];
  readonly dead: string;
}

export function retriesOf(delaysMs: readonly number[], nameOf: (delayMs: number) => string): RetryQueue[] {
  return delaysMs.toSorted((a, b) => a - b).map((delayMs) => ({ delayMs, queue: nameOf(delayMs) }));
}

/** The queue with the shortest delay that is long enough, otherwise that with the longest. */
export function retryQueueOf({ retries }: SubscriberQueues, afterMs: number): string | undefined {
  return (retries.find(({ delayMs }) => delayMs >= afterMs) ?? retries.at(-1))?.queue;
}

export type Queue = readonly [name: string, options: Options.AssertQueue];

type DeadLettering = Pick<Options.AssertQueue, 'deadLetterExchange' | 'deadLetterRoutingKey'>;

/** The queues of a subscriber. One process at a time consumes a work queue, so that the events of a record stay in order. */
export function queuesToDeclare(
  { work, retries, dead }: SubscriberQueues,
  { toDead, toWork, replicas }: { toDead: DeadLettering; toWork: DeadLettering; replicas: number },
): Queue[] {
  const queue = (name: string, deliveryLimit: number, options: Options.AssertQueue, more = {}): Queue => [
    name,
    { ...options, durable: true, arguments: { ...quorum(replicas, deliveryLimit), ...more } },
  ];
  const oneConsumer = { ...AT_LEAST_ONCE, 'x-single-active-consumer': true };
  return [
    ...work.map((name) => queue(name, DELIVERY_LIMIT, toDead, oneConsumer)),
    // One delay per queue, because messages expire only at the head of a queue.
    ...retries.map((retry) =>
      queue(retry.queue, NO_LIMIT, { ...toWork, messageTtl: retry.delayMs }, AT_LEAST_ONCE),
    ),
    queue(dead, NO_LIMIT, {}),
  ];
}

export function quorum(replicas: number, deliveryLimit: number = NO_LIMIT): Record<string, unknown> {
  return {
    'x-queue-type': 'quorum',
    'x-delivery-limit': deliveryLimit,
    'x-quorum-initial-group-size': replicas,
  };
}

/** Declares the queues that do not exist: the broker refuses to declare one with another number of replicas, a setting. */
export async function declareMissing(model: ChannelModel, queues: readonly Queue[]): Promise<void> {
  const missing = await missingOf(model, queues, (channel, [name]) => channel.checkQueue(name));
  if (missing.length === 0) return;
  const channel = await openChannel(model);
  for (const [name, options] of missing) await channel.assertQueue(name, options);
  await channel.close();
}

/** Those that do not exist. The broker closes the channel of a check that finds nothing. */
export async function missingOf<T>(
  model: ChannelModel,
  all: readonly T[],
  check: (channel: Channel, one: T) => PromiseLike<unknown>,
): Promise<T[]> {
  const missing: T[] = [];
  let channel = await openChannel(model);
  for (const one of all) {
    try {
      await check(channel, one);
    } catch (error) {
      if ((error as { code?: number }).code !== 404) throw error;
      missing.push(one);
      channel = await openChannel(model);
    }
  }
  await channel.close();
  return missing;
}
