import { beforeAll, describe, expect, it } from '@jest/globals';
import { ticketCreated, ticketUpdated } from '@parley/contracts';
import { eventually } from '@parley/testing';
import type { EventsHarness, TestService } from '../harness.fixture.ts';
import { sampleTicket } from '../samples.fixture.ts';
import { type ConformanceSuite, atLeast, newTenant, outboxOf } from './suite.fixture.ts';

/** Delivery of events: each reaches its subscribers once, and only after its transaction has committed. */
export function testDelivery(suite: ConformanceSuite): void {
  describe('an event', () => {
    let harness: EventsHarness;
    let ticket: TestService;
    let contact: TestService;
    let webhook: TestService;
    beforeAll(() => {
      ({ harness, ticket, contact, webhook } = suite.services);
    });

    it('reaches each subscriber once, with its effect once', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] }, two: { to: [ticketCreated, ticketUpdated] } });
      await webhook.subscribe({ three: { to: [ticketCreated] } });
      await suite.start('ticket');
      const { id } = await suite.create();
      await ticket.drained();
      const seen = [
        ...(await eventually(() => atLeast(1, contact.effects('one')))),
        ...(await eventually(() => atLeast(1, contact.effects('two')))),
        ...(await eventually(() => atLeast(1, webhook.effects('three')))),
      ];
      expect(seen.map(({ subject }) => subject)).toEqual([id, id, id]);
      expect(new Set(seen.map((effect) => effect.id)).size).toBe(1);
      expect(await outboxOf(ticket)).toMatchObject([{ published: true }]);
    });

    it('reaches no service that does not subscribe to it, and counts as published', async () => {
      await contact.subscribe({ one: { to: [ticketUpdated] } });
      await suite.start('ticket', 'webhook');
      await suite.create();
      await ticket.drained();
      expect(contact.runs).toEqual([]);
    });

    it('has no further effect when it is delivered again', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] }, two: { to: [ticketCreated] } });
      await suite.start('ticket', 'webhook');
      await suite.create();
      await ticket.drained();
      await eventually(() => atLeast(1, contact.effects('two')));
      for (let repetition = 0; repetition < 2; repetition += 1) {
        await ticket.republish();
        await ticket.drained();
      }
      // Delivered after the repetitions: once it has its effect, they would have theirs.
      await suite.create();
      await eventually(() => atLeast(2, contact.effects('two')));
      expect(await contact.effects('one')).toHaveLength(2);
      expect(await contact.effects('two')).toHaveLength(2);
      expect(contact.runs).toHaveLength(4);
    });

    it('is not published when its transaction rolls back', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await suite.start('ticket', 'webhook');
      const work = ticket.db.transaction(newTenant(), (tx) => {
        tx.emit(ticketCreated, sampleTicket());
        return Promise.reject(new Error('no'));
      });
      await expect(work).rejects.toThrow('no');
      const { id } = await suite.create();
      await eventually(() => atLeast(1, contact.effects('one')));
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([id]);
    });

    it('that was committed while no relay ran is published at the next start', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await harness.subscribeIdle(['ticket', 'webhook']);
      const { id } = await suite.create();
      await ticket.relay();
      await eventually(() => atLeast(1, contact.effects('one')));
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([id]);
    });

    it('of an unknown type is skipped, and delays no other', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await suite.start('ticket', 'webhook');
      const data = await suite.create();
      await eventually(() => atLeast(1, contact.effects('one')));
      // The effect is committed before the relay has taken the event out of its queue.
      await ticket.drained();
      await ticket.rows(
        `insert into outbox (id, aggregatetype, aggregateid, type, shard, workspace_id, envelope)
         select gen_random_uuid(), aggregatetype, aggregateid, 'ticket.exploded', shard, workspace_id,
                jsonb_set(envelope, '{type}', '"ticket.exploded"') from outbox`,
      );
      await ticket.republish();
      await suite.create(newTenant(), data);
      await eventually(() => atLeast(2, contact.effects('one')));
      await ticket.drained();
      expect(await contact.rows('select 1 from dead_letter')).toEqual([]);
      expect(await contact.rows('select 1 from processed_event')).toHaveLength(2);
    });
  });
}
