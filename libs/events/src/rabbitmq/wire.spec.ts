import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@parley/kernel';
import { eventually } from '@parley/testing';
import type { ConsumeMessage } from 'amqplib';
import { Bench } from '../bench.fixture.ts';
import { Consumer } from '../consumer.ts';
import type { Envelope } from '../envelope.ts';
import { InProcessEvents } from '../in-process.ts';
import type { Consume, Unusable } from '../transport.ts';
import { Broker, HOOK_MS, describeWithRabbit, envelopeOf, outgoing } from './broker.fixture.ts';
import type { RabbitEvents } from './rabbit-events.ts';

const DELAYS_MS = [200, 600];
jest.setTimeout(HOOK_MS);

describeWithRabbit('Events on RabbitMQ', () => {
  let broker: Broker;
  let consumer: RabbitEvents;
  let publisher: RabbitEvents;
  let received: { envelope: Envelope; attempt: number; at: number }[];
  let parked: Unusable[];

  beforeEach(async () => {
    broker = await Broker.open({ services: ['contact', 'ticket'], delaysMs: DELAYS_MS });
    [consumer, publisher] = [broker.transport(), broker.transport()];
    received = [];
    parked = [];
  });
  afterEach(() => broker.close(), HOOK_MS);

  const done: Consume = () => Promise.resolve({ outcome: 'done' });
  /** Subscribes contact, and waits until it has its queue. */
  const subscribe = async (react: Consume = done, events = consumer): Promise<void> => {
    const consume: Consume = (envelope, attempt) => {
      received.push({ envelope, attempt, at: Date.now() });
      return react(envelope, attempt);
    };
    await events.subscribe('contact', ['ticket.created'], consume, (_, message) => {
      parked.push(message);
      return Promise.resolve();
    });
    await eventually(() => events.isConsuming());
  };
  const publish = (...envelopes: Envelope[]): Promise<unknown> =>
    eventually(() => publisher.publish(outgoing(...envelopes)));
  const handPublish = (body: string | Buffer, options = {}): boolean =>
    broker.channel.publish(broker.topology.exchange, 'ticket.created', Buffer.from(body), options);
  const ids = (): string[] => received.map(({ envelope }) => envelope.id);
  const queues = () => broker.topology.queuesOf('contact');

  it('reach a client of any kind that binds to their type, as CloudEvents', async () => {
    await subscribe();
    const messages = await broker.listen('ticket.created');
    const envelope = envelopeOf({ sequence: '0000000000000000007' });
    await publish(envelope);
    await eventually(() => messages.length === 1);
    const [{ content, properties, fields }] = messages as [ConsumeMessage];
    expect(JSON.parse(content.toString())).toEqual(envelope);
    expect(fields.routingKey).toBe('ticket.created');
    expect(properties).toMatchObject({
      contentType: 'application/cloudevents+json',
      messageId: envelope.id,
      deliveryMode: 2,
      type: 'ticket.created',
    });
    const { data, ...attributes } = envelope;
    expect(data).toBeDefined();
    expect(properties.headers).toEqual({
      'x-attempt': 1,
      ...Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [`cloudEvents_${name}`, value]),
      ),
    });
  });

  it('carry attributes that are too long for headers in their body', async () => {
    await subscribe();
    const messages = await broker.listen('ticket.created');
    const envelope = envelopeOf({ previous: JSON.stringify({ description: 'x'.repeat(200_000) }) });
    await publish(envelope);
    await eventually(() => received.length === 1 && messages.length === 1);
    expect(received[0]?.envelope).toEqual(envelope);
    expect(messages[0]?.properties.headers).not.toHaveProperty('cloudEvents_previous');
  });

  it('may be published by any client, with nothing but what is required', async () => {
    await subscribe();
    const { id, source, type, subject, time, workspaceid, data } = envelopeOf();
    handPublish(JSON.stringify({ specversion: '1.0', id, source, type, subject, time, workspaceid, data }));
    const full = { ...envelopeOf({ sequence: '3' }), someextension: 'kept' };
    handPublish(JSON.stringify(full), { contentType: 'application/json', headers: { 'x-attempt': 'no' } });
    await eventually(() => received.length === 2);
    expect(received.map(({ attempt }) => attempt)).toEqual([1, 1]);
    expect(received[0]?.envelope).toMatchObject({ id, sequence: '', actortype: 'system', data });
    expect(received[1]?.envelope).toEqual(full);
  });

  it('of unknown types are acknowledged and counted', async () => {
    await subscribe();
    handPublish(JSON.stringify({ specversion: '1.0', type: 'ticket.exploded' }));
    const envelope = envelopeOf();
    await publish(envelope);
    await eventually(() => ids().includes(envelope.id));
    expect(ids()).toEqual([envelope.id]);
    expect(consumer.counters.unknown).toBe(1);
    expect(parked).toEqual([]);
  });

  it('go on behind messages that are none; those are parked as they came, with the cause', async () => {
    await subscribe();
    const foreign = JSON.stringify({ ...envelopeOf(), workspaceid: 'somewhere' });
    const bodies = ['not json', '"text"', foreign, Buffer.from([0xff, 0, 1])];
    for (const body of bodies) handPublish(body);
    const envelope = envelopeOf();
    await publish(envelope);
    await eventually(() => ids().includes(envelope.id));
    await eventually(() => parked.length === 4);
    expect(parked.map(({ body }) => body).toSorted()).toEqual(
      ['not json', '"text"', foreign, 'base64:/wAB'].toSorted(),
    );
    for (const { cause, attempts } of parked)
      expect([cause.slice(0, 12), attempts]).toEqual(['not an event', 1]);
    expect(parked.find(({ body }) => body === foreign)?.cause).toContain('workspaceid');
    expect(consumer.counters).toMatchObject({ dead: 4, parked: 4, broken: 0 });
    expect(await broker.waitingIn(queues().dead)).toBe(0);
  });

  it('stay with the broker as dead while they cannot be parked', async () => {
    let out = 1;
    await consumer.subscribe('contact', ['ticket.created'], done, (_, message) => {
      if (out-- > 0) return Promise.reject(new Error('database is out'));
      parked.push(message);
      return Promise.resolve();
    });
    handPublish('not json');
    await eventually(() => parked.length === 1);
    expect(consumer.counters).toMatchObject({ dead: 1, parked: 1 });
  });

  it('come again after the wait that was asked for, the same but for the count', async () => {
    await subscribe((_, attempt) =>
      Promise.resolve(
        attempt > 2 ? { outcome: 'done' } : { outcome: 'retry', afterMs: DELAYS_MS[attempt - 1] ?? 0 },
      ),
    );
    const envelope = envelopeOf();
    await publish(envelope);
    await eventually(() => received.length === 3);
    expect(received.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    for (const one of received) expect(one.envelope).toEqual(envelope);
    const gaps = received.slice(1).map(({ at }, index) => at - (received[index]?.at ?? 0));
    for (const [index, delay] of DELAYS_MS.entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(delay);
      expect(gaps[index]).toBeLessThan(delay + 500);
    }
    expect(consumer.counters).toMatchObject({ done: 1, retried: 2, dead: 0 });
  });

  it('that are never answered are tried again, and then parked', async () => {
    const impatient = broker.transport({ BUS_HANDLER_TIMEOUT: '50ms' });
    await subscribe(() => new Promise(() => undefined), impatient);
    const envelope = envelopeOf();
    await publish(envelope);
    await eventually(() => parked.length === 1);
    expect(received.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(parked).toEqual([
      {
        body: JSON.stringify(envelope),
        cause: expect.stringContaining('Event handler timed out after 50 ms'),
        attempts: 3,
      },
    ]);
  });

  it('that end the process each time are parked', async () => {
    await publish(envelopeOf());
    // Returned by a plain client as the broker does for one that is gone.
    for (let round = 0; round < 21; round += 1) {
      const message = await eventually(async () => {
        const got = await broker.channel.get(queues().work);
        if (got === false) throw new Error('not there');
        return got;
      });
      broker.channel.nack(message, false, true);
    }
    await subscribe();
    await eventually(() => parked.length === 1);
    expect(received).toEqual([]);
    expect(parked[0]?.cause).toMatch(/delivered again and again/);
  });

  it('of one aggregate are handled one after the other, those of others beside them', async () => {
    const running = new Set<string>();
    const order: string[] = [];
    let most = 0;
    let overlaps = 0;
    await subscribe(async ({ partitionkey = '', sequence }) => {
      if (running.has(partitionkey)) overlaps += 1;
      running.add(partitionkey);
      most = Math.max(most, running.size);
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(`${partitionkey} ${sequence}`);
      running.delete(partitionkey);
      return { outcome: 'done' };
    });
    const envelopes = Array.from({ length: 80 }, (_, index) =>
      envelopeOf({ partitionkey: `k${Math.floor(index / 2) % 8}`, sequence: String(index).padStart(3, '0') }),
    );
    await publish(...envelopes);
    await eventually(() => order.length === 80);
    expect(overlaps).toBe(0);
    // All eight keys at once, never two events of one.
    expect(most).toBe(8);
    for (let key = 0; key < 8; key += 1) {
      const own = order.filter((line) => line.startsWith(`k${key} `));
      expect(own).toEqual(own.toSorted());
    }
  });

  it('published before a service first ran are kept for it; later it gets only what it asks for', async () => {
    const early = envelopeOf();
    await publish(early, envelopeOf({ type: 'ticket.updated' }));
    await subscribe();
    await eventually(() => ids().includes(early.id));
    await eventually(() => consumer.counters.unknown === 1);
    await publish(envelopeOf({ type: 'ticket.updated' }), envelopeOf());
    await eventually(() => received.length === 2);
    expect(consumer.counters.unknown).toBe(1);
  });

  it('that no queue takes are kept for inspection; without that queue they are counted', async () => {
    for (const service of ['contact', 'ticket'] as const) await consumer.subscribe(service, [], done);
    await eventually(() => consumer.isConsuming());
    await publish(envelopeOf());
    expect(await broker.waitingIn(broker.topology.unrouted)).toBe(1);
    expect(publisher.counters.returned).toBe(0);
    await broker.channel.deleteQueue(broker.topology.unrouted);
    await publish(envelopeOf());
    expect(publisher.counters).toMatchObject({ published: 2, returned: 1, unconfirmed: 0 });
  });

  it('are parked in the dead_letter of their service, once', async () => {
    const bench = await Bench.open(({ services }) => {
      const events = new InProcessEvents(services);
      return Promise.resolve({ connect: () => Promise.resolve(events), close: () => Promise.resolve() });
    });
    try {
      const contact = bench.at('contact');
      const one = new Consumer([], contact.db, createLogger('test', 'silent'));
      const { id, ...rest } = envelopeOf();
      // The parser quotes what it could not read: here a NUL, which PostgreSQL does not store.
      await one.park('contact', { body: 'not json', cause: 'not an event: \0{', attempts: 1 });
      for (const attempts of [3, 3])
        await one.park('contact', { body: JSON.stringify({ id, ...rest }), cause: 'hung', attempts });
      expect(
        await contact.rows(
          'select consumer, message_id is null as unnamed, type, envelope, error, attempts from dead_letter order by parked_at',
        ),
      ).toEqual([
        {
          consumer: 'contact',
          unnamed: true,
          type: null,
          envelope: 'not json',
          error: 'not an event: \uFFFD{',
          attempts: 1,
        },
        expect.objectContaining({ unnamed: false, type: 'ticket.created', error: 'hung', attempts: 3 }),
      ]);
    } finally {
      await bench.close();
    }
  });
});
