import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually, TcpProxy } from '@parley/testing';
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

const KEYS = ['amber', 'birch', 'cedar', 'daisy', 'elm', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];

describeWithRabbit('two processes of a service', () => {
  let broker: Broker;
  let proxy: TcpProxy;
  let publisher: RabbitEvents;
  let processes: Record<'first' | 'second', RabbitEvents>;
  /** Aggregate and number of each event, in the order in which the processes finished with them. */
  let handled: { process: string; key: string; sequence: string }[];
  let running: Set<string>;
  let overlaps: number;
  let published: number;

  beforeEach(async () => {
    [handled, running, overlaps, published] = [[], new Set(), 0, 0];
    broker = await Broker.open({
      services: ['webhook'],
      types: ['ticket.created'],
      delaysMs: [50],
      workQueues: 4,
      watchIntervalMs: 100,
    });
    proxy = await TcpProxy.start(BROKER);
    publisher = broker.transport();
    processes = {
      // Fewer at a time than it receives, so that events wait in the process.
      first: broker.transport({ AMQP_URL: proxy.through(BROKER_URL), BUS_CONCURRENCY: '2' }),
      second: broker.transport({ BUS_CONCURRENCY: '2' }),
    };
    for (const [name, events] of Object.entries(processes)) {
      await subscribeCreated(
        events,
        'webhook',
        async ({ partitionkey: key = '', sequence }) => {
          if (running.has(key)) overlaps += 1;
          running.add(key);
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
          running.delete(key);
          handled.push({ process: name, key, sequence });
          return { outcome: 'done' };
        },
        () => Promise.resolve(),
      );
      await eventually(() => events.isConsuming());
    }
  });
  afterEach(async () => {
    await broker.close();
    await proxy.close();
  });

  /** Publishes ten events of each aggregate, numbered. */
  const publishRound = async (): Promise<void> => {
    const envelopes = Array.from({ length: 10 }, () => {
      const sequence = String((published += 1)).padStart(5, '0');
      return KEYS.map((partitionkey) => envelopeOf({ partitionkey, sequence }));
    });
    await eventually(() => publisher.publish(outgoing(...envelopes.flat())));
  };
  /** Publishes until the condition holds. */
  const publishUntil = (condition: () => boolean): Promise<unknown> =>
    eventually(async () => {
      await publishRound();
      return condition();
    });
  const busySince = (index: number) => new Set(handled.slice(index).map(({ process }) => process));
  const allHandled = () =>
    eventually(
      () => new Set(handled.map(({ key, sequence }) => key + sequence)).size === published * KEYS.length,
    );
  /** Each aggregate's events, at their first delivery. */
  const expectOrder = () => {
    for (const key of KEYS) {
      const sequences = handled.filter((one) => one.key === key).map(({ sequence }) => sequence);
      const first = [...new Set(sequences)];
      expect(first).toEqual(first.toSorted());
    }
  };

  /** Number of events of each round that were handled more than once. */
  const repeated: number[] = [];

  it.each([1, 2, 3])(
    'share the events in the order of each aggregate, also while queues move, round %d',
    async () => {
      await publishUntil(() => busySince(0).size === 2);
      await processes.first.close();
      const closed = handled.length;
      await publishRound();
      await allHandled();
      expect(busySince(closed)).toEqual(new Set(['second']));
      expectOrder();
      expect(overlaps).toBe(0);
      repeated.push(handled.length - published * KEYS.length);
    },
  );

  // A process gives a queue away only after it has acknowledged what it handled. A busy broker may lose acknowledgements that
  // are followed by the end of their channel, but not in each round.
  it('handle no event twice while queues move, in at least one of these rounds', () => {
    expect(repeated).toContain(0);
  });

  it('keep the order when one of them loses the broker', async () => {
    await publishUntil(() => busySince(0).size === 2);
    await proxy.refuse();
    proxy.cut();
    const cut = handled.length;
    await publishRound();
    await allHandled();
    expect(busySince(cut)).toContain('second');
    expectOrder();
  });
});
