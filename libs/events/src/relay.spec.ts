import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketCreated } from '@parley/contracts';
import { inTenant, newId, systemContext, type PendingEvent } from '@parley/kernel';
import { eventually } from '@parley/testing';
import { EventsHarness, sampleTicket, type TestService } from './harness.fixture.ts';
import { shardOf, SHARDS } from './envelope.ts';
import { DUE_SHARDS, READ } from './relay.ts';
import { EventTransport, type PublishResult } from './transport.ts';

type Batch = Parameters<EventTransport['publish']>[0];

/** A bus that does what a test says with what it is given. */
class Scripted extends EventTransport {
  readonly batches: Batch[] = [];

  constructor(private readonly script: (batch: Batch, count: number) => Promise<PublishResult[]>) {
    super();
  }

  override publish(batch: Batch): Promise<PublishResult[]> {
    this.batches.push(batch);
    return this.script(batch, this.batches.length);
  }

  override subscribe(): Promise<() => Promise<void>> {
    return Promise.resolve(() => Promise.resolve());
  }
}

const accept = (batch: Batch): Promise<PublishResult[]> =>
  Promise.resolve(batch.map(() => ({ outcome: 'accepted' })));

let harness: EventsHarness;
let ticket: TestService;
beforeAll(async () => {
  harness = await EventsHarness.open();
  ticket = harness.service('ticket');
});
beforeEach(() => harness.setUp());
afterEach(() => harness.tearDown());
afterAll(() => harness.close());

async function emit(...ids: readonly string[]): Promise<void> {
  const ctx = inTenant(systemContext(), newId('workspace'), 'live');
  const events = ids.map((id): PendingEvent => ({
    definition: ticketCreated,
    data: { ...sampleTicket(), id },
    previous: null,
  }));
  await ticket.db.transaction(ctx, (tx) => ticket.outbox.write(tx, ctx, events));
}

/** Aggregates whose events lie in different shards. */
function apart(count: number): string[] {
  const ids = new Map<number, string>();
  while (ids.size < count) {
    const id = newId('ticket');
    ids.set(shardOf(id), id);
  }
  return [...ids.values()];
}

describe('a relay', () => {
  it('publishes more events than fit in a batch, in order, each once', async () => {
    const bus = new Scripted(accept);
    const id = newId('ticket');
    await emit(...Array<string>(450).fill(id));
    await ticket.relay(bus);
    await ticket.drained();
    const sequences = bus.batches.flat().map(({ envelope }) => Number(envelope.sequence));
    expect(sequences).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
    expect(bus.batches.length).toBeGreaterThan(1);
  });

  it('keeps events while the bus is unavailable, and publishes them afterwards', async () => {
    const bus = new Scripted((batch, count) =>
      count < 3 ? Promise.reject(new Error('the bus is out')) : accept(batch),
    );
    await emit(newId('ticket'));
    await ticket.relay(bus);
    await ticket.drained();
    expect(bus.batches.length).toBe(3);
    expect(await ticket.rows('select attempts from outbox')).toEqual([{ attempts: 1 }]);
  });

  it('retries at its own interval while the bus is unavailable, however many commits wake it', async () => {
    let out = true;
    const bus = new Scripted((batch) => (out ? Promise.reject(new Error('the bus is out')) : accept(batch)));
    await emit(newId('ticket'));
    const relay = await ticket.relay(bus);
    await eventually(() => {
      relay.wake();
      return bus.batches.length >= 3;
    });
    out = false;
    await ticket.drained();
    // Three tries take a second at least, during which it was asked every 10 ms.
    expect(bus.batches.length).toBeLessThan(8);
  });

  it('publishes rejected events again after the delay that the bus requested, not before', async () => {
    const times: number[] = [];
    const bus = new Scripted((batch, count) => {
      times.push(Date.now());
      return count === 1
        ? Promise.resolve(
            batch.map((_, index) =>
              index === 0 ? { outcome: 'retry', afterMs: 700 } : { outcome: 'accepted' },
            ),
          )
        : accept(batch);
    });
    const id = newId('ticket');
    await emit(id, id);
    await ticket.relay(bus);
    await ticket.drained();
    expect(bus.batches.map((batch) => batch.map(({ attempts }) => attempts))).toEqual([[0, 0], [1]]);
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(690);
  });

  it('has completed all running work when it has stopped, even if one part failed', async () => {
    const [broken, slow] = apart(2) as [string, string];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let failed = false;
    const bus = new Scripted(async (batch) => {
      if (batch[0]?.envelope.subject === broken) {
        failed = true;
        throw new Error('no');
      }
      await finished;
      return accept(batch);
    });
    // More than a batch: they are published beside each other.
    await emit(broken, ...Array<string>(50).fill(slow));
    const relay = await ticket.relay(bus);
    await eventually(() => failed && bus.batches.length >= 2);
    let stopped = false;
    const stopping = relay.stop().then(() => (stopped = true));
    // What has no reason to wait for the slow part is through by now.
    await ticket.rows('select pg_sleep(0.05)');
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(
      await ticket.rows(
        'select aggregateid as id, count(published_at)::int as published from outbox group by 1 order by 2',
      ),
    ).toEqual([
      { id: broken, published: 0 },
      { id: slow, published: 50 },
    ]);
  });

  it('publishes few events in one batch, regardless of their subjects', async () => {
    const bus = new Scripted(accept);
    const subjects = apart(10);
    await emit(...subjects);
    const relay = await ticket.relay(bus);
    await eventually(() => bus.batches.length > 0);
    await relay.stop();
    expect(bus.batches.map((batch) => batch.map(({ envelope }) => envelope.subject))).toEqual([subjects]);
  });

  it('publishes nothing after it has stopped', async () => {
    const bus = new Scripted(accept);
    const relay = await ticket.relay(bus);
    await relay.stop();
    await emit(newId('ticket'));
    relay.wake();
    await relay.stop();
    expect(bus.batches).toEqual([]);
  });
});

describe('a relay with a long backlog', () => {
  const ALL_SHARDS = Array.from({ length: SHARDS }, (_, shard) => shard);

  /** How many rows of the outbox a statement reads. */
  async function rowsRead(sql: string, parameters: unknown[]): Promise<number> {
    const [row] = await ticket.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${sql}`,
      parameters,
    );
    const count = (node: PlanNode): number =>
      (node['Relation Name'] === 'outbox' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node.Plans ?? []).reduce((sum, inner) => sum + count(inner), 0);
    return count((row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan);
  }

  it('reads a batch of each shard, not all that waits', async () => {
    await ticket.rows(
      `insert into outbox (id, aggregatetype, aggregateid, type, shard, envelope)
       select gen_random_uuid(), 'ticket', 'x', 'ticket.created', n % $1, '{}' from generate_series(1, 20000) n`,
      [SHARDS],
    );
    await ticket.rows('analyze outbox');
    expect(await rowsRead(DUE_SHARDS, [])).toBeLessThanOrEqual(50 * SHARDS);
    expect(await rowsRead(READ, [ALL_SHARDS])).toBeLessThanOrEqual(50 * SHARDS);
  });
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
