import { connect, type Channel, type ChannelModel } from 'amqplib';
import { withTimeout } from '../concurrency.ts';

/** Does work on a connection of its own. The failing call reports what happens to the connection. */
export async function withBroker<T>(
  url: string,
  timeoutMs: number,
  work: (model: ChannelModel) => Promise<T>,
): Promise<T> {
  const model = await connect(url, { timeout: timeoutMs });
  // An error without a listener would end the process.
  model.on('error', () => undefined);
  try {
    return await work(model);
  } finally {
    await withTimeout(model.close(), timeoutMs, 'Connection close').catch(() => undefined);
  }
}

/** The failing call reports an error of the channel. */
export async function openChannel(model: ChannelModel): Promise<Channel> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  return channel;
}
