import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook, listTickets } from '@parley/contracts';
import { eventually, Receiver, type ApiClient, expectWithin } from '@parley/testing';
import { inTime, Load, statusesOf, type Outcome } from './load.ts';
import { missingAt } from './missing.ts';
import { outages, type Outage } from './outages.ts';
import pg from 'pg';
import { wiredServices } from './wired-services.ts';

const REQUEST_TIMEOUT_MS = 2_000;
/** How late a busy machine may be. */
const GRACE_MS = 500;
const OUTAGE_MS = 4_000;
const BACK_MS = 60_000;
/** After a failover. */
const WRITABLE_MS = 30_000;
/** Retries of events that a subscriber could not process in an outage are up to 30 s apart. */
const DELIVERED_MS = 60_000;

const wired = wiredServices(['database'], () => ({
  REQUEST_TIMEOUT: `${REQUEST_TIMEOUT_MS}ms`,
  DATABASE_STATEMENT_TIMEOUT: '2s',
  WEBHOOK_TIMEOUT: '1s',
  // What was claimed by a statement whose answer was lost does not wait for the end of its lease.
  WEBHOOK_LEASE_GRACE: '5m',
}));

describe('a database', () => {
  let receiver: Receiver;
  let live: ApiClient;
  const created: string[] = [];
  let ongoing: Outage | undefined;

  /** Tickets, each with a subject of its own; keeps the subjects of those that were refused. */
  function ticketWrites() {
    const run = crypto.randomUUID();
    const refused = new Set<string>();
    const write = async (sent: number) => {
      const subject = `${run} ${sent}`;
      const answer = await live.call(createTicket, { body: { subject } });
      if (answer.status === 503 && answer.body.error.code === 'service_unavailable') refused.add(subject);
      return answer;
    };
    return {
      refused,
      writes: new Load(write, 5, 60),
      reads: new Load(() => live.call(listTickets, { query: {} }), 3, 60),
    };
  }

  /** What is answered as unavailable has no effect, then or later. */
  async function expectNoneStored(refused: ReadonlySet<string>, writes: Load): Promise<void> {
    expect(refused.size).toBeGreaterThan(0);
    const stored = await subjectsOf(live);
    expect([...refused].filter((subject) => stored.has(subject))).toEqual([]);
    for (const { answer } of writes.outcomes)
      if (answer?.status === 201) created.push(answer.body.data?.id ?? '');
  }

  beforeAll(async () => {
    receiver = await Receiver.start();
    ({ live } = await wired.operator.workspace());
    await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
  });
  afterEach(async () => {
    await Load.stopAll();
    // Also after a test that failed in the middle.
    await ongoing?.end(wired.database);
    await setReadOnly(false);
  });
  afterAll(() => receiver.close());

  it.each(outages)(
    'that %s causes 503 within the deadline, and is used again automatically',
    async (_, outage) => {
      const { refused, writes, reads } = ticketWrites();
      await eventually(() => writes.outcomes.length >= 50);
      ongoing = outage;
      await outage.begin(wired.database);
      const since = Date.now();
      await eventually(() => Date.now() - since > OUTAGE_MS, 2 * OUTAGE_MS);
      const during = [...writes.since(since), ...reads.since(since)];
      await outage.end(wired.database);
      ongoing = undefined;
      await eventually(() => succeedNow(writes) && succeedNow(reads), BACK_MS);

      const all = [...(await writes.stop()), ...(await reads.stop())];
      expect(Object.keys(statusesOf(during))).toEqual(['503']);
      expect(Object.keys(statusesOf(all)).toSorted()).toEqual(['200', '201', '503']);
      await expectWithin(REQUEST_TIMEOUT_MS + GRACE_MS, ...all.map(({ tookMs }) => tookMs));
      for (const { answer } of all.filter(isRefused)) {
        const { code } = answer?.body.error ?? {};
        expect(['service_unavailable', 'outcome_unknown']).toContain(code);
        expect([code, answer?.headers.get('retry-after')]).toEqual([
          code,
          code === 'outcome_unknown' ? null : '1',
        ]);
      }
      for (const { answer } of reads.outcomes.filter(isRefused))
        expect(answer?.body.error?.code).toBe('service_unavailable');
      await expectNoneStored(refused, writes);
    },
  );

  it('that takes no writes causes 503 for these alone, and is written to again automatically', async () => {
    const { refused, writes, reads } = ticketWrites();
    await eventually(() => writes.outcomes.length >= 50);
    await setReadOnly(true);
    // Each is refused at its deadline: two requests of each of the five writers.
    await eventually(() => lastOf(writes, 10).every(isRefused) && succeedNow(reads));
    const since = Date.now();
    await eventually(() => Date.now() - since > OUTAGE_MS, 2 * OUTAGE_MS);
    const during = { writes: writes.since(since), reads: reads.since(since) };
    await setReadOnly(false);
    await eventually(() => succeedNow(writes), WRITABLE_MS);
    await Promise.all([writes.stop(), reads.stop()]);

    const read = inTime(during.reads, 0.98, REQUEST_TIMEOUT_MS - GRACE_MS);
    expect(Object.keys(statusesOf(read))).toEqual(['200']);
    expect(Object.keys(statusesOf(during.writes))).toEqual(['503']);
    for (const { answer } of during.writes) {
      expect(answer?.body.error?.code).toBe('service_unavailable');
      expect(answer?.headers.get('retry-after')).toBe('1');
    }
    await expectNoneStored(refused, writes);
  });

  it('has lost no event of a ticket that got a 201', async () => {
    expect(created.length).toBeGreaterThan(100);
    await eventually(() => expect(missingAt(receiver, created)).toEqual([]), DELIVERED_MS);
  });
});

/** Makes the database one that takes no writes, as after a failover: connections are lost, and new ones only read. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const url = wired.services.env['DATABASE_URL'] ?? '';
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  try {
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
    if (isReadOnly) {
      await client.query(`alter database ${name} set default_transaction_read_only = on`);
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    } else {
      // Connections that exist still only read.
      await client.query(`alter database ${name} reset default_transaction_read_only`);
    }
  } finally {
    await client.end();
  }
}

async function subjectsOf(live: ApiClient): Promise<Set<string>> {
  const subjects = new Set<string>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { per_page: '100', ...(cursor === undefined ? {} : { cursor }) };
    const { data, meta } = await live.ok(listTickets, { query });
    for (const { subject } of data) subjects.add(subject);
    cursor = meta.next_cursor;
  }
  return subjects;
}

const isRefused = ({ answer }: Outcome) => answer?.status === 503;

/** The last outcomes; fails if there are fewer. */
function lastOf(load: Load, count: number): Outcome[] {
  if (load.outcomes.length < count) throw new Error(`only ${load.outcomes.length} outcomes`);
  return load.outcomes.slice(-count);
}

/** The last 50 all succeeded. */
const succeedNow = (load: Load): boolean => !lastOf(load, 50).some(isRefused);
