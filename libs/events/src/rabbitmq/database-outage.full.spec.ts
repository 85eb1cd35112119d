import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ticketCreated } from '@parley/contracts';
import { eventually, TcpProxy } from '@parley/testing';
import { EventsHarness, type TestService } from '../harness.fixture.ts';
import { ticketEnvelope } from '../samples.fixture.ts';
import { Broker, describeWithRabbit, outgoing } from './broker.fixture.ts';
import type { RabbitEvents } from './rabbit-events.ts';

describeWithRabbit('a consumer whose database is unavailable', () => {
  let harness: EventsHarness;
  let broker: Broker;
  let proxy: TcpProxy;
  let consumer: RabbitEvents;
  let contact: TestService;

  beforeAll(async () => {
    harness = await EventsHarness.open(
      async (options) => {
        broker = await Broker.open({ ...options, services: ['contact'] });
        consumer = broker.transport();
        return { connect: () => Promise.resolve(consumer), close: () => broker.close() };
      },
      async (url) => {
        const { hostname: host, port } = new URL(url);
        proxy = await TcpProxy.start({ host, port: Number(port) });
        return proxy.through(url);
      },
    );
    contact = harness.service('contact');
  });
  afterAll(async () => {
    await harness.close();
    await proxy.close();
  });

  it('stops consuming, leaves the events in their queues, and processes them once the database responds', async () => {
    await contact.subscribe({ one: { to: [ticketCreated] } });
    await eventually(() => consumer.isConsuming());
    await proxy.refuse();
    proxy.cut();
    const [publisher, envelopes] = [broker.transport(), Array.from({ length: 30 }, () => ticketEnvelope())];
    await eventually(() => publisher.publish(outgoing(...envelopes)));

    const { work, retries, dead } = broker.topology.queuesOf('contact');
    await eventually(async () => {
      expect(consumer.isConsuming()).toBe(false);
      expect(await broker.waitingIn(...work)).toBe(30);
    });
    expect(await broker.waitingIn(dead, ...retries.map(({ queue }) => queue))).toBe(0);
    expect(consumer.counters).toMatchObject({ retried: 0, connectionsLost: 0 });

    await proxy.accept();
    await eventually(async () => expect(await contact.effects('one')).toHaveLength(30));
    expect(consumer.counters).toMatchObject({ handled: 30, retried: 0, deadLettered: 0 });
  });
});
