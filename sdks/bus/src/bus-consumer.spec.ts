import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { TestDatabase, eventually, gate } from '@parley/testing';
import pg from 'pg';
import {
  BROKER_URL,
  Broker,
  describeWithRabbit,
  envelopeOf,
  outgoing,
} from '../../../libs/events/src/rabbitmq/broker.fixture.ts';
import { BusConsumer, type BusConsumerOptions } from './bus-consumer.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import { UnprocessableEventError } from './errors.ts';
import { handle, type HandlerContext } from './handler.ts';
import { PostgresInbox } from './postgres-inbox.ts';
import { subscriberTopology } from './subscriber-topology.ts';

const DELAYS_MS = [20, 60];

describeWithRabbit('a subscriber with an inbox in its own database', () => {
  let broker: Broker;
  let database: TestDatabase;
  let pool: pg.Pool;
  let platform: ReturnType<Broker['transport']>;
  const consumers: BusConsumer<pg.PoolClient>[] = [];
  const names: string[] = [];

  beforeAll(async () => {
    // A platform whose exchange the subscribers bind to.
    broker = await Broker.open({ services: ['ticket'], delaysMs: [20], workQueues: 1 });
    platform = await broker.connected();
    database = await TestDatabase.create();
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    await pool.query('create table work (event_id text, attempt int)');
  });
  afterEach(() => Promise.all(consumers.splice(0).map((consumer) => consumer.stop())));
  afterAll(async () => {
    for (const name of names) {
      const { queues, requeueExchange } = subscriberTopology(name, DELAYS_MS, '');
      for (const queue of [...queues.work, ...queues.retries.map((retry) => retry.queue), queues.dead])
        await broker.channel.deleteQueue(queue);
      await broker.channel.deleteExchange(requeueExchange);
    }
    await broker.close();
    await pool.end();
    await database.drop();
  });

  const newName = (): string => {
    const name = `own-${randomBytes(4).toString('hex')}`;
    names.push(name);
    return name;
  };

  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

  async function started(
    change: Partial<BusConsumerOptions<pg.PoolClient>>,
  ): Promise<BusConsumer<pg.PoolClient>> {
    const consumer = new BusConsumer({
      url: BROKER_URL,
      name: change.name ?? newName(),
      prefix: broker.prefix,
      inbox: new PostgresInbox<pg.PoolClient>(pool),
      retryDelaysMs: DELAYS_MS,
      replicas: 1,
      handlers: [],
      logger: silent,
      ...change,
    });
    consumers.push(consumer);
    await consumer.start();
    await eventually(() => expect(consumer.isConsuming()).toBe(true));
    return consumer;
  }

  const publish = (...envelopes: ReturnType<typeof envelopeOf>[]) => platform.publish(outgoing(...envelopes));
  const workOf = async (id: string) => {
    const { rows } = await pool.query<{ attempt: number }>(
      'select attempt from work where event_id = $1 order by attempt',
      [id],
    );
    return rows.map(({ attempt }) => attempt);
  };
  const recordWork = handle(
    'ticket.created',
    async (event, { tx, attempt }: HandlerContext<pg.PoolClient>) => {
      await tx.query('insert into work values ($1, $2)', [event.id, attempt]);
    },
  );

  it('handles an event once, however often it arrives, in order for each record', async () => {
    const { counters } = await started({ handlers: [recordWork] });
    const [first, last] = [envelopeOf(), envelopeOf()];
    await publish(first, first, last);
    await eventually(() => expect(counters.handled).toBe(3));
    expect([await workOf(first.id), await workOf(last.id)]).toEqual([[1], [1]]);
  });

  it('rolls back a failing handler, and repeats it until it succeeds', async () => {
    const failing = handle(
      'ticket.created',
      async (event, { tx, attempt }: HandlerContext<pg.PoolClient>) => {
        await tx.query('insert into work values ($1, $2)', [event.id, attempt]);
        if (attempt < 3) throw new Error('not yet');
      },
    );
    const { counters } = await started({ handlers: [failing] });
    const event = envelopeOf();
    await publish(event);
    await eventually(() => expect(counters.handled).toBe(1));
    expect([await workOf(event.id), counters.retried]).toEqual([[3], 2]);
  });

  it('ends a handler that takes too long, and nothing of it remains', async () => {
    const ends: string[] = [];
    const slow = handle(
      'ticket.created',
      async (event, { tx, attempt, signal }: HandlerContext<pg.PoolClient>) => {
        await tx.query('insert into work values ($1, $2)', [event.id, attempt]);
        if (attempt > 1) return;
        await sleep(60_000, undefined, { signal }).catch(() => ends.push(event.id));
      },
    );
    const { counters } = await started({ handlers: [slow], handlerTimeoutMs: 1_000 });
    const event = envelopeOf();
    await publish(event);
    await eventually(() => expect(counters.handled).toBe(1));
    expect([await workOf(event.id), ends]).toEqual([[2], [event.id]]);
  });

  it('makes a dead letter of what it cannot process, which can be listed, replayed and discarded', async () => {
    const name = newName();
    let isRepaired = false;
    const failing = handle('ticket.created', async (event, context) => {
      if (!isRepaired) throw new Error('still broken');
      await recordWork.run(event as never, context as never);
    });
    const { counters } = await started({ name, handlers: [failing] });
    const letters = new DeadLetterQueue(BROKER_URL, name);
    const [event, other] = [envelopeOf(), envelopeOf()];
    await publish(event, other);
    broker.channel.sendToQueue(name, Buffer.from('no event'));
    await eventually(async () => expect(await letters.list()).toHaveLength(3));
    const listed = await letters.list();
    expect(listed.find(({ id }) => id === event.id)).toMatchObject({
      type: 'ticket.created',
      attempts: 3,
      cause: expect.stringContaining('still broken'),
      body: expect.stringContaining(event.id),
    });
    expect(listed.find(({ body }) => body === 'no event')).toMatchObject({
      cause: expect.stringContaining('not an event'),
    });

    isRepaired = true;
    expect(await letters.replay([event.id])).toMatchObject([{ id: event.id }]);
    await eventually(() => expect(counters.handled).toBe(1));
    expect([await workOf(event.id), (await letters.list()).length]).toEqual([[1], 2]);
    expect(await letters.discard()).toHaveLength(2);
    expect(await letters.list()).toEqual([]);
  });

  it('does not repeat an event that its handler declares unprocessable', async () => {
    const name = newName();
    const refusing = handle('ticket.created', () =>
      Promise.reject(new UnprocessableEventError('no such tenant')),
    );
    const { counters } = await started({ name, handlers: [refusing] });
    await publish(envelopeOf());
    await eventually(() => expect(counters.deadLettered).toBe(1));
    expect(counters.retried).toBe(0);
    expect(await new DeadLetterQueue(BROKER_URL, name).list()).toMatchObject([
      { attempts: 1, cause: expect.stringContaining('no such tenant') },
    ]);
  });

  it('lets a version that knows an event type handle it, and ignores one that none knows', async () => {
    const name = newName();
    const created: string[] = [];
    const old = await started({ name, handlers: [handle('ticket.updated', () => Promise.resolve())] });
    await broker.channel.bindQueue(name, broker.topology.exchange, 'ticket.created');
    const event = envelopeOf();
    await publish(event);
    await eventually(() => expect(old.counters.unknown).toBeGreaterThan(0));
    await started({
      name,
      handlers: [
        handle('ticket.updated', () => Promise.resolve()),
        handle('ticket.created', ({ id }) => Promise.resolve(void created.push(id))),
      ],
    });
    await old.stop();
    await eventually(() => expect(created).toEqual([event.id]));

    const alone = newName();
    const { counters } = await started({
      name: alone,
      unknownWaitMs: 1,
      handlers: [handle('ticket.updated', () => Promise.resolve())],
    });
    await broker.channel.bindQueue(alone, broker.topology.exchange, 'contact.created');
    await publish(envelopeOf({ type: 'contact.created' }));
    await eventually(() => expect(counters.ignored).toBe(1));
    expect([counters.deadLettered, (await new DeadLetterQueue(BROKER_URL, alone).list()).length]).toEqual([
      0, 0,
    ]);
  });

  it('consumes nothing while its database is unavailable, and uses up no attempt', async () => {
    const inbox = new PostgresInbox<pg.PoolClient>(pool, { table: 'public.other_inbox' });
    let isDown = false;
    const unreliable = {
      prepare: () => inbox.prepare(),
      prune: () => inbox.prune(),
      isAvailable: () => (isDown ? Promise.resolve(false) : inbox.isAvailable()),
      process: (...args: Parameters<typeof inbox.process>) =>
        isDown ? Promise.reject(new Error('the database is down')) : inbox.process(...args),
    };
    const { counters, isConsuming } = await started({ inbox: unreliable, handlers: [recordWork] }).then(
      (consumer) => ({ counters: consumer.counters, isConsuming: () => consumer.isConsuming() }),
    );
    isDown = true;
    const event = envelopeOf();
    await publish(event);
    await eventually(() => expect(isConsuming()).toBe(false));
    isDown = false;
    await eventually(async () => expect(await workOf(event.id)).toEqual([1]));
    expect([counters.retried, counters.deadLettered]).toEqual([0, 0]);
  });

  it('stops after the handlers that run, and leaves the rest to the next process', async () => {
    const name = newName();
    const seen: string[] = [];
    const [finished, finish] = gate();
    const blocking = handle('ticket.created', async ({ id }) => {
      seen.push(id);
      await finished;
    });
    const first = await started({ name, concurrency: 1, handlers: [blocking] });
    const [one, two] = [envelopeOf(), envelopeOf()];
    await publish(one, two);
    await eventually(() => expect(seen).toEqual([one.id]));
    const stopped = first.stop();
    finish();
    await stopped;
    expect(first.counters.handled).toBe(1);
    const next: string[] = [];
    await started({
      name,
      handlers: [handle('ticket.created', ({ id }) => Promise.resolve(void next.push(id)))],
    });
    await eventually(() => expect(next).toEqual([two.id]));
  });
});
