import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook, listTickets } from '@parley/contracts';
import { ApiClient, eventually, Receiver, TestDatabase } from '@parley/testing';
import { EmbeddedPostgres } from '@parley/embedded-postgres';
import { StandaloneProcess } from './standalone-process.ts';

let dataDir: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-fault-'));
  server = await EmbeddedPostgres.start({ dataDir });
  process.env['TEST_DATABASE_URL'] = server.url;
});
afterAll(async () => {
  await server.stop();
  await EmbeddedPostgres.erase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

describe('standalone with an external database', () => {
  let standalone: StandaloneProcess;
  let databases: TestDatabase[];

  beforeEach(async () => {
    standalone = await StandaloneProcess.create();
    databases = [await TestDatabase.create(), await TestDatabase.create()];
  });

  afterEach(async () => {
    await standalone.remove();
    for (const database of databases) await database.drop();
  });

  const urlOf = (index: number) => databases[index]?.url ?? '';
  const works = async () => {
    const { base_url: url, live_key: key } = await standalone.credentials();
    return (await new ApiClient(url, key).call(listTickets, { query: {} })).status === 200;
  };

  it('creates and reports a demo workspace per database, and keeps its keys', async () => {
    await standalone.start({ DATABASE_URL: urlOf(0) });
    const first = await standalone.credentials();
    expect(await works()).toBe(true);
    await standalone.interrupt();

    await standalone.start({ DATABASE_URL: urlOf(1) });
    const second = await standalone.credentials();
    expect(second.workspace_id).not.toBe(first.workspace_id);
    expect(await works()).toBe(true);
    const aside = `credentials.${first.workspace_id}.json`;
    expect(await standalone.credentials(aside)).toEqual(first);
    expect(standalone.stdout).toContain(`is not in this database: making a demo workspace here`);
    expect(standalone.stdout).toContain(aside);
    await standalone.interrupt();

    await standalone.start({ DATABASE_URL: urlOf(1) });
    expect(await standalone.credentials()).toEqual(second);
    expect(standalone.stdout).not.toContain('not in this database');
  });

  it('reports in one line that there is no such database', async () => {
    const missing = new URL(urlOf(0));
    missing.pathname = '/no_such_database';
    const { code, stdout, stderr } = await standalone.launch({ DATABASE_URL: missing.toString() });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^DATABASE_URL: .*cannot be used: database "no_such_database" does not exist\n$/);
  });

  it('leaves no write unanswered while the server is frozen, and does none that was refused', async () => {
    await standalone.start({ DATABASE_URL: urlOf(0), REQUEST_TIMEOUT: '3s' });
    const { base_url: url, live_key: key } = await standalone.credentials();
    const client = new ApiClient(url, key);
    const write = async (subject: string) => {
      const { status, body } = await client.call(createTicket, { body: { subject } });
      return { subject, outcome: status === 201 ? 'created' : body.error.code };
    };
    const warm = await Promise.all(Array.from({ length: 10 }, (_, n) => write(`Warm ${n}`)));
    expect(warm.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => 'created'));
    const postmaster = Number(
      (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
    );
    const backends = await databases[0]?.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const frozen = [postmaster, ...(backends ?? []).map(({ pid }) => pid)];
    const written: { subject: string; outcome: string }[] = [];
    try {
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      written.push(...(await Promise.all(Array.from({ length: 30 }, (_, n) => write(`Frozen ${n}`)))));
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
    // Which of the two depends on how far each was; that a commit without an answer is unknown, deadline.spec.ts shows.
    const answers = ['service_unavailable', 'outcome_unknown'];
    expect(written.filter(({ outcome }) => !answers.includes(outcome))).toEqual([]);
    await eventually(works);
    const { data } = await client.ok(listTickets, { query: { per_page: '100' } });
    const stored = new Set(data.map(({ subject }) => subject));
    const refused = written.filter(({ outcome }) => outcome === 'service_unavailable');
    expect(refused.filter(({ subject }) => stored.has(subject))).toEqual([]);
  });

  it('starts and stops without warnings while events are being processed', async () => {
    const [database] = databases as [TestDatabase];
    const env = { DATABASE_URL: database.url, DATABASE_CONNECTION_TIMEOUT: '60s' };
    const receiver = await Receiver.start();
    await standalone.start(env);
    const { base_url: url, live_key: key } = await standalone.credentials();
    const client = new ApiClient(url, key);
    await client.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    await standalone.interrupt();
    // As after a crash: events that no service has taken yet.
    const [pending] = await database.query<{ id: string }>(
      `insert into ticket.outbox_queue (shard, workspace_id, position, event_id, occurred_at)
       select shard, workspace_id, position, id, occurred_at from ticket.outbox
       on conflict do nothing returning event_id as id`,
    );
    expect(pending).toBeDefined();
    await standalone.start(env);
    await eventually(async () => {
      const left = await database.query('select from ticket.outbox_queue');
      return left.length === 0;
    });
    const load = Array.from({ length: 40 }, (_, index) =>
      client.call(createTicket, { body: { subject: `Under way ${index}` } }).catch(() => undefined),
    );
    await load[0];
    expect(await standalone.interrupt()).toBe(0);
    await Promise.all(load);
    await receiver.close();
    expect([standalone.stdout.match(/^\{.*/gm), standalone.stderr]).toEqual([null, '']);
  });
});
