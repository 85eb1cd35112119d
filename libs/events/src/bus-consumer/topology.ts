import type { ChannelModel } from 'amqplib';
import { eventExchangeOf } from '@parley/contracts';
import { openChannel } from '../rabbitmq/broker-connection.ts';
import { declareMissing } from '../rabbitmq/declarations.ts';
import { queuesToDeclare, retriesOf } from '../rabbitmq/topology.ts';

export type SubscriberTopology = ReturnType<typeof subscriberTopology>;

/** Names of what a subscriber declares. All begin with its own, as the rights of `bus:user:create` require. */
export function subscriberTopology(name: string, delaysMs: readonly number[], prefix: string) {
  return {
    events: eventExchangeOf(prefix),
    /** Direct exchange; the routing key is the name of the queue. */
    requeueExchange: `${name}.requeue`,
    queues: {
      work: [name],
      retries: retriesOf(delaysMs, (delayMs) => `${name}.retry.${delayMs}ms`),
      dead: `${name}.dead`,
    },
  };
}

/** Declares the queues that are missing and binds the work queue. Throws if the platform has not declared its exchange yet. */
export async function declareSubscriber(
  model: ChannelModel,
  { events, requeueExchange, queues }: SubscriberTopology,
  { bind, unbind, replicas }: { bind: Iterable<string>; unbind: Iterable<string>; replicas: number },
): Promise<void> {
  const channel = await openChannel(model);
  await channel.checkExchange(events);
  await channel.assertExchange(requeueExchange, 'direct', { durable: true });
  const to = (queue = '') => ({ deadLetterExchange: requeueExchange, deadLetterRoutingKey: queue });
  const [toDead, toWork] = [to(queues.dead), to(queues.work[0])];
  await declareMissing(model, queuesToDeclare(queues, { toDead, toWork, replicas }));
  for (const queue of [...queues.work, ...queues.retries.map((retry) => retry.queue), queues.dead])
    await channel.bindQueue(queue, requeueExchange, queue);
  for (const queue of queues.work) {
    for (const type of bind) await channel.bindQueue(queue, events, type);
    for (const type of unbind) await channel.unbindQueue(queue, events, type);
  }
  await channel.close();
}
