import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { health } from '@parley/runtime/process';
import { eventually, TcpProxy } from '@parley/testing';
import { Broker, BROKER, BROKER_URL, describeWithRabbit, subscribeCreated } from './broker.fixture.ts';
import { checkBrokerConnection, requireBrokerAccess } from './broker-connection.ts';

describeWithRabbit('the check of the broker at the start', () => {
  it('accepts a broker of this version', async () => {
    await requireBrokerAccess(BROKER_URL);
  });

  it('names the version of a broker that is too old', async () => {
    await expect(checkBrokerConnection(BROKER_URL, '1000.1')).rejects.toThrow(
      /^RabbitMQ \d[\d.]* is too old: 1000\.1 or later is needed$/,
    );
  });

  it('ends a start on a broker that is too old', async () => {
    await expect(requireBrokerAccess(BROKER_URL, '1000.1')).rejects.toThrow(
      /^AMQP_URL: RabbitMQ \d[\d.]* is too old: 1000\.1 or later is needed$/,
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

describeWithRabbit('a broker that comes after the start and is too old', () => {
  const STUCK_AFTER_MS = 500;
  let broker: Broker;
  let proxy: TcpProxy;
  beforeEach(async () => {
    broker = await Broker.open({
      services: ['contact'],
      types: ['ticket.created'],
      delaysMs: [50],
      stuckAfterMs: STUCK_AFTER_MS,
      leastVersion: '1000.1',
    });
    proxy = await TcpProxy.start(BROKER);
    health.setStarted();
  });
  afterEach(async () => {
    await broker.close();
    await proxy.close();
  });

  it('is not used, and the process is not ready, which no restart would change', async () => {
    await proxy.refuse();
    const events = broker.transport({ AMQP_URL: proxy.through(BROKER_URL) });
    await subscribeCreated(events, 'contact', () => Promise.resolve({ outcome: 'done' }));
    expect((await health.ready()).isOk).toBe(true);
    await proxy.accept();
    await eventually(async () => {
      const { isOk, checks } = await health.ready();
      expect(isOk).toBe(false);
      expect(checks['bus version']).toMatch(/^RabbitMQ \d[\d.]* is too old: 1000\.1 or later is needed$/);
    });
    expect(events.isConsuming()).toBe(false);
    const attempts = events.counters.connectionsLost;
    await eventually(() => events.counters.connectionsLost > attempts + 2);
    expect(events.isStuck()).toBe(false);
  });
});
