import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SHARDS, ticketCreated, type Id } from '@parley/contracts';
import {
  inTenant,
  systemContext,
  TransactionRunner,
  type PendingEvent,
  type SqlTransaction,
} from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { eventually, gate } from '@parley/testing';
import { EventsHarness } from './harness.fixture.ts';
import { sampleTicket } from './samples.fixture.ts';
import { shardOf } from './envelope.ts';
import { EventTransport, type PublishResult } from './transport.ts';

type Batch = Parameters<EventTransport['publish']>[0];

/** A bus that does what a test says with what it is given. */
class Scripted extends EventTransport {
  override readonly batchSize = 50;
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

/** The database of a process that can be stopped, as by SIGSTOP: nothing that it asks for is answered until it continues. */
class Freezer extends TransactionRunner {
  #thawed: Promise<void> = Promise.resolve();
  isFrozen = false;
  #resume = (): void => undefined;

  constructor(private readonly inner: TransactionRunner) {
    super();
  }

  /** Stops; resolves when it continues. */
  freeze(): Promise<void> {
    [this.#thawed, this.#resume] = gate();
    this.isFrozen = true;
    return this.#thawed;
  }

  thaw(): void {
    this.#resume();
  }

  override async batchTransaction(): Promise<void> {
    await Promise.reject(new Error('a relay opens no transaction of tenants'));
  }

  override async raw<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    await this.#thawed;
    return this.inner.raw<Row>(name, text, values);
  }

