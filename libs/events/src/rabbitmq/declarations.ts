import { declareMissing, missingOf, openChannel, queuesToDeclare, withBroker } from '@parley/bus/internal';
import { events, SHARD_HEADER, type ServiceName } from '@parley/contracts';
import type { ChannelModel } from 'amqplib';
import { RETRY_DELAYS_MS } from '../transport.ts';
import type { RabbitConfig } from './rabbit.config.ts';
import { shardsOf, topologyOf, unroutedToDeclare, type Topology } from './topology.ts';

const DECLARE_TIMEOUT_MS = 10_000;

export type Subscriptions = ReadonlyMap<ServiceName, ReadonlySet<string>>;

/** Declares the exchanges and queues, and binds them to exactly these event types, before the processes of a deployment start. */
export function migrateBus(config: RabbitConfig, subscriptions: Subscriptions): Promise<void> {
  return withBroker(config.AMQP_URL, DECLARE_TIMEOUT_MS, (model) =>
    declareTopology(model, configuredTopology(config), subscriptions, config.BUS_QUEUE_REPLICAS),
  );
}

/** Those of the services whose queues {@link migrateBus} has not declared. Throws if the broker is unavailable. */
export function pendingInBus(config: RabbitConfig, services: readonly ServiceName[]): Promise<ServiceName[]> {
  return withBroker(config.AMQP_URL, DECLARE_TIMEOUT_MS, (model) =>
    undeclaredServices(model, configuredTopology(config), services),
  );
}

const configuredTopology = (config: RabbitConfig) => topologyOf(config.BUS_PREFIX, RETRY_DELAYS_MS);

/** Declares everything, and removes the bindings of types that a service does not subscribe to any more. */
export async function declareTopology(
  model: ChannelModel,
  topology: Topology,
  subscriptions: Subscriptions,
  replicas: number,
): Promise<void> {
  await declareMissing(model, [unroutedToDeclare(topology, replicas)]);
  const channel = await openChannel(model);
  for (const [service, types] of subscriptions) {
    await declareService(model, topology, service, types, replicas);
    const { exchange } = topology.queuesOf(service);
    for (const { type } of events)
      if (!types.has(type)) await channel.unbindExchange(exchange, topology.exchange, type);
  }
  await channel.bindQueue(topology.unrouted.queue, topology.unrouted.exchange, '');
  await channel.close();
}

/** Declares what a service consumes from, as far as it is missing, and binds it. Bindings of other versions stay. */
export async function declareService(
  model: ChannelModel,
  topology: Topology,
  service: ServiceName,
  types: Iterable<string>,
  replicas: number,
): Promise<void> {
  const queues = topology.queuesOf(service);
  const toDead = { deadLetterExchange: '', deadLetterRoutingKey: queues.dead };
  const toWork = { deadLetterExchange: queues.exchange };
  await declareMissing(model, queuesToDeclare(queues, { toDead, toWork, replicas }));
  const channel = await openChannel(model);
  const { exchange, unrouted } = topology;
  await channel.assertExchange(unrouted.exchange, 'fanout', { durable: true });
  await channel.assertExchange(exchange, 'topic', { durable: true, alternateExchange: unrouted.exchange });
  await channel.assertExchange(queues.exchange, 'headers', {
    durable: true,
    alternateExchange: queues.unsharded,
  });
  for (const { shard, queue } of shardsOf(queues))
    await channel.bindQueue(queue, queues.exchange, '', { 'x-match': 'all', [SHARD_HEADER]: shard });
  for (const type of types) await channel.bindExchange(queues.exchange, exchange, type);
  // Last: publishers wait for it.
  await channel.assertExchange(queues.unsharded, 'fanout', { durable: true });
  await channel.bindQueue(queues.work[0] ?? '', queues.unsharded, '');
  await channel.close();
}

/** The services whose queues have not been declared yet: RabbitMQ would drop their events. */
export async function undeclaredServices(
  model: ChannelModel,
  topology: Topology,
  services: readonly ServiceName[],
): Promise<ServiceName[]> {
  return missingOf(model, services, (channel, service) =>
    channel.checkExchange(topology.queuesOf(service).unsharded),
  );
}
