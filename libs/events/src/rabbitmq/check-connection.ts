import { connect } from 'amqplib';

/** Connects once, so that a start can report in one line why the broker is not usable. */
export async function checkBrokerConnection(url: string): Promise<void> {
  const model = await connect(url, { timeout: 5_000 });
  // Without a listener a loss of the connection before its close would end the process.
  model.on('error', () => undefined);
  await model.close();
}
