import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketCreated } from '@parley/contracts';
import { eventually, newTenant } from '@parley/testing';
import { EventsHarness, inProcess } from './harness.fixture.ts';
import { sampleTicket } from './samples.fixture.ts';
import { eventsConformance } from './events.conformance.ts';

eventsConformance('the bus within a process', inProcess);

const harness = await EventsHarness.open();

describe('the bus within a process', () => {
  beforeEach(() => harness.setUp());
  afterEach(() => harness.tearDown());
  afterAll(() => harness.close());

  it('keeps every event in the outbox until all services have started', async () => {
    const [ticket, contact] = [harness.service('ticket'), harness.service('contact')];
    await contact.subscribe({ one: { to: [ticketCreated] } });
    await harness.subscribeIdle(['ticket']);
    const relay = await ticket.relay();
    await ticket.emit(newTenant(), ticketCreated, sampleTicket());
    await relay.stop();
    expect(contact.runs).toEqual([]);
    expect(await ticket.rows('select attempts from outbox_queue')).toEqual([{ attempts: 0 }]);
    await harness.subscribeIdle(['webhook']);
    await ticket.relay();
    await eventually(() => contact.runs.length === 1);
  });

  it('delivers the event of a quiet workspace before the earlier ones of a busy workspace', async () => {
    const ticket = harness.service('ticket');
    await ticket.subscribe({ one: { to: [ticketCreated], handle: () => sleep(10) } });
    await harness.subscribeIdle(['contact', 'webhook']);
    const [busy, quiet] = [newTenant(), newTenant()];
    await ticket.db.transaction(busy, (tx) => {
      for (let count = 0; count < 60; count += 1) tx.emit(ticketCreated, sampleTicket());
      return Promise.resolve();
    });
    const late = sampleTicket();
    await ticket.emit(quiet, ticketCreated, late);
    await ticket.relay();
    await eventually(() => ticket.runs.length > 60);
    // Three run at a time, and the two workspaces take turns.
    expect(ticket.runs.findIndex(({ event }) => event.data.id === late.id)).toBeLessThan(10);
  });
});
