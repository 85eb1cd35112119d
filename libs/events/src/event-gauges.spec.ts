import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketCreated } from '@parley/contracts';
import { metricsText } from '@parley/runtime/metrics';
import { eventually, metricValue, newTenant, parseMetrics } from '@parley/testing';
import { EventGauges } from './event-gauges.ts';
import { EventsHarness } from './harness.fixture.ts';
import { sampleTicket } from './samples.fixture.ts';

const harness = await EventsHarness.open();
const ticket = harness.service('ticket');
beforeEach(() => harness.setUp());
afterEach(() => harness.tearDown());
afterAll(() => harness.close());

const ctx = newTenant();
const read = async (name: string, labels: Record<string, string> = {}) =>
  metricValue(parseMetrics((await metricsText()).text), name, labels);

describe('the metrics of events', () => {
  it('tell of the backlog, whose age grows between two looks, and of dead letters and partitions', async () => {
    const gauges = new EventGauges('ticket', ticket.db);
    gauges.onApplicationBootstrap();
    const backlog = { component: 'ticket' };
    expect(await read('parley_outbox_pending', backlog)).toBeUndefined();
    await ticket.emit(ctx, ticketCreated, sampleTicket());
    await ticket.rows("update outbox_queue set occurred_at = now() - interval '1 hour'");
    await ticket.rows('select create_event_partitions()');
    await gauges.measure();
    await gauges.measurePartitions();
    expect(await read('parley_outbox_pending', backlog)).toBe(1);
    expect(await read('parley_dead_letters', backlog)).toBe(0);
    const age = await read('parley_outbox_oldest_age_seconds', backlog);
    expect(age).toBeGreaterThanOrEqual(3_600);
    await eventually(async () =>
      expect(await read('parley_outbox_oldest_age_seconds', backlog)).toBeGreaterThan(age ?? 0),
    );
    const ahead = (table: string) => read('parley_partitions_ahead_seconds', { component: 'ticket', table });
    expect(await ahead('outbox')).toBeGreaterThan(3 * 3_600);
    expect(await ahead('processed_event')).toBeGreaterThan(2 * 24 * 3_600);
    gauges.onApplicationShutdown();
    expect(await read('parley_outbox_pending', backlog)).toBeUndefined();
  });

  it('count what the relay publishes and what subscribers make of it', async () => {
    await harness.subscribeIdle(['contact', 'webhook']);
    let failures = 1;
    await ticket.subscribe({
      effect: {
        to: [ticketCreated],
        handle: () => (failures-- > 0 ? Promise.reject(new Error('not yet')) : Promise.resolve()),
      },
    });
    // Other tests of this process count too.
    const countsOf = async () => {
      const outcomes = (outcome: string) =>
        read('parley_subscriber_events_total', { subscriber: 'ticket.effect', outcome });
      const counts = [
        await outcomes('processed'),
        await outcomes('retried'),
        await read('parley_outbox_published_total'),
        await read('parley_outbox_batches_total', { result: 'published' }),
        await read('parley_job_runs_total', { task: 'outbox.publish', result: 'succeeded' }),
      ];
      return counts.map((count) => count ?? 0);
    };
    const before = await countsOf();
    await ticket.relay();
    await ticket.emit(ctx, ticketCreated, sampleTicket());
    await eventually(async () => {
      const counts = await countsOf();
      const [processed, retried, published, batches, runs] = counts.map(
        (count, index) => count - (before[index] ?? 0),
      );
      expect({ processed, retried, published }).toEqual({ processed: 1, retried: 1, published: 1 });
      expect(batches).toBeGreaterThanOrEqual(2);
      expect(runs).toBeGreaterThan(0);
    });
  });
});
