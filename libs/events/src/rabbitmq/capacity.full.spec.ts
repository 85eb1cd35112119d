import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ticketCreated, type Id } from '@parley/contracts';
import { inTenant, systemContext, type PendingEvent } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, gate } from '@parley/testing';
import { EventsHarness, type TestService } from '../harness.fixture.ts';
import { sampleTicket } from '../samples.fixture.ts';
import { Broker, describeWithRabbit, envelopeOf, outgoing } from './broker.fixture.ts';
import type { Envelope } from '../envelope.ts';
import type { RabbitEvents } from './rabbit-events.ts';

describeWithRabbit('Events that a relay publishes on RabbitMQ', () => {
  let broker: Broker;
  let publisher: RabbitEvents;
  let harness: EventsHarness;
  let ticket: TestService;
  beforeAll(async () => {
    harness = await EventsHarness.open();
    ticket = harness.service('ticket');
  });
  beforeEach(async () => {
    await harness.setUp();
    broker = await Broker.open({ services: ['contact'], delaysMs: [50], types: ['ticket.created'] });
    publisher = await broker.connected();
  });
  afterEach(async () => {
    await harness.tearDown();
    await broker.close();
  });
  afterAll(() => harness.close());

  const envelopes = (count: number) => outgoing(...Array.from({ length: count }, () => envelopeOf()));

  const subscribe = (handle: (envelope: Envelope) => Promise<void>) =>
    broker.transport().subscribe('contact', {
      types: new Set(['ticket.created']),
      consume: async (envelope) => {
        await handle(envelope);
        return { outcome: 'done' };
      },
    });

  it('are published no faster than the slowest running service handles them', async () => {
    const [released, release] = gate();
    await publisher.publish(envelopes(400));
    // Nobody consumes, so nobody is behind.
    expect(await publisher.capacity()).toBe(150);
    await subscribe(() => released);
    await publisher.publish(envelopes(50));
    await eventually(async () => (await publisher.capacity()) === 0);
    release();
    await eventually(async () => {
      await publisher.publish(envelopes(50));
      return (await publisher.capacity()) > 100;
    });
  });

  it('are not published after the right to publish them has ended, even in the middle of a batch', async () => {
    const received = await broker.listen('ticket.created');
    let asked = 0;
    const batch = envelopes(5);
    await expect(publisher.publish(batch, () => (asked += 1) <= 2)).rejects.toThrow('has ended');
    const last = envelopes(1);
    await publisher.publish(last);
    const ids = [...batch.slice(0, 2), ...last].map(({ envelope }) => envelope.id);
    await eventually(() => received.length >= ids.length);
    expect(received.map(({ properties }) => properties.messageId as unknown)).toEqual(ids);
  });

  it('are published in the order of their record, also if the broker refuses one of them', async () => {
    const received = await broker.listen('ticket.created');
    // It takes one message, and refuses all others for everybody.
    const full = await broker.channel.assertQueue('', {
      exclusive: true,
      arguments: { 'x-max-length': 1, 'x-overflow': 'reject-publish' },
    });
    await broker.channel.bindQueue(full.queue, broker.topology.exchange, 'ticket.created');
    const { subject } = envelopeOf();
    const events = Array.from({ length: 3 }, () => envelopeOf({ subject, partitionkey: subject }));
    await expect(publisher.publish(outgoing(...events))).rejects.toThrow('nacked');
    await broker.channel.deleteQueue(full.queue);
    await publisher.publish(outgoing(...events.slice(1)));
    await eventually(() => received.length >= 4);
    const ids = received.map(({ properties }) => properties.messageId as unknown);
    expect(ids).toEqual([0, 1, 1, 2].map((index) => events[index]?.id));
  });

  it('leave room for other workspaces while one has a backlog', async () => {
    const [bulk, other] = [newId('workspace'), newId('workspace')];
    const seen: string[] = [];
    await subscribe(async ({ workspaceid: workspace }) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen.push(workspace);
    });
    await emit(bulk, 3_000);
    await ticket.relay(publisher);
    await eventually(() => seen.length > 500);
    await emit(other, 1);
    const before = seen.length;
    await eventually(() => seen.includes(other));
    expect(seen.indexOf(other) - before).toBeLessThan(500);
  });

  function emit(workspace: Id<'workspace'>, count: number): Promise<void> {
    const ctx = inTenant(systemContext(), workspace, 'live');
    const event = (): PendingEvent => ({ definition: ticketCreated, data: sampleTicket(), previous: null });
    return ticket.db.transaction(ctx, (tx) =>
      ticket.outbox.write(tx, ctx, Array.from({ length: count }, event)),
    );
  }
});
