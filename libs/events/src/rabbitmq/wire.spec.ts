import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { eventually } from '@parley/testing';
import type { ConsumeMessage } from 'amqplib';
import { EventsHarness } from '../harness.fixture.ts';
import { Consumer } from '../consumer.ts';
import type { Envelope } from '../envelope.ts';
import { InProcessEvents } from '../in-process.ts';
import type { Consume, PoisonMessage } from '../transport.ts';
import { Broker, describeWithRabbit, envelopeOf, outgoing, subscribeCreated } from './broker.fixture.ts';
import { declareTopology } from './declarations.ts';
import type { RabbitEvents } from './rabbit-events.ts';

const DELAYS_MS = [200, 600];
const UNKNOWN_WAIT_MS = 500;
const WATCH_INTERVAL_MS = 100;

describeWithRabbit('Events on RabbitMQ', () => {
  let broker: Broker;
  let consumer: RabbitEvents;
  let publisher: RabbitEvents;
  let received: { envelope: Envelope; attempt: number; at: number }[];
  let deadLetters: PoisonMessage[];

  beforeEach(async () => {
    broker = await Broker.open({
      services: ['contact'],
      types: ['ticket.created'],
      delaysMs: DELAYS_MS,
      unknownWaitMs: UNKNOWN_WAIT_MS,
      watchIntervalMs: WATCH_INTERVAL_MS,
    });
    [consumer, publisher] = [broker.transport(), broker.transport()];
    received = [];
    deadLetters = [];
  });
  afterEach(() => broker.close());

  const done: Consume = () => Promise.resolve({ outcome: 'done' });
  /** Subscribes the contact service and waits until it consumes. */
  const subscribe = async (handle: Consume = done, events = consumer): Promise<void> => {
    const consume: Consume = (envelope, attempt) => {
      received.push({ envelope, attempt, at: Date.now() });
      return handle(envelope, attempt);
    };
    await subscribeCreated(events, 'contact', consume, (_, message) => {
      deadLetters.push(message);
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

  it('reach any client that binds a queue to their type, as CloudEvents', async () => {
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
      shard: expect.stringMatching(/^\d+$/),
      ...Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [`cloudEvents_${name}`, value]),
      ),
    });
  });

  it('carry attributes that are too long for headers only in the body', async () => {
    await subscribe();
    const messages = await broker.listen('ticket.created');
    const envelope = envelopeOf({ previous: JSON.stringify({ description: 'x'.repeat(200_000) }) });
    await publish(envelope);
    await eventually(() => received.length === 1 && messages.length === 1);
    expect(received[0]?.envelope).toEqual(envelope);
    expect(messages[0]?.properties.headers).not.toHaveProperty('cloudEvents_previous');
  });

  it('may be published by any client, with the required attributes only', async () => {
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

  it('of types that another version of the service has bound are retried for it, and then dead-lettered with the cause', async () => {
    await subscribe();
    await broker.channel.bindExchange(queues().exchange, broker.topology.exchange, 'ticket.updated');
    const [unknown, envelope] = [envelopeOf({ type: 'ticket.updated' }), envelopeOf()];
    await publish(unknown, envelope);
    await eventually(() => deadLetters.length === 1);
    expect(ids()).toEqual([envelope.id]);
    expect(deadLetters).toEqual([
      {
        body: JSON.stringify(unknown),
        cause: 'this version of contact does not subscribe to ticket.updated',
        attempts: 1,
      },
    ]);
    expect(consumer.counters.unknown).toBeGreaterThan(0);
  });

  it('that only a newer version of the service knows are processed by it, although an older one received them', async () => {
    await subscribe();
    const newer = broker.transport();
    const processed: [string, number][] = [];
    await newer.subscribe('contact', {
      types: new Set(['ticket.created', 'ticket.updated']),
      consume: ({ type, id }, attempt) => {
        if (type === 'ticket.updated') processed.push([id, attempt]);
        return Promise.resolve({ outcome: 'done' });
      },
    });
    await eventually(() => newer.isConsuming());
    const envelope = envelopeOf({ type: 'ticket.updated' });
    await publish(envelope);
    // The broker delivers to the process that was first.
    await eventually(() => consumer.counters.unknown > 0);
    await consumer.close();
    await eventually(() => processed.length === 1);
    // Not its own failure: it has all attempts left.
    expect(processed).toEqual([[envelope.id, 1]]);
    expect(deadLetters).toEqual([]);
  });

  it('continue behind poison messages, which are dead-lettered unchanged, with the cause', async () => {
    await subscribe();
    const foreign = JSON.stringify({ ...envelopeOf(), workspaceid: 'somewhere' });
    const bodies = ['not json', '"text"', foreign, Buffer.from([0xff, 0, 1])];
    for (const body of bodies) handPublish(body);
    const envelope = envelopeOf();
    await publish(envelope);
    await eventually(() => ids().includes(envelope.id));
    await eventually(() => deadLetters.length === 4);
    expect(deadLetters.map(({ body }) => body).toSorted()).toEqual(
      ['not json', '"text"', foreign, 'base64:/wAB'].toSorted(),
    );
    for (const { cause, attempts } of deadLetters)
      expect([cause.slice(0, 12), attempts]).toEqual(['not an event', 1]);
    expect(deadLetters.find(({ body }) => body === foreign)?.cause).toContain('workspaceid');
    expect(consumer.counters).toMatchObject({ deadLettered: 4, deadLettersStored: 4, connectionsLost: 0 });
    expect(await broker.waitingIn(queues().dead)).toBe(0);
  });

  it('stay in the dead-letter queue until they can be stored', async () => {
    let out = 1;
    await subscribeCreated(consumer, 'contact', done, (_, message) => {
      if (out-- > 0) return Promise.reject(new Error('database is out'));
      deadLetters.push(message);
      return Promise.resolve();
    });
    handPublish('not json');
    await eventually(() => deadLetters.length === 1);
    expect(consumer.counters).toMatchObject({ deadLettered: 1, deadLettersStored: 1 });
  });

  it('are redelivered unchanged after the requested delay, with the next attempt number', async () => {
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
    for (const [index, delay] of DELAYS_MS.entries()) expect(gaps[index]).toBeGreaterThanOrEqual(delay);
    expect(consumer.counters).toMatchObject({ handled: 1, retried: 2, deadLettered: 0 });
  });

  it('that crash the process each time are dead-lettered', async () => {
    await publish(envelopeOf());
    const crashing = await broker.model.createChannel();
    // A requeue by a plain client counts like the loss of a consumer.
    for (const queue of queues().work)
      await crashing.consume(queue, (message) => message !== null && crashing.nack(message, false, true));
    await eventually(async () => (await broker.waitingIn(queues().dead)) === 1);
    await crashing.close();
    await subscribe();
    await eventually(() => deadLetters.length === 1);
    expect(received).toEqual([]);
    expect(deadLetters[0]?.cause).toMatch(/delivery limit reached/);
  });

  it('wait in the outbox until the queues of all services are declared, and then for the first start of each', async () => {
    for (const { queue } of queues().retries) await broker.channel.deleteQueue(queue);
    await broker.channel.deleteExchange(queues().unsharded);
    const early = envelopeOf();
    await expect(publisher.publish(outgoing(early))).rejects.toThrow('no connection');
    const types = new Set(['ticket.created']);
    await declareTopology(broker.model, broker.topology, new Map([['contact', types]]), 1);
    await publish(early, envelopeOf({ type: 'ticket.updated' }));
    expect(await broker.waitingIn(...queues().work)).toBe(1);
    await subscribe();
    await eventually(() => ids().includes(early.id));
  });

  it('of types without a subscriber any more are not bound after the next migration', async () => {
    const declare = (...types: string[]) =>
      declareTopology(broker.model, broker.topology, new Map([['contact', new Set(types)]]), 1);
    await declare('ticket.created', 'ticket.updated');
    await publish(envelopeOf(), envelopeOf({ type: 'ticket.updated' }));
    expect(await broker.waitingIn(...queues().work)).toBe(2);
    // Another number of replicas is refused by the broker, and concerns new queues alone.
    await declareTopology(
      broker.model,
      broker.topology,
      new Map([['contact', new Set(['ticket.created'])]]),
      3,
    );
    await publish(envelopeOf(), envelopeOf({ type: 'ticket.updated' }));
    expect(await broker.waitingIn(...queues().work)).toBe(3);
  });

  it('that no queue accepts are kept for inspection and shown, or counted if the queue for that is missing', async () => {
    const unrouted = () => envelopeOf({ type: 'ticket.updated' });
    await publish(unrouted());
    expect(await broker.waitingIn(broker.topology.unrouted.queue)).toBe(1);
    expect(publisher.counters.returned).toBe(0);
    await eventually(() => expect(publisher.counters.unrouted).toBe(1));
    await broker.channel.deleteQueue(broker.topology.unrouted.queue);
    await eventually(() => expect(publisher.counters.unrouted).toBeUndefined());
    await publish(unrouted());
    expect(publisher.counters).toMatchObject({ published: 2, returned: 1, unconfirmed: 0 });
  });

  it('are stored in the dead_letter table of their service, once', async () => {
    const harness = await EventsHarness.open(({ services }) => {
      const events = new InProcessEvents(services);
      return Promise.resolve({ connect: () => Promise.resolve(events), close: () => Promise.resolve() });
    });
    try {
      const contact = harness.service('contact');
      const one = new Consumer([], contact.db, createLogger('test', 'silent'));
      const { id, ...rest } = envelopeOf();
      // Parser errors quote their input: here a NUL, which PostgreSQL cannot store.
      await one.storeDeadLetter('contact', { body: 'not json', cause: 'not an event: \0{', attempts: 1 });
      for (const attempts of [3, 3])
        await one.storeDeadLetter('contact', {
          body: JSON.stringify({ id, ...rest }),
          cause: 'hung',
          attempts,
        });
      expect(
        await contact.rows(
          'select consumer, message_id is null as unnamed, type, envelope, error, attempts from dead_letter order by dead_lettered_at',
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
      await harness.close();
    }
  });
});
