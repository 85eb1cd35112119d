import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, ticketCreated } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { DELAYS_MS, type TestService } from '../harness.fixture.ts';
import { sampleTicket } from '../samples.fixture.ts';
import { type ConformanceSuite, atLeast, newTenant } from './suite.fixture.ts';

/** Retries, outages and dead letters. */
export function testFailures(suite: ConformanceSuite): void {
  describe('a subscriber', () => {
    let ticket: TestService;
    let contact: TestService;
    let webhook: TestService;
    beforeAll(() => {
      ({ ticket, contact, webhook } = suite.services);
    });

    it('is retried when it fails, and the others are not repeated', async () => {
      let failures = 2;
      const failing = {
        to: [ticketCreated],
        handle: () => (failures-- > 0 ? Promise.reject(new Error('not yet')) : Promise.resolve()),
      };
      await contact.subscribe({ before: { to: [ticketCreated] }, failing, after: { to: [ticketCreated] } });
      await webhook.subscribe({ elsewhere: { to: [ticketCreated] } });
      await suite.start('ticket');
      await suite.create();
      await eventually(() => atLeast(1, contact.effects('failing')));
      await ticket.drained();
      expect(contact.runsOf('failing')).toHaveLength(3);
      for (const [service, consumer] of [
        [contact, 'before'],
        [contact, 'after'],
        [webhook, 'elsewhere'],
      ] as const) {
        expect(service.runsOf(consumer)).toHaveLength(1);
        expect(await service.effects(consumer)).toHaveLength(1);
      }
      expect(await contact.effects('failing')).toHaveLength(1);
      expect(await contact.rows('select 1 from dead_letter')).toEqual([]);
    });

    it('that keeps failing has no effect; the event is dead-lettered with its cause, once, and others continue', async () => {
      const failing = { to: [ticketCreated], handle: () => Promise.reject(new Error('out of cheese')) };
      await contact.subscribe({ failing, fine: { to: [ticketCreated] } });
      await suite.start('ticket', 'webhook');
      const { id } = await suite.create();
      const deadLetters = await eventually(() =>
        atLeast(
          1,
          contact.rows<Record<string, unknown>>(
            `select consumer, type, attempts, error, message_id, envelope::jsonb as envelope, replayed_at from dead_letter`,
          ),
        ),
      );
      const attempts = DELAYS_MS.length + 1;
      expect(deadLetters).toEqual([
        {
          consumer: 'contact.failing',
          type: 'ticket.created',
          attempts,
          error: expect.stringContaining('Error: out of cheese'),
          message_id: expect.any(String),
          envelope: expect.objectContaining({ type: 'ticket.created', subject: id }),
          replayed_at: null,
        },
      ]);
      await ticket.drained();
      expect(contact.runsOf('failing')).toHaveLength(attempts);
      expect(await contact.effects('failing')).toEqual([]);
      expect(contact.runsOf('fine')).toHaveLength(1);
      // Redelivered after a lost acknowledgement: it is already dead-lettered.
      await ticket.republish();
      await ticket.drained();
      await suite.create();
      await eventually(() => atLeast(2, contact.effects('fine')));
      expect(
        await contact.rows('select 1 from dead_letter where message_id = $1', [
          deadLetters[0]?.['message_id'],
        ]),
      ).toHaveLength(1);
    });

    it('is retried for as long as an outage lasts, without using up its attempts', async () => {
      let failures = DELAYS_MS.length + 4;
      const unavailable = () => Promise.reject(new ApiError('service_unavailable'));
      const handle = () => (failures-- > 0 ? unavailable() : Promise.resolve());
      await contact.subscribe({ one: { to: [ticketCreated], handle } });
      await suite.start('ticket', 'webhook');
      const { id } = await suite.create();
      await eventually(() => atLeast(1, contact.effects('one')));
      await ticket.drained();
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([id]);
      expect(contact.runsOf('one')).toHaveLength(DELAYS_MS.length + 5);
      expect(await contact.rows('select 1 from dead_letter')).toEqual([]);
    });

    it('has all its attempts left after an outage', async () => {
      let runs = 0;
      const handle = () =>
        Promise.reject((runs += 1) <= 5 ? new ApiError('service_unavailable') : new Error('out of cheese'));
      await contact.subscribe({ one: { to: [ticketCreated], handle } });
      await suite.start('ticket', 'webhook');
      await suite.create();
      const deadLetters = await eventually(() =>
        atLeast(1, contact.rows<{ attempts: number }>('select attempts from dead_letter')),
      );
      expect(deadLetters).toEqual([{ attempts: DELAYS_MS.length + 1 }]);
      expect(runs).toBe(5 + DELAYS_MS.length + 1);
    });

    it('dead-letters an invalid event at once, and delays no other', async () => {
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await suite.start('ticket', 'webhook');
      await ticket.db.transaction(newTenant(), async (tx) => {
        await ticket.outbox.write(tx, newTenant(), [
          { definition: ticketCreated, data: sampleTicket(), previous: { subject: 'x' } },
        ]);
        await tx.raw('', `update outbox set envelope = jsonb_set(envelope, '{previous}', '"{"')`, []);
      });
      const { id } = await suite.create();
      await eventually(() => atLeast(1, contact.effects('one')));
      await ticket.drained();
      expect((await contact.effects('one')).map(({ subject }) => subject)).toEqual([id]);
      expect(await contact.rows('select consumer, attempts, error from dead_letter')).toEqual([
        { consumer: 'contact.one', attempts: 1, error: expect.stringContaining('SyntaxError') },
      ]);
    });
  });
}
