import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { firstUuidAt } from '@parley/runtime/records';
import { EventsHarness } from './harness.fixture.ts';
import { EventsConfig } from './events.config.ts';
import { Pruning } from './pruning.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const harness = await EventsHarness.open();
const ticket = harness.service('ticket');
beforeEach(() => harness.setUp());
afterEach(() => harness.tearDown());
afterAll(() => harness.close());

const ago = (ms: number): Date => new Date(Date.now() - ms);
/** Creates the partitions as a service that ran at this time has done. */
const createPartitions = (at: Date) => ticket.rows('select create_event_partitions($1)', [at]);
/** Inserts published events of a type. */
const emitted = (type: string, at: Date) =>
  ticket.rows(
    `insert into outbox (id, aggregatetype, aggregateid, type, shard, workspace_id, envelope, occurred_at)
     values (gen_random_uuid(), 'ticket', 'x', $1, 0, gen_random_uuid(), '{}', $2)`,
    [type, at],
  );
const processed = (consumer: string, id: string, receivedAt = ago(0)) =>
  ticket.rows('insert into processed_event (consumer, message_id, received_at) values ($1, $2, $3)', [
    consumer,
    id,
    receivedAt,
  ]);
const partitionsOf = async (table: string): Promise<string[]> => {
  const rows = await ticket.rows<{ name: string }>(
    'select relid::regclass::text as name from pg_partition_tree($1::regclass) where isleaf order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
};
const types = () => ticket.rows('select type from outbox order by type');
const consumers = async () =>
  (await ticket.rows<{ consumer: string }>('select consumer from processed_event order by 1')).map(
    ({ consumer }) => consumer,
  );
const lines: string[] = [];
const pruning = () =>
  new Pruning(
    ticket.db,
    new EventsConfig({ DEAD_LETTER_RETENTION: '30d' }),
    createLogger('ticket', 'error', { write: (line) => void lines.push(line) }),
  );
const prune = () => pruning().prune();

describe('pruning of the outbox', () => {
  it('drops the partition of each hour a day later, without deleting rows', async () => {
    for (const hours of [26, 23]) {
      await createPartitions(ago(hours * HOUR_MS));
      await emitted(`${hours} hours`, ago(hours * HOUR_MS));
    }
    const before = await partitionsOf('outbox');
    const deleted = async (): Promise<unknown> =>
      (
        await ticket.rows(
          `select sum(n_tup_del)::int as rows from pg_stat_user_tables where relname like 'outbox%'`,
        )
      )[0];
    const rowsDeleted = await deleted();
    await prune();
    expect(await types()).toEqual([{ type: '23 hours' }]);
    expect(await deleted()).toEqual(rowsDeleted);
    const dropped = before.filter((name) => name <= partitionName(ago(25 * HOUR_MS)));
    expect(await partitionsOf('outbox')).toEqual(before.filter((name) => !dropped.includes(name)));
    expect(dropped.length).toBeGreaterThan(0);
  });

  it('never drops an event that is not published, however old it is', async () => {
    await createPartitions(ago(40 * HOUR_MS));
    await emitted('waiting', ago(40 * HOUR_MS));
    await ticket.republish();
    await prune();
    expect(await types()).toEqual([{ type: 'waiting' }]);
    await ticket.rows('delete from outbox_queue');
    await prune();
    expect(await types()).toEqual([]);
  });

  it('keeps events of hours without a partition in the default one, and deletes them a day later', async () => {
    await emitted('old', ago(100 * HOUR_MS));
    await emitted('waiting', ago(101 * HOUR_MS));
    await ticket.rows(
      `insert into outbox_queue (shard, workspace_id, position, event_id, occurred_at)
       select shard, workspace_id, position, id, occurred_at from outbox where type = 'waiting'`,
    );
    expect(await ticket.rows('select from outbox_default')).toHaveLength(2);
    // The hours of those rows cannot get a partition of their own, and delay no other.
    await createPartitions(ago(101 * HOUR_MS));
    await prune();
    expect(await types()).toEqual([{ type: 'waiting' }]);
  });

  it('creates partitions for the next hours and days once, in all processes together', async () => {
    const tomorrow = ago(-30 * HOUR_MS);
    await Promise.all([1, 2, 3].map(() => createPartitions(tomorrow)));
    expect(await partitionsOf('outbox')).toContain(partitionName(ago(-33 * HOUR_MS)));
    await emitted('tomorrow', tomorrow);
    expect(await ticket.rows('select from outbox_default')).toEqual([]);
  });
});

describe('pruning of processed events', () => {
  it('drops the partition of a day only when nothing in it can be redelivered', async () => {
    for (const days of [9, 10, 6]) await createPartitions(ago(days * DAY_MS));
    await processed('old', firstUuidAt(ago(9 * DAY_MS)), ago(9 * DAY_MS));
    await processed('received late', firstUuidAt(ago(11 * DAY_MS)), ago(6 * DAY_MS));
    await processed('recent', firstUuidAt(ago(6 * DAY_MS)), ago(6 * DAY_MS));
    await prune();
    expect(await consumers()).toEqual(['received late', 'recent']);
  });

  it('keeps the records of an event for as long as a dead letter of it is open', async () => {
    await createPartitions(ago(20 * DAY_MS));
    const [inPartition, inDefault] = [firstUuidAt(ago(20 * DAY_MS)), firstUuidAt(ago(50 * DAY_MS))];
    for (const id of [inPartition, inDefault]) {
      await processed('another subscriber', id, ago(20 * DAY_MS));
      await ticket.rows(
        `insert into dead_letter (id, consumer, message_id, envelope, error, attempts)
         values (gen_random_uuid(), 'failing', $1, '{}', 'no', 6)`,
        [id],
      );
    }
    await prune();
    expect(await consumers()).toHaveLength(2);
    await ticket.rows('update dead_letter set replayed_at = now()');
    await prune();
    expect(await consumers()).toEqual([]);
  });

  it('knows an event again in every partition', async () => {
    await createPartitions(ago(3 * DAY_MS));
    for (const id of [firstUuidAt(ago(3 * DAY_MS)), firstUuidAt(ago(70 * DAY_MS)), firstUuidAt(ago(0))]) {
      await processed('one', id);
      await expect(processed('one', id)).rejects.toThrow();
    }
  });

  it('deletes ids of other kinds row by row', async () => {
    await processed('old', '00000000-0000-4000-8000-000000000000', ago(8 * DAY_MS));
    await processed('recent', '00000000-0000-4000-8000-000000000001', ago(6 * DAY_MS));
    await prune();
    expect(await consumers()).toEqual(['recent']);
  });
});

function partitionName(at: Date): string {
  return `outbox_${at.toISOString().slice(0, 13).replaceAll(/\D/g, '')}`;
}

it('dead letters are deleted after their retention time, replayed or not, and the log tells how many were lost', async () => {
  await ticket.rows(
    `insert into dead_letter (id, consumer, envelope, error, attempts, dead_lettered_at, replayed_at)
       select gen_random_uuid(), consumer, '{}', 'no', 6, now() - age::interval, replayed_at
         from generate_series(1, 3),
              (values ('old', '31 days', null), ('replayed', '31 days', now()), ('recent', '29 days', null))
                as letters (consumer, age, replayed_at)`,
  );
  await pruning().expireDeadLetters();
  expect(await ticket.rows('select distinct consumer from dead_letter')).toEqual([{ consumer: 'recent' }]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 'error', event: 'dead_letter.expired', count: 3 }),
  ]);
});
