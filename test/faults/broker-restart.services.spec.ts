import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook } from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import { Load, statusesOf } from './load.ts';
import { missingAt } from './missing.ts';
import { canStartBroker, PrivateBroker } from './private-broker.ts';
import { wiredServices } from './wired-services.ts';

const describeWithBroker = canStartBroker ? describe : describe.skip;

describeWithBroker(`a RabbitMQ of our own${canStartBroker ? '' : ' (no rabbitmq-server)'}`, () => {
  let broker: PrivateBroker;
  const wired = wiredServices([], async () => {
    broker = await PrivateBroker.start();
    return { AMQP_URL: broker.url };
  });
  afterEach(() => Load.stopAll());
  afterAll(() => broker.close(), 60_000);

  it('that is restarted during 500 creates loses no event and delays no request', async () => {
    const receiver = await Receiver.start();
    const { live } = await wired.operator.workspace();
    await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    const load = new Load(() => live.call(createTicket, { body: { subject: 'Restart' } }), 5, 50);
    await eventually(() => load.outcomes.length >= 100);
    await broker.stop();
    const before = load.outcomes.length;
    await broker.run();
    expect(load.outcomes.length).toBeGreaterThan(before);
    await eventually(() => load.outcomes.length >= 500, 60_000);
    const outcomes = await load.stop();

    expect(statusesOf(outcomes)).toEqual({ 201: outcomes.length });
    const created = outcomes.map(({ answer }) => answer?.body.data?.id ?? '');
    await eventually(() => expect(missingAt(receiver, created)).toEqual([]), 150_000);
    await receiver.close();
  }, 300_000);
});
