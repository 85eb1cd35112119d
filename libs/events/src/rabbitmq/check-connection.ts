import { connect } from 'amqplib';

/** Connects once, so that a start can tell what is wrong in one line. Throws why the broker does not take us. */
export async function checkBrokerConnection(url: string): Promise<void> {
  const model = await connect(url, { timeout: 5_000 });
  // Should it be lost between here and its end, whoever needs it next finds out.
  model.on('error', () => undefined);
  await model.close();
}
