import { eventExchangeOf, SHARDS, type ServiceName } from '@parley/contracts';
import type { Options } from 'amqplib';

export type Topology = ReturnType<typeof topologyOf>;
export type ServiceQueues = ReturnType<Topology['queuesOf']>;
export type ConsumedQueues = Pick<ServiceQueues, 'work' | 'retries' | 'dead'>;

/** Work queues per service: enough for that many processes to share its events; each costs the broker memory. */
const WORK_QUEUES = 4;
/** Deliveries of a message, enough for a storm of reconnects. Default of RabbitMQ 4. */
const DELIVERY_LIMIT = 20;
/** Dead letters are redelivered for as long as the database is unavailable. */
const NO_LIMIT = 1_000_000;
const MAX_UNROUTED = 10_000;

/** Names of exchanges and queues. They end with a version, because an existing one cannot be declared with other arguments. */
export function topologyOf(prefix: string, delaysMs: readonly number[], workQueues = WORK_QUEUES) {
  return {
    exchange: eventExchangeOf(prefix),
    /** Fanout exchange and queue of messages that no queue is bound to, for inspection. */
    unrouted: { exchange: `${prefix}.unrouted`, queue: `${prefix}.unrouted.v2` },
    queuesOf: (service: ServiceName) => ({
      /** Headers exchange that distributes the events of the service over its work queues, by their shard. */
      exchange: `${prefix}.${service}.events.v2`,
      /** Fanout exchange of messages without a shard, which go to the first work queue. */
      unsharded: `${prefix}.${service}.unsharded.v2`,
      work: Array.from({ length: workQueues }, (_, index) => `${prefix}.${service}.events.${index}.v2`),
      /** One queue per retry delay, shortest first. From there an event comes back to its work queue. */
      retries: retriesOf(delaysMs, (delayMs) => `${prefix}.${service}.events.retry.${delayMs}ms.v2`),
      dead: `${prefix}.${service}.events.dead.v2`,
    }),
  };
}

export function retriesOf(delaysMs: readonly number[], nameOf: (delayMs: number) => string) {
  return delaysMs.toSorted((a, b) => a - b).map((delayMs) => ({ delayMs, queue: nameOf(delayMs) }));
}

/** The queue with the shortest delay that is long enough, otherwise that with the longest. */
export function retryQueueOf(queues: ConsumedQueues, afterMs: number): string | undefined {
  return (queues.retries.find(({ delayMs }) => delayMs >= afterMs) ?? queues.retries.at(-1))?.queue;
}

export function shardsOf({ work }: ServiceQueues): { shard: string; queue: string }[] {
  return Array.from({ length: SHARDS }, (_, shard) => ({
    shard: String(shard),
    queue: work[shard % work.length] ?? '',
  }));
}

export type Queue = readonly [name: string, options: Options.AssertQueue];

type DeadLettering = Pick<Options.AssertQueue, 'deadLetterExchange' | 'deadLetterRoutingKey'>;

/** The queues of a subscriber. One process at a time consumes a work queue, so that the events of an aggregate stay in order. */
export function queuesToDeclare(
  { work, retries, dead }: ConsumedQueues,
  { toDead, toWork, replicas }: { toDead: DeadLettering; toWork: DeadLettering; replicas: number },
): Queue[] {
  const queue = (name: string, deliveryLimit: number, options: Options.AssertQueue, more = {}): Queue => [
    name,
    { ...options, durable: true, arguments: { ...quorum(deliveryLimit, replicas), ...more } },
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

export function unroutedToDeclare({ unrouted }: Topology, replicas: number): Queue {
  const options = { durable: true, maxLength: MAX_UNROUTED, arguments: quorum(NO_LIMIT, replicas) };
  return [unrouted.queue, options];
}

function quorum(deliveryLimit: number, replicas: number) {
  return {
    'x-queue-type': 'quorum',
    'x-delivery-limit': deliveryLimit,
    'x-quorum-initial-group-size': replicas,
  };
}

/** Dead-lettering at least once requires reject-publish instead of dropping the oldest message. */
const AT_LEAST_ONCE = { 'x-dead-letter-strategy': 'at-least-once', 'x-overflow': 'reject-publish' };
