import type { ServiceName } from '@parley/contracts';
import type { Channel, ChannelModel, Options } from 'amqplib';

/**
 * Exchange and queues of the bus. A queue that exists cannot be declared with other arguments, so the names carry a
 * version: other arguments, next version.
 */
export interface Topology {
  /** Topic exchange; the routing key is the type of the event. */
  exchange: string;
  /** Fanout exchange and queue of what no queue is bound to; for looking at. */
  unrouted: string;
  queuesOf(service: ServiceName): ServiceQueues;
}

export interface ServiceQueues {
  /** What the service has to handle. */
  work: string;
  /** What waits to be handled again, by the milliseconds it waits, shortest first. */
  retries: readonly { delayMs: number; queue: string }[];
  /** What cannot be handled; the service parks it in its `dead_letter`. */
  dead: string;
}

/** Higher than a storm of reconnects, lower than a message that kills its process each time would like. As in 4.x. */
const DELIVERY_LIMIT = 20;
/** Parking is tried for as long as the database is away. */
const NO_LIMIT = 1_000_000;
const UNROUTED_MAX = 10_000;
/** Everything: what a queue is bound to until its service has said what it wants. */
const EVERYTHING = '#';

export function topologyOf(prefix: string, delaysMs: readonly number[]): Topology {
  return {
    exchange: `${prefix}.events`,
    unrouted: `${prefix}.unrouted`,
    queuesOf: (service) => ({
      work: `${prefix}.${service}.events.v1`,
      retries: delaysMs
        .toSorted((a, b) => a - b)
        .map((delayMs) => ({ delayMs, queue: `${prefix}.${service}.events.retry.${delayMs}ms.v1` })),
      dead: `${prefix}.${service}.events.dead.v1`,
    }),
  };
}

/** The queue that waits at least as long as asked for; the longest there is when none does. */
export function retryQueueOf(queues: ServiceQueues, afterMs: number): string | undefined {
  return (queues.retries.find(({ delayMs }) => delayMs >= afterMs) ?? queues.retries.at(-1))?.queue;
}

/** Replicated, and nothing is lost on the way to the queue that its messages go to next. */
function quorum(deliveryLimit: number, next?: string): Options.AssertQueue {
  return {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': deliveryLimit,
      // At least once asks for reject-publish: a queue that may drop its oldest could not promise it.
      ...(next === undefined
        ? {}
        : {
            'x-dead-letter-exchange': '',
            'x-dead-letter-routing-key': next,
            'x-dead-letter-strategy': 'at-least-once',
            'x-overflow': 'reject-publish',
          }),
    },
  };
}

async function declareExchanges(channel: Channel, { exchange, unrouted }: Topology): Promise<void> {
  await channel.assertExchange(unrouted, 'fanout', { durable: true });
  await channel.assertQueue(unrouted, { durable: true, maxLength: UNROUTED_MAX });
  await channel.bindQueue(unrouted, unrouted, '');
  await channel.assertExchange(exchange, 'topic', { durable: true, alternateExchange: unrouted });
}

/**
 * Declares the queues of a service, bound to the keys. The dead queue comes last: where it exists, the others exist
 * and are bound.
 */
async function declareQueues(
  channel: Channel,
  topology: Topology,
  service: ServiceName,
  keys: readonly string[],
): Promise<void> {
  const { work, retries, dead } = topology.queuesOf(service);
  await channel.assertQueue(work, quorum(DELIVERY_LIMIT, dead));
  for (const key of keys) await channel.bindQueue(work, topology.exchange, key);
  for (const { delayMs, queue } of retries) {
    // One delay per queue: messages expire only at its head.
    const options = quorum(NO_LIMIT, work);
    await channel.assertQueue(queue, { ...options, messageTtl: delayMs });
  }
  await channel.assertQueue(dead, quorum(NO_LIMIT));
}

/**
 * Makes sure that an event can be published without missing any of the services, also those that never ran. Which
 * types they want only they know, so the queue of a service that never ran is bound to everything; the service keeps
 * what it knows and narrows the bindings at its first start ({@link declareService}). That way no list of who wants
 * what has to be kept beside the subscribers, and yet no service gets every event for ever.
 */
export async function declareTopology(
  model: ChannelModel,
  channel: Channel,
  topology: Topology,
  services: readonly ServiceName[],
): Promise<void> {
  await declareExchanges(channel, topology);
  for (const service of services) {
    if (!(await exists(model, topology.queuesOf(service).dead)))
      await declareQueues(channel, topology, service, [EVERYTHING]);
  }
}

/**
 * Declares the queues of a service that knows what it wants. Bindings of types that it wanted earlier stay: an older
 * instance may still run, and what nobody wants any more is acknowledged and counted.
 */
export async function declareService(
  channel: Channel,
  topology: Topology,
  service: ServiceName,
  types: readonly string[],
): Promise<void> {
  await declareExchanges(channel, topology);
  await declareQueues(channel, topology, service, types);
  await channel.unbindQueue(topology.queuesOf(service).work, topology.exchange, EVERYTHING);
}

/** Removes everything, with what is in it: for tests. */
export async function removeTopology(
  channel: Channel,
  topology: Topology,
  services: readonly ServiceName[],
): Promise<void> {
  for (const service of services) {
    const { work, retries, dead } = topology.queuesOf(service);
    for (const queue of [work, dead, ...retries.map((retry) => retry.queue)])
      await channel.deleteQueue(queue);
  }
  await channel.deleteExchange(topology.exchange);
  await channel.deleteQueue(topology.unrouted);
  await channel.deleteExchange(topology.unrouted);
}

/** The broker answers a missing queue by closing the channel: so one of its own. */
async function exists(model: ChannelModel, queue: string): Promise<boolean> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  try {
    await channel.checkQueue(queue);
  } catch (error) {
    if ((error as { code?: number }).code === 404) return false;
    throw error;
  }
  await channel.close();
  return true;
}