  override async rawTransaction<T>(work: (tx: SqlTransaction) => Promise<T>): Promise<T> {
    await this.#thawed;
    return this.inner.rawTransaction(work);
  }
}
const harness = await EventsHarness.open();
const ticket = harness.service('ticket');
beforeEach(() => harness.setUp());
afterEach(() => harness.tearDown());
afterAll(() => harness.close());

const emit = (...ids: readonly string[]): Promise<void> => emitFor(newId('workspace'), ...ids);

async function emitFor(workspace: Id<'workspace'>, ...ids: readonly string[]): Promise<void> {
  const ctx = inTenant(systemContext(), workspace, 'live');
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
  it('reads no more often than it polls while subscribers are behind and nothing waits', async () => {
    const bus = new Scripted(accept);
    const times: number[] = [];
    jest.spyOn(bus, 'capacity').mockImplementation(() => {
      times.push(Date.now());
      return Promise.resolve(0);
    });
    await ticket.relay(bus);
    await eventually(() => times.length >= 8);
    // The start and each shard that it gets cause some of them at once; the others are half a second apart.
    expect(Number(times[7]) - Number(times[0])).toBeGreaterThan(500);
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

  it('has completed the batch that is being published when it has stopped', async () => {
    const [finished, finish] = gate();
    const bus = new Scripted(async (batch) => {
      await finished;
      return accept(batch);
    });
    await emit(newId('ticket'));
    const relay = await ticket.relay(bus);
    await eventually(() => bus.batches.length === 1);
    let stopped = false;
    const stopping = relay.stop().then(() => (stopped = true));
    // What has no reason to wait for the batch is through by now.
    await ticket.rows('select pg_sleep(0.05)');
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(await ticket.rows('select from outbox_queue')).toEqual([]);
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

describe('relays on one outbox', () => {
  it('hold no transaction and no lock while they publish', async () => {
    const found: unknown[] = [];
    const bus = new Scripted(async (batch) => {
      found.push(
        ...(await harness.sessions(`state = 'idle in transaction'
          or pid in (select pid from pg_locks where locktype = 'advisory' and database = datid)`)),
      );
      return accept(batch);
    });
    await emit(newId('ticket'));
    await ticket.relay(bus);
    await ticket.drained();
    expect(found).toEqual([]);
  });

  it('take over what a stopped process had begun, and keep its order when it continues', async () => {
    const published: string[] = [];
    const collect = (batch: Batch): Promise<PublishResult[]> => {
      published.push(...batch.map(({ envelope }) => envelope.sequence));
      return accept(batch);
    };
    const frozen = new Freezer(ticket.db);
    const first = new Scripted(async (batch) => {
      await frozen.freeze();
      return accept(batch);
    });
    const id = newId('ticket');
    await emit(id, id);
    const stopped = await ticket.relay(first, frozen);
    await eventually(() => frozen.isFrozen);
    await ticket.relay(new Scripted(collect));
    try {
      await eventually(() => published.length === 2);
      await emit(id);
      await ticket.drained();
    } finally {
      frozen.thaw();
    }
    // Waits for what the first process still does.
    await stopped.stop();
    expect(first.batches).toHaveLength(1);
    expect(published.map(Number)).toEqual([1, 2, 3]);
  });
});

describe('shards', () => {
  const owners = () =>
    ticket.rows<{ relay_id: string; shards: number }>(
      'select relay_id, count(*)::int as shards from outbox_lease where relay_id is not null group by 1',
    );
  const hasShards = (...counts: number[]) =>
    eventually(async () => {
      const shards = (await owners()).map((one) => one.shards);
      if (String(shards) !== String(counts)) throw new Error(`shards of relays: ${shards.join()}`);
    });

  it('are shared by all relays, and left to the others at once by one that stops', async () => {
    const [one, two] = [new Scripted(accept), new Scripted(accept)];
    await ticket.relay(one);
    const second = await ticket.relay(two);
    await hasShards(8, 8);
    const ids = apart(SHARDS);
    await emit(...ids);
    await ticket.drained();
    const subjectsOf = (bus: Scripted) => bus.batches.flat().map(({ envelope }) => envelope.subject);
    expect([subjectsOf(one).length, subjectsOf(two).length]).toEqual([8, 8]);
    expect([...subjectsOf(one), ...subjectsOf(two)].toSorted()).toEqual(ids.toSorted());
    await second.stop();
    // Released: its leases would have lasted for seconds more.
    expect((await owners()).length).toBe(1);
    await hasShards(SHARDS);
  });

  it('are handed over while a relay is publishing, after its batch', async () => {
    const [finished, finish] = gate();
    const one = new Scripted(async (batch) => {
      await finished;
      return accept(batch);
    });
    await emit(...apart(SHARDS));
    await ticket.relay(one);
    await eventually(() => one.batches.length === 1);
    const two = new Scripted(accept);
    await ticket.relay(two);
    await eventually(async () => (await ticket.rows('select from outbox_relay')).length === 2);
    expect((await owners()).length).toBe(1);
    finish();
    await hasShards(8, 8);
    expect(two.batches).toEqual([]);
  });

  it('that another relay took meanwhile are not marked as published', async () => {
    const bus = new Scripted(async (batch, count) => {
      if (count === 1)
        await ticket.rows(
          `update outbox_lease set relay_id = gen_random_uuid(), token = token + 1, expires_at = now() + interval '1 second'`,
        );
      return accept(batch);
    });
    await emit(newId('ticket'));
    await ticket.relay(bus);
    await ticket.drained();
    expect(bus.batches.length).toBe(2);
  });
});

it('a workspace with a long backlog does not delay the events of others', async () => {
  const bus = new Scripted(accept);
  const [bulk, other] = [newId('workspace'), newId('workspace')];
  const ids = apart(8);
  await emitFor(bulk, ...Array.from({ length: 3_000 }, (_, n) => ids[n % ids.length] as string));
  const late = apart(8);
  await emitFor(other, ...late);
  await ticket.relay(bus);
  await eventually(
    () => bus.batches.flat().filter(({ envelope }) => envelope.workspaceid === other).length === 8,
  );
  expect(bus.batches.flat().length).toBeLessThan(500);
});

it('a batch from a long backlog costs what it returns, not what waits', async () => {
  // As after a start: no statistics.
  const waiting = 50_000;
  await ticket.rows(
    `with event as (
         insert into outbox (id, aggregatetype, aggregateid, type, shard, workspace_id, envelope)
         select gen_random_uuid(), 'ticket', 'x', 'ticket.created', n % $1, md5((n / $1 % 4)::text)::uuid, '{}'
           from generate_series(1, $2::int) n returning shard, workspace_id, position, id, occurred_at)
       insert into outbox_queue (shard, workspace_id, position, event_id, occurred_at)
       select shard, workspace_id, position, id, occurred_at from event`,
    [SHARDS, waiting],
  );
  const { batch, read } = await ticket.db.rawTransaction(async (tx) => {
    const statement = `select shard, workspace_id from read_outbox($1, array_fill($2::uuid, array[$3::int]), 500, 5)`;
    const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
    const nobody = '00000000-0000-0000-0000-000000000000';
    const rows = await tx.raw<{ shard: number; workspace_id: string }>('', statement, [
      shards,
      nobody,
      SHARDS,
    ]);
    const tables = await tx.raw<{ read: number }>(
      '',
      `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
          where relid = 'outbox_queue'::regclass or relname like 'outbox\\_2%'`,
      [],
    );
    return { batch: rows, read: tables.reduce((sum, table) => sum + table.read, 0) };
  });
  expect(batch).toHaveLength(500);
  const workspaces = [...new Set(batch.map((row) => row.workspace_id))];
  expect(workspaces.map((one) => batch.filter((row) => row.workspace_id === one).length)).toEqual([
    125, 125, 125, 125,
  ]);
  expect(read).toBeLessThan(waiting / 10);
  expect(read).toBeGreaterThan(500);
});
