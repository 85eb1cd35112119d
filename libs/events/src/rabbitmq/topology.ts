import { quorum, retriesOf, type Queue } from '@parley/bus/internal';
import { eventExchangeOf, SHARDS, type ServiceName } from '@parley/contracts';

export type Topology = ReturnType<typeof topologyOf>;
export type ServiceQueues = ReturnType<Topology['queuesOf']>;

/** Work queues per service: enough for that many processes to share its events; each costs the broker memory. */
const WORK_QUEUES = 4;
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

export function shardsOf({ work }: ServiceQueues): { shard: string; queue: string }[] {
  return Array.from({ length: SHARDS }, (_, shard) => ({
    shard: String(shard),
    queue: work[shard % work.length] ?? '',
  }));
}

export function unroutedToDeclare({ unrouted }: Topology, replicas: number): Queue {
  const options = { durable: true, maxLength: MAX_UNROUTED, arguments: quorum(replicas) };
  return [unrouted.queue, options];
}
