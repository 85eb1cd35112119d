import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually, gate, TcpProxy } from '@parley/testing';
import type { Channel } from 'amqplib';
import type { Envelope } from '../envelope.ts';
import {
  Broker,
  BROKER,
  BROKER_URL,
  describeWithRabbit,
  envelopeOf,
  outgoing,
  subscribeCreated,
} from './broker.fixture.ts';
import type { RabbitEvents } from './rabbit-events.ts';

describeWithRabbit('RabbitEvents under faults', () => {
  let broker: Broker;
  let proxy: TcpProxy;
  let consumer: RabbitEvents;
  let publisher: RabbitEvents;
  let received: Envelope[];

  beforeEach(async () => {
    broker = await Broker.open({
      services: ['contact', 'ticket'],
      types: ['ticket.created'],
      delaysMs: [50],
    });
    proxy = await TcpProxy.start(BROKER);
    consumer = broker.transport({ AMQP_URL: proxy.through(BROKER_URL) });
    publisher = broker.transport();
    received = [];
  });
  afterEach(async () => {
    proxy.latencyMs = 0;
    proxy.heal();
    await broker.close();
    await proxy.close();
  });

  const subscribe = (): Promise<() => Promise<void>> =>
    subscribeCreated(consumer, 'contact', (envelope) => {
      received.push(envelope);
      return Promise.resolve({ outcome: 'done' });
    });
  const consuming = (): Promise<unknown> => eventually(() => consumer.isConsuming());
  /** Publishes an event, with retries until the fault is gone, and waits for its delivery. */
  const expectFlow = async (): Promise<void> => {
    const envelope = envelopeOf();
    await eventually(() => publisher.publish(outgoing(envelope)));
    await eventually(() => received.some(({ id }) => id === envelope.id));
  };

  it('consumes again after its connection is cut', async () => {
    await subscribe();
    await expectFlow();
    proxy.cut();
    await eventually(() => !consumer.isConsuming());
    await expectFlow();
    expect(consumer.counters.connectionsLost).toBe(1);
  });

  it('consumes again after a channel error, and another service on the same transport does not notice', async () => {
    let others = 0;
    await subscribeCreated(consumer, 'ticket', () => {
      others += 1;
      return Promise.resolve({ outcome: 'done' });
    });
    await subscribe();
    await expectFlow();
    // A double acknowledgement, which the broker answers by closing the channel with 406.
    const prototype = Object.getPrototypeOf(broker.channel) as Channel;
    const once = prototype.ack;
    prototype.ack = function (this: Channel, message): void {
      prototype.ack = once;
      once.call(this, message);
      once.call(this, message);
    };
    await publisher.publish(outgoing(envelopeOf()));
    await eventually(() => consumer.counters.connectionsLost === 1);
    await expectFlow();
    await consuming();
    await eventually(() => others >= 3);
    expect(consumer.counters.connectionsLost).toBe(1);
  });

  it('declares its queue again and consumes after the queue was deleted', async () => {
    await subscribe();
    await expectFlow();
    await broker.channel.deleteQueue(broker.topology.queuesOf('contact').work[0] ?? '');
    await eventually(() => consumer.counters.connectionsLost === 1);
    await consuming();
    await expectFlow();
  });

  it('loses no event when its retry queue was deleted', async () => {
    let failures = 1;
    await subscribeCreated(consumer, 'contact', (envelope) => {
      if (failures-- > 0) return Promise.resolve({ outcome: 'retry', afterMs: 50 });
      received.push(envelope);
      return Promise.resolve({ outcome: 'done' });
    });
    const [retry] = broker.topology.queuesOf('contact').retries;
    await broker.channel.deleteQueue(retry?.queue ?? '');
    await expectFlow();
  });

  it('recovers from cuts during the handshake and the declarations', async () => {
    await subscribe();
    await expectFlow();
    proxy.latencyMs = 2;
    // The delays grow: during the handshake, the declarations, the first deliveries.
    for (const distance of [0, 8, 15, 25, 40, 60]) {
      proxy.cut();
      await eventually(() => proxy.connections > 0);
      await new Promise((resolve) => setTimeout(resolve, distance));
    }
    proxy.cut();
    proxy.latencyMs = 0;
    await expectFlow();
  });

  it('redelivers an event that was unacknowledged at the cut, and handles it only after the first run has ended', async () => {
    const [held, release] = gate();
    const runs: string[] = [];
    await subscribeCreated(consumer, 'contact', async ({ id }) => {
      runs.push(`begin ${id}`);
      await held;
      runs.push(`end ${id}`);
      return { outcome: 'done' };
    });
    const envelope = envelopeOf();
    await eventually(() => publisher.publish(outgoing(envelope)));
    await eventually(() => runs.length === 1);
    proxy.cut();
    await eventually(() => consumer.counters.connectionsLost === 1);
    await consuming();
    release();
    await eventually(() => runs.length === 4);
    const [begin, end] = [`begin ${envelope.id}`, `end ${envelope.id}`];
    expect(runs).toEqual([begin, end, begin, end]);
  });

  it('starts without a broker, and consumes when it becomes available', async () => {
    await proxy.refuse();
    await subscribe();
    expect(consumer.isConsuming()).toBe(false);
    const envelope = envelopeOf();
    // The subscriber has never run: its queue keeps the event.
    await eventually(() => publisher.publish(outgoing(envelope)));
    await proxy.accept();
    await eventually(() => received.some(({ id }) => id === envelope.id));
    // From all work queues, of which the event needed one.
    await eventually(() => consumer.isConsuming());
  });

  it('stops while there is no broker', async () => {
    await proxy.refuse();
    const stop = await subscribe();
    await expect(consumer.publish(outgoing(envelopeOf()))).rejects.toThrow();
    await stop();
    await consumer.close();
  });

  it('stops while it connects to a broker that does not answer', async () => {
    proxy.blackhole();
    const stop = await subscribe();
    expect(consumer.isConsuming()).toBe(false);
    await stop();
  });

  it('detects within two heartbeats that the broker has gone silent', async () => {
    const url = new URL(proxy.through(BROKER_URL));
    url.searchParams.set('heartbeat', '1');
    consumer = broker.transport({ AMQP_URL: url.toString() });
    await subscribe();
    await expectFlow();
    proxy.blackhole();
    await eventually(() => !consumer.isConsuming());
    proxy.heal();
    await expectFlow();
  });

  it('throws if a cut leaves it unknown whether events were published, and publishes them again', async () => {
    const through = broker.transport({ AMQP_URL: proxy.through(BROKER_URL) });
    await subscribe();
    await eventually(() => through.publish(outgoing(envelopeOf())));
    proxy.latencyMs = 50;
    const envelopes = Array.from({ length: 300 }, () => envelopeOf());
    const publishing = through.publish(outgoing(...envelopes));
    setTimeout(() => proxy.cut(), 20);
    await expect(publishing).rejects.toThrow(/channel closed/i);
    proxy.latencyMs = 0;
    expect(through.counters.unconfirmed).toBe(300);
    await eventually(() => through.publish(outgoing(...envelopes)));
    await eventually(() => {
      const ids = new Set(received.map(({ id }) => id));
      return envelopes.every(({ id }) => ids.has(id));
    });
  });

  it('throws after its timeout if no confirm arrives, and at once while there is no connection', async () => {
    const url = proxy.through(BROKER_URL);
    const through = broker.transport({ AMQP_URL: url, BUS_CONFIRM_TIMEOUT: '300ms' });
    await eventually(() => through.publish(outgoing(envelopeOf())));
    proxy.blackhole();
    await expect(through.publish(outgoing(envelopeOf()))).rejects.toThrow(
      'Publisher confirm timed out after 300 ms',
    );
    await expect(through.publish(outgoing(envelopeOf()))).rejects.toThrow('no connection');
    proxy.heal();
    await eventually(() => through.publish(outgoing(envelopeOf())));
  });

  it('waits for running handlers and their confirms when it closes, and leaves the rest in the queue', async () => {
    const [held, release] = gate();
    const key = 'one';
    let begun = 0;
    let ended = 0;
    await subscribeCreated(consumer, 'contact', async () => {
      begun += 1;
      await held;
      ended += 1;
      return { outcome: 'retry', afterMs: 50 };
    });
    const envelopes = Array.from({ length: 4 }, () => envelopeOf({ partitionkey: key }));
    await eventually(() => publisher.publish(outgoing(...envelopes)));
    await eventually(async () => begun === 1 && (await waitingIn(broker)) === 0);
    const closing = consumer.close();
    setTimeout(release, 200);
    await closing;
    expect(ended).toBe(1);
    // The three untouched events at once, the first one after its delay.
    await eventually(async () => (await waitingIn(broker)) === 4);
  });
});

/** Messages in the work queue that no consumer holds. */
async function waitingIn(broker: Broker): Promise<number> {
  return broker.waitingIn(...broker.topology.queuesOf('contact').work);
}
