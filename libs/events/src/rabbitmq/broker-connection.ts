import { withTimeout } from '@parley/runtime/async';
import { requireServerVersion, ServerVersionError } from '@parley/runtime/server-version';
import { connect, type Channel, type ChannelModel } from 'amqplib';

const CHECK_TIMEOUT_MS = 5_000;

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

/** Connects once, so that a start can report why the broker is not usable. Throws a ServerVersionError if it is too old. */
export async function checkBrokerConnection(url: string, least?: string): Promise<void> {
  const { version } = await withBroker(url, CHECK_TIMEOUT_MS, ({ connection }) =>
    Promise.resolve(connection.serverProperties),
  );
  requireServerVersion('RabbitMQ', version, least);
}

/** 403 for user and password, 530 for the virtual host. */
const REFUSAL = /\b(?:403|530)\b/;

/** Throws if the broker refuses the connection or is too old. Services wait for one that cannot be reached. */
export async function requireBrokerAccess(url: string, least?: string): Promise<void> {
  const error = await checkBrokerConnection(url, least).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (error instanceof ServerVersionError) throw new Error(`AMQP_URL: ${error.message}`, { cause: error });
  if (error !== undefined && REFUSAL.test(error.message))
    throw new Error(`AMQP_URL: the message broker refuses the connection: ${error.message}`, {
      cause: error,
    });
}
