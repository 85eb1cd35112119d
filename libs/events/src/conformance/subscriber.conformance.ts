import { beforeAll, describe, expect, it } from '@jest/globals';
import { contactCreated, ticketCreated, ticketUpdated, userUpdated } from '@parley/contracts';
import { inWorkspace, systemContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, gate } from '@parley/testing';
import type { EventsHarness, TestService } from '../harness.fixture.ts';
import { sampleContact, sampleTicket } from '../samples.fixture.ts';
import { type ConformanceSuite, atLeast, newTenant, outboxOf, sampleUser } from './suite.fixture.ts';

/** Context and lifecycle of subscribers. */
export function testSubscriber(suite: ConformanceSuite): void {
  describe('a subscriber', () => {
    let harness: EventsHarness;
    let ticket: TestService;
    let contact: TestService;
    let webhook: TestService;
    beforeAll(() => {
      ({ harness, ticket, contact, webhook } = suite.services);
    });

    it('receives tenant, actor and request of the event, and works in that tenant', async () => {
      const contexts: unknown[] = [];
      await contact.subscribe({
        one: {
          to: [ticketUpdated],
          handle: (_, tx) => Promise.resolve(void contexts.push(tx.ctx)),
        },
      });
      await suite.start('ticket', 'webhook');
      const ctx = newTenant();
      const data = sampleTicket();
      await ticket.emit(ctx, ticketUpdated, data, { subject: 'Before', assignee: null });
      await eventually(() => atLeast(1, contact.effects('one')));
      expect(contact.runsOf('one')).toEqual([
        {
          id: expect.stringMatching(/^evt_/),
          type: 'ticket.updated',
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          workspaceId: ctx.tenant.workspaceId,
          mode: 'test',
          actor: ctx.actor,
          sequence: expect.stringMatching(/^\d{19}$/),
          requestId: 'req-7',
          traceparent: ctx.traceparent,
          data,
          previous: { subject: 'Before', assignee: null },
        },
      ]);
      expect(contexts).toEqual([
        expect.objectContaining({
          tenant: ctx.tenant,
          actor: ctx.actor,
          requestId: 'req-7',
          traceparent: ctx.traceparent,
        }),
      ]);
    });

    it('receives no mode in an event of a workspace', async () => {
      const contexts: unknown[] = [];
      await contact.subscribe({
        one: {
          to: [userUpdated],
          handle: (_, tx) => Promise.resolve(void contexts.push(tx.ctx.tenant)),
        },
      });
      await suite.start('ticket', 'webhook');
      const workspaceId = newId('workspace');
      const ctx = inWorkspace(systemContext({ requestId: 'req-8' }), workspaceId);
      await ticket.emit(ctx, userUpdated, sampleUser());
      await eventually(() => atLeast(1, contact.effects('one')));
      expect(contact.runsOf('one')).toMatchObject([
        {
          workspaceId,
          mode: null,
          actor: { type: 'system', id: null },
          requestId: 'req-8',
          traceparent: null,
          previous: null,
        },
      ]);
      expect(contexts).toEqual([{ workspaceId, mode: null }]);
    });

    it('never receives an event of a workspace in a tenant, or the reverse', async () => {
      const shared = inWorkspace(systemContext(), newId('workspace'));
      await expect(ticket.emit(newTenant(), userUpdated, sampleUser())).rejects.toThrow(
        'user.updated cannot be emitted in the context of a tenant',
      );
      await expect(ticket.emit(shared, ticketCreated, sampleTicket())).rejects.toThrow(
        'ticket.created cannot be emitted in the context of a workspace',
      );
      expect(await outboxOf(ticket)).toEqual([]);
    });

    it('publishes the events that it emits with its effect, and not without', async () => {
      let fail = true;
      await contact.subscribe({
        one: {
          to: [ticketCreated],
          handle: async (_, tx) => {
            tx.emit(contactCreated, sampleContact());
            await Promise.resolve();
            if (fail) {
              fail = false;
              throw new Error('not yet');
            }
          },
        },
      });
      await webhook.subscribe({ two: { to: [contactCreated] } });
      await suite.start('ticket');
      await contact.relay();
      const ctx = newTenant();
      await suite.create(ctx);
      await eventually(() => atLeast(1, webhook.effects('two')));
      await contact.drained();
      expect(contact.runsOf('one')).toHaveLength(2);
      expect(webhook.runsOf('two')).toMatchObject([
        { workspaceId: ctx.tenant.workspaceId, actor: ctx.actor },
      ]);
    });

    it('finishes the current event when its service stops, and receives the rest after the restart', async () => {
      const [[begun, begin], [held, release]] = [gate(), gate()];
      const handle = async (): Promise<void> => {
        begin();
        await held;
      };
      const stop = await contact.subscribe({ one: { to: [ticketCreated], handle } });
      await harness.subscribeIdle(['ticket', 'webhook']);
      const data = sampleTicket();
      for (let index = 0; index < 20; index += 1) await suite.create(newTenant(), data);
      await ticket.relay();
      await begun;
      let ended = false;
      const stopped = stop().then(() => (ended = true));
      // Time enough for a stop that would not wait for the subscriber.
      await contact.rows('select pg_sleep(0.05)');
      expect(ended).toBe(false);
      release();
      await stopped;
      expect(await contact.effects('one')).toHaveLength(contact.runs.length);
      await contact.subscribe({ one: { to: [ticketCreated] } });
      await eventually(() => atLeast(20, contact.effects('one')));
      expect(await contact.effects('one')).toHaveLength(20);
    });
  });
}
