import { connect } from 'amqplib';

/** Connects once, so that a start can report in one line why the broker is not usable. */
export async function checkBrokerConnection(url: string): Promise<void> {
  const model = await connect(url, { timeout: 5_000 });
  // Without a listener a loss of the connection before its close would end the process.
  model.on('error', () => undefined);
  await model.close();
}

/** 403 for user and password, 530 for the virtual host. */
const REFUSAL = /\b(?:403|530)\b/;

/** Throws if the broker refuses the connection. One that cannot be reached is no reason: services wait for it. */
export async function requireBrokerAccess(url: string): Promise<void> {
  const error = await checkBrokerConnection(url).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  if (error !== undefined && REFUSAL.test(error.message))
    throw new Error(`AMQP_URL: the message broker refuses the connection: ${error.message}`, {
      cause: error,
    });
}
