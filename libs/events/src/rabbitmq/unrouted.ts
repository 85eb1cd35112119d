import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '@parley/runtime/async';
import type { ChannelModel } from 'amqplib';
import { openChannel } from './declarations.ts';
import type { Bus } from './reconnecting-connection.ts';
import type { Session } from './session.ts';

const CHECK_TIMEOUT_MS = 15_000;

/**
 * Keeps the length of the queue of unrouted messages in the counters while a session lasts: the broker confirms them like all
 * others, so that nothing else tells a publisher that a binding is missing.
 */
export async function watchUnrouted(
  model: ChannelModel,
  session: Session,
  { topology, counters, watchIntervalMs }: Pick<Bus, 'topology' | 'counters' | 'watchIntervalMs'>,
): Promise<void> {
  const interval = { signal: session.signal, ref: false };
  while (!session.isOver) {
    const length = withTimeout(lengthOf(model, topology.unrouted.queue), CHECK_TIMEOUT_MS, 'Queue check');
    counters.unrouted = await length.catch(() => undefined);
    await sleep(watchIntervalMs, undefined, interval).catch(() => undefined);
  }
  counters.unrouted = undefined;
}

/** Uses a channel of its own, because the broker closes that of a check that finds no queue. */
async function lengthOf(model: ChannelModel, queue: string): Promise<number> {
  const channel = await openChannel(model);
  const { messageCount } = await channel.checkQueue(queue);
  await channel.close();
  return messageCount;
}
