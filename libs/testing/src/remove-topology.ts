import type { ServiceName } from '@parley/contracts';

interface Topology {
  exchange: string;
  unrouted: { exchange: string; queue: string };
  queuesOf(service: ServiceName): {
    exchange: string;
    unsharded: string;
    work: readonly string[];
    dead: string;
    retries: readonly { queue: string }[];
  };
}

interface Channel {
  deleteQueue(queue: string): PromiseLike<unknown>;
  deleteExchange(exchange: string): PromiseLike<unknown>;
}

/** Deletes the exchanges and queues of an event bus with their messages. */
export async function removeTopology(
  channel: Channel,
  topology: Topology,
  services: readonly ServiceName[],
): Promise<void> {
  for (const service of services) {
    const { work, retries, dead, exchange, unsharded } = topology.queuesOf(service);
    for (const queue of [...work, dead, ...retries.map((retry) => retry.queue)])
      await channel.deleteQueue(queue);
    for (const name of [exchange, unsharded]) await channel.deleteExchange(name);
  }
  await channel.deleteExchange(topology.exchange);
  await channel.deleteQueue(topology.unrouted.queue);
  await channel.deleteExchange(topology.unrouted.exchange);
}
