import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually, TcpProxy } from '@parley/testing';
import { Broker, BROKER, BROKER_URL, describeWithRabbit, subscribeCreated } from './broker.fixture.ts';
import type { RabbitEvents } from './rabbit-events.ts';

const STUCK_AFTER_MS = 2_000;

describeWithRabbit('a consumer without events', () => {
  let broker: Broker;
  let proxy: TcpProxy;
  let consumer: RabbitEvents;

  beforeEach(async () => {
    const types = ['ticket.created'];
    broker = await Broker.open({
      services: ['contact'],
      types,
      delaysMs: [50],
      stuckAfterMs: STUCK_AFTER_MS,
    });
    proxy = await TcpProxy.start(BROKER);
    consumer = broker.transport({ AMQP_URL: proxy.through(BROKER_URL) });
  });
  afterEach(async () => {
    await broker.close();
    await proxy.close();
  });

  it('is stuck while it cannot start to consume although the broker takes its connections', async () => {
    const [work = ''] = broker.topology.queuesOf('contact').work;
    await broker.channel.deleteQueue(work);
    // Locked by another connection: each set-up fails.
    await broker.channel.assertQueue(work, { durable: false, exclusive: true });
    await subscribeCreated(consumer, 'contact', () => Promise.resolve({ outcome: 'done' }));
    await eventually(() => consumer.isStuck());
    await broker.channel.deleteQueue(work);
    await eventually(() => consumer.isConsuming());
    expect(consumer.isStuck()).toBe(false);
  });

  it('is not stuck while the broker is unreachable, however long', async () => {
    await subscribeCreated(consumer, 'contact', () => Promise.resolve({ outcome: 'done' }));
    await eventually(() => consumer.isConsuming());
    await proxy.refuse();
    const began = performance.now();
    let attempts = consumer.counters.connectionsLost;
    await eventually(() => {
      const isNew = consumer.counters.connectionsLost > attempts;
      attempts = consumer.counters.connectionsLost;
      return isNew && performance.now() - began > 1.5 * STUCK_AFTER_MS;
    });
    expect([consumer.isConsuming(), consumer.isStuck()]).toEqual([false, false]);
  });
});
