import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketCreated } from '@parley/contracts';
import { inTenant, newId, systemContext } from '@parley/kernel';
import { eventually } from '@parley/testing';
import { EventsHarness, inProcess } from './harness.fixture.ts';
import { sampleTicket } from './samples.fixture.ts';
import { eventsConformance } from './events.conformance.ts';

eventsConformance('the bus within a process', inProcess);

describe('the bus within a process', () => {
  let harness: EventsHarness;
  beforeAll(async () => {
    harness = await EventsHarness.open();
  });
  beforeEach(() => harness.setUp());
  afterEach(() => harness.tearDown());
  afterAll(() => harness.close());

  it('keeps every event in the outbox until all services have started', async () => {
    const [ticket, contact] = [harness.service('ticket'), harness.service('contact')];
    await contact.subscribe({ one: { to: [ticketCreated] } });
    await harness.subscribeIdle(['ticket']);
    const relay = await ticket.relay();
    const ctx = inTenant(systemContext(), newId('workspace'), 'live');
    await ticket.emit(ctx, ticketCreated, sampleTicket());
    await relay.stop();
    expect(contact.runs).toEqual([]);
    expect(await ticket.rows('select attempts from outbox_queue')).toEqual([{ attempts: 0 }]);
    await harness.subscribeIdle(['webhook']);
    await ticket.relay();
    await eventually(() => contact.runs.length === 1);
  });
});
