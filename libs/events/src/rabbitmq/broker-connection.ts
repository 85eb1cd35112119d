import { withBroker } from '@parley/bus/internal';
import { requireServerVersion, ServerVersionError } from '@parley/runtime/server-version';

const CHECK_TIMEOUT_MS = 5_000;

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
