import type { ChannelModel } from 'amqplib';
import { openChannel } from './amqp/broker-connection.ts';
import { declareMissing, queuesToDeclare, retriesOf, type SubscriberQueues } from './amqp/topology.ts';

export interface SubscriberTopology {
  /** Topic exchange of the platform; the routing key is the event type. */
  readonly events: string;
  /** Direct exchange of the subscriber; the routing key is the name of the queue. */
  readonly requeueExchange: string;
  readonly queues: SubscriberQueues & { readonly work: readonly [string] };
}

/** Names of what a subscriber declares. All begin with its own, as the rights of `bus:user:create` require. */
export function subscriberTopology(
  name: string,
  delaysMs: readonly number[],
  prefix: string,
): SubscriberTopology {
  return {
    events: `${prefix}.events`,
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
  const [work] = queues.work;
  const to = (queue: string) => ({ deadLetterExchange: requeueExchange, deadLetterRoutingKey: queue });
  await declareMissing(
    model,
    queuesToDeclare(queues, { toDead: to(queues.dead), toWork: to(work), replicas }),
  );
  for (const queue of [work, ...queues.retries.map((retry) => retry.queue), queues.dead])
    await channel.bindQueue(queue, requeueExchange, queue);
  for (const type of bind) await channel.bindQueue(work, events, type);
  for (const type of unbind) await channel.unbindQueue(work, events, type);
  await channel.close();
}
