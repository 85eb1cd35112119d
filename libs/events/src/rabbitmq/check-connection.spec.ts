import { expect, it } from '@jest/globals';
import { BROKER_URL, describeWithRabbit } from './broker.fixture.ts';
import { checkBrokerConnection, requireBrokerAccess } from './check-connection.ts';

describeWithRabbit('the check of the broker at the start', () => {
  it('accepts a broker of this version', async () => {
    await requireBrokerAccess(BROKER_URL);
  });

  it('names the version of a broker that is too old', async () => {
    await expect(checkBrokerConnection(BROKER_URL, '1000.1')).rejects.toThrow(
      /^RabbitMQ \d[\d.]* is too old: 1000\.1 or later is needed$/,
    );
  });

  it('names what the broker refuses', async () => {
    const url = new URL(BROKER_URL);
    url.password = 'wrong';
    await expect(requireBrokerAccess(url.toString())).rejects.toThrow(
      /^AMQP_URL: the message broker refuses/,
    );
  });

  it('lets a process start without a broker', async () => {
    await requireBrokerAccess('amqp://127.0.0.1:1');
  });
});
