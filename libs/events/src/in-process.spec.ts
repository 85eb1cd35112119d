import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketCreated } from '@parley/contracts';
import { inTenant, newId, systemContext } from '@parley/kernel';
import { eventually } from '@parley/testing';
import { Bench, inProcess, sampleTicket } from './bench.fixture.ts';
import { eventsConformance } from './events.conformance.ts';

eventsConformance('the bus within a process', inProcess);

describe('the bus within a process', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open();
  });
  beforeEach(() => bench.begin());
  afterEach(() => bench.end());
  afterAll(() => bench.close());

  it('keeps every event in the outbox until all services have started', async () => {
    const [ticket, contact] = [bench.at('ticket'), bench.at('contact')];
    await contact.subscribe({ one: { to: [ticketCreated] } });
    await bench.completeWith(['ticket']);
    const relay = await ticket.relay();
    const ctx = inTenant(systemContext(), newId('workspace'), 'live');
    await ticket.emit(ctx, ticketCreated, sampleTicket());
    await relay.stop();
    expect(contact.runs).toEqual([]);
    expect(await ticket.rows('select attempts from outbox where published_at is null')).toEqual([
      { attempts: 0 },
    ]);
    await bench.completeWith(['webhook']);
    await ticket.relay();
    await eventually(() => contact.runs.length === 1);
  });
});
