import { beforeAll, describe, expect, it } from '@jest/globals';
import { ticketCreated, ticketUpdated } from '@parley/contracts';
import { eventually, gate } from '@parley/testing';
import type { EventsHarness, TestService } from '../harness.fixture.ts';
import { sampleTicket } from '../samples.fixture.ts';
import { type ConformanceSuite, atLeast, newTenant } from './suite.fixture.ts';

/** Order of the events of an aggregate. */
export function testOrder(suite: ConformanceSuite): void {
  describe('an event', () => {
    let harness: EventsHarness;
    let ticket: TestService;
    let contact: TestService;
    beforeAll(() => {
      ({ harness, ticket, contact } = suite.services);
    });

    it('is delivered in the order of its aggregate, with an increasing sequence', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await suite.start('ticket', 'webhook');
      const tickets = Array.from({ length: 3 }, () => sampleTicket());
      const ctx = newTenant();
      const emitted: string[] = [];
      for (let round = 0; round < 25; round += 1) {
        for (const one of tickets) {
          await suite.create(ctx, { ...one, subject: String(round) });
          emitted.push(`${one.id} ${round}`);
        }
      }
      await eventually(() => atLeast(75, contact.effects('one')));
      for (const { id } of tickets) {
        const events = contact.runsOf('one').filter((event) => event.data.id === id);
        const rounds = events.map(({ data }) => `${id} ${String((data as { subject?: unknown }).subject)}`);
        expect(rounds).toEqual(emitted.filter((line) => line.startsWith(id)));
        const sequences = events.map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted());
        expect(new Set(sequences).size).toBe(25);
      }
    });

    it('is delivered in the order in which its transaction emitted it, all with one time', async () => {
      await contact.subscribe({ one: { to: [ticketCreated, ticketUpdated] } });
      await suite.start('ticket', 'webhook');
      const data = sampleTicket();
      await ticket.db.transaction(newTenant(), (tx) => {
        tx.emit(ticketUpdated, data, { subject: 'before' });
        tx.emit(ticketCreated, data);
        return Promise.resolve();
      });
      await eventually(() => atLeast(2, contact.effects('one')));
      const events = contact.runsOf('one');
      expect(events.map(({ type }) => type)).toEqual(['ticket.updated', 'ticket.created']);
      expect(new Set(events.map(({ time }) => time)).size).toBe(1);
    });

    it('whose transaction commits late is not skipped', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await suite.start('ticket', 'webhook');
      const [[begun, begin], [held, release]] = [gate(), gate()];
      const [early, late] = [sampleTicket(), sampleTicket()];
      const slow = ticket.db.transaction(newTenant(), async (tx) => {
        // Takes its position in the outbox now, and commits after others are published.
        await ticket.outbox.write(tx, newTenant(), [
          { definition: ticketCreated, data: late, previous: null },
        ]);
        begin();
        await held;
      });
      await begun;
      await suite.create(newTenant(), early);
      await eventually(() => atLeast(1, contact.effects('one')));
      release();
      await slow;
      await eventually(() => atLeast(2, contact.effects('one')));
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([early.id, late.id]);
    });

    it('is published once and in order by two relays on one outbox', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await harness.subscribeIdle(['ticket', 'webhook']);
      const relays = [await ticket.relay(), await ticket.relay()];
      ticket.outbox.onCommit(() => relays.forEach((relay) => relay.wake()));
      const tickets = Array.from({ length: 4 }, () => sampleTicket());
      // Workspaces take turns: of a ticket there is an order within its own.
      const ctx = newTenant();
      for (let round = 0; round < 30; round += 1) {
        await Promise.all(tickets.map((one) => suite.create(ctx, one)));
      }
      await ticket.drained();
      await eventually(() => atLeast(120, contact.effects('one')));
      const effects = await contact.effects('one');
      expect(effects).toHaveLength(120);
      for (const { id } of tickets) {
        const sequences = effects.filter(({ subject }) => subject === id).map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted());
      }
    });
  });
}
