import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import type { ConsumeMessage } from 'amqplib';
import {
  Broker,
  describeWithRabbit,
  envelopeOf,
  outgoing,
} from '../../../../libs/events/src/rabbitmq/broker.fixture.ts';
import { QueueConsumer } from './queue-consumer.ts';
import { Session } from './session.ts';

describeWithRabbit('a consumer of a work queue', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await Broker.open({
      services: ['webhook'],
      types: ['ticket.created'],
      delaysMs: [50],
      workQueues: 1,
    });
  });
  afterEach(() => broker.close());

  it('that has given its queue away and got it again does not handle what it received before', async () => {
    const [queue = ''] = broker.topology.queuesOf('webhook').work;
    const received: ConsumeMessage[] = [];
    const session = new Session();
    const consumer = new QueueConsumer(queue, broker.model, session, (_, message) => received.push(message));
    await consumer.open();
    const publisher = await broker.connected();
    await publisher.publish(outgoing(envelopeOf(), envelopeOf()));
    await eventually(() => received.length === 2);
    const [first, second] = received as [ConsumeMessage, ConsumeMessage];
    await consumer.close();
    expect(consumer.holds(first)).toBe(false);
    await consumer.open();
    await eventually(() => received.length === 4);
    const again = received.slice(2) as [ConsumeMessage, ConsumeMessage];
    expect([first, second, ...again].map((message) => consumer.holds(message))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    // The tags of the new channel are the same: neither message is acknowledged in place of the one before.
    consumer.acknowledge(first);
    consumer.acknowledge(again[1]);
    await consumer.close();
    await eventually(async () => expect(await broker.waitingIn(queue)).toBe(1));
  });
});
