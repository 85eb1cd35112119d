import { requireServerVersion, ServerVersionError } from '@parley/runtime/server-version';
import { connect } from 'amqplib';

/**
 * Connects once, so that a start can report in one line why the broker is not usable. Throws a ServerVersionError if it is
 * older than `least`.
 */
export async function checkBrokerConnection(url: string, least?: string): Promise<void> {
  const model = await connect(url, { timeout: 5_000 });
  // An error without a listener would end the process, if the connection is lost before its close.
  model.on('error', () => undefined);
  const { version } = model.connection.serverProperties;
  await model.close();
  requireServerVersion('RabbitMQ', version, least);
}

/** 403 for user and password, 530 for the virtual host. */
const REFUSAL = /\b(?:403|530)\b/;

/**
 * Throws if the broker refuses the connection or is older than `least`. One that cannot be reached is no reason: services wait
 * for it, and look at its version when it comes.
 */
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
