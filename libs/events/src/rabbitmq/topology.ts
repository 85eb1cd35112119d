import type { ServiceName } from '@parley/contracts';
import type { Channel, ChannelModel, Options } from 'amqplib';

export type Topology = ReturnType<typeof topologyOf>;
export type ServiceQueues = ReturnType<Topology['queuesOf']>;

/** Above a storm of reconnects, and low enough to stop a message that crashes its process. Default of RabbitMQ 4. */
const DELIVERY_LIMIT = 20;
/** Dead letters are redelivered for as long as the database is unavailable. */
const NO_LIMIT = 1_000_000;
const MAX_UNROUTED = 10_000;
/** Binding key of a queue whose service has never run. */
const ALL_TYPES = '#';

/**
 * Exchange and queues of the bus. An existing queue cannot be declared with other arguments, so queue names end with a
 * version that changes with the arguments.
 */
export function topologyOf(prefix: string, delaysMs: readonly number[]) {
  return {
    /** Topic exchange; the routing key is the event type. */
    exchange: `${prefix}.events`,
    /** Fanout exchange and queue of messages that no queue is bound to, for inspection. */
    unrouted: { exchange: `${prefix}.unrouted`, queue: `${prefix}.unrouted.v1` },
    queuesOf: (service: ServiceName) => ({
      work: `${prefix}.${service}.events.v1`,
      /** One queue per retry delay, shortest first. */
      retries: delaysMs
        .toSorted((a, b) => a - b)
        .map((delayMs) => ({ delayMs, queue: `${prefix}.${service}.events.retry.${delayMs}ms.v1` })),
      /** Dead letters, until the service has moved them to its `dead_letter` table. */
      dead: `${prefix}.${service}.events.dead.v1`,
    }),
  };
}

/** The queue with the shortest delay that is long enough, otherwise that with the longest. */
export function retryQueueOf(queues: ServiceQueues, afterMs: number): string | undefined {
  return (queues.retries.find(({ delayMs }) => delayMs >= afterMs) ?? queues.retries.at(-1))?.queue;
}

/** Arguments of a quorum queue; with `next` it dead-letters to that queue without loss. */
function quorum(deliveryLimit: number, next?: string): Options.AssertQueue {
  return {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': deliveryLimit,
      // At-least-once dead-lettering requires reject-publish instead of dropping the oldest message.
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
  await channel.assertExchange(unrouted.exchange, 'fanout', { durable: true });
  await channel.assertExchange(exchange, 'topic', { durable: true, alternateExchange: unrouted.exchange });
}

/**
 * Declares the queue of messages that no queue is bound to. It serves inspection only, so publishers work without it:
 * returns why it could not be declared, otherwise `undefined`.
 */
export async function declareUnrouted(model: ChannelModel, { unrouted }: Topology): Promise<unknown> {
  // Of its own, because the broker closes the channel of a declaration that it refuses.
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  try {
    await channel.assertQueue(unrouted.queue, { ...quorum(NO_LIMIT), maxLength: MAX_UNROUTED });
    await channel.bindQueue(unrouted.queue, unrouted.exchange, '');
  } catch (error) {
    return error;
  }
  await channel.close();
  return undefined;
}

/** Declares the queues of a service with these bindings. The dead-letter queue is last: if it exists, all do. */
async function declareQueues(
  channel: Channel,
  topology: Topology,
  service: ServiceName,
  keys: Iterable<string>,
): Promise<void> {
  const { work, retries, dead } = topology.queuesOf(service);
  await channel.assertQueue(work, quorum(DELIVERY_LIMIT, dead));
  for (const key of keys) await channel.bindQueue(work, topology.exchange, key);
  for (const { delayMs, queue } of retries) {
    // One delay per queue, because messages expire only at the head of a queue.
    const options = quorum(NO_LIMIT, work);
    await channel.assertQueue(queue, { ...options, messageTtl: delayMs });
  }
  await channel.assertQueue(dead, quorum(NO_LIMIT));
}

/**
 * Declares the queues of all services, so that none misses an event, not even one that has never run. Only a service
 * knows its event types: until its first start narrows the bindings ({@link declareService}), its queue is bound to all.
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
      await declareQueues(channel, topology, service, [ALL_TYPES]);
  }
}

/**
 * Declares the queues of a service, bound to its event types. Bindings of earlier versions stay, because an older
 * instance may still run; events of other types are acknowledged and counted.
 */
export async function declareService(
  channel: Channel,
  topology: Topology,
  service: ServiceName,
  types: ReadonlySet<string>,
): Promise<void> {
  await declareExchanges(channel, topology);
  await declareQueues(channel, topology, service, types);
  await channel.unbindQueue(topology.queuesOf(service).work, topology.exchange, ALL_TYPES);
}

/** On a channel of its own, because the broker closes the channel if the queue is missing. */
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
