import { services, type ServiceName } from '@parley/contracts';
import { connect } from 'amqplib';
import type { Scene } from './scene.ts';

/** A queue of the bus. */
export interface QueueState {
  readonly service: ServiceName;
  readonly queue: string;
  /** That no consumer has taken yet. */
  readonly messages: number;
  readonly consumers: number;
  /**
   * Consumers that it has if all is well. Each process of its service consumes the dead letters. The broker counts the active
   * consumer of a work queue alone, and retries have none.
   */
  readonly expected: number;
}

/** The queues of all services. Throws if one does not exist. */
export async function queuesOf({ broker, topology, deployment }: Scene): Promise<QueueState[]> {
  const model = await connect(broker.url);
  model.on('error', () => undefined);
  try {
    const channel = await model.createChannel();
    // The failing call reports it.
    channel.on('error', () => undefined);
    const states: QueueState[] = [];
    for (const service of services) {
      const { work, dead, retries } = topology.queuesOf(service);
      const processes = deployment.keys.filter((key) => key.startsWith(`${service} `)).length;
      const all = [
        ...work.map((queue) => ({ queue, expected: 1 })),
        { queue: dead, expected: processes },
        ...retries.map(({ queue }) => ({ queue, expected: 0 })),
      ];
      for (const { queue, expected } of all) {
        const { messageCount: messages, consumerCount: consumers } = await channel.checkQueue(queue);
        states.push({ service, queue, messages, consumers, expected });
      }
    }
    return states;
  } finally {
    await model.close().catch(() => undefined);
  }
}

/** How many messages wait in the queues of a service. */
export function messagesOf(queues: readonly QueueState[], service: ServiceName): number {
  return queues.filter((one) => one.service === service).reduce((sum, { messages }) => sum + messages, 0);
}

/** The first queue that has not its consumers, in words. */
export function unconsumed(queues: readonly QueueState[]): string | undefined {
  const found = queues.find(({ consumers, expected }) => consumers !== expected);
  return found && `${found.queue} has ${found.consumers} consumers instead of ${found.expected}`;
}
