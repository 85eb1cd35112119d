import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createContact,
  createFile,
  createKey,
  createTicket,
  createWebhook,
  deleteFile,
  encodeId,
  getFile,
  getMe,
  getTicket,
  listEvents,
  type Id,
} from '@parley/contracts';
import { ApiClient, connected, eventually, Operator, Receiver, type TestWorkspace } from '@parley/testing';
import { operate } from '../../apps/cli/src/operate.fixture.ts';
import {
  migrateInstallation,
  newInstallation,
  removeKeys,
  runServices,
  SERVERS,
  type Installation,
  type RunningServices,
} from '../setup/services-process.mjs';
import { backupScript, nameIn, type Place } from './backup/backup-script.ts';
import { danglingIn, filesIn, filesWithoutBytes, rowsOf, waitingIn } from './backup/content.ts';
import { write, Writers, type Written } from './backup/written.ts';
import { PrivatePostgres } from './harness/private-postgres.ts';

/** What is backed up; and where it is restored: a server without roles, no queues, nothing in Redis. */
let source: Installation;
let target: Installation;
/** Their servers, of the version of `pg_dump` here. */
let servers: PrivatePostgres[];
let folder: string;
let running: RunningServices;
let live: ApiClient;
let credentials: TestWorkspace['credentials'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-backups-'));
  const settings = {
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    WEBHOOK_RETRY_SCHEDULE: `0s${',20s'.repeat(40)}`,
  };
  const from = await PrivatePostgres.start();
  const to = await PrivatePostgres.start();
  servers = [from, to];
  source = await newInstallation(settings, { ...SERVERS, DATABASE_URL: from.url });
  target = await newInstallation(settings, { ...SERVERS, DATABASE_URL: to.url });
  // The owner of a database at a provider is no superuser.
  await to.query('create role owner login createrole');
  await to.query(`alter database ${databaseOf(target).split('/').at(-1)} owner to owner`);
  for (const installation of [source, target]) await mkdir(filesOf(installation));
});
afterAll(async () => {
  await running.stop();
  await source.remove();
  await target.remove();
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true });
});

const databaseOf = ({ env }: Installation): string => env['DATABASE_URL'] ?? '';
const filesOf = ({ env }: Installation): string => env['FILE_DIR'] ?? '';
const placeOf = (installation: Installation): Place => ({
  DATABASE_URL: databaseOf(installation),
  FILE_DIR: filesOf(installation),
  BACKUP_DIR: folder,
});

/** Restores as the owner of the database. */
const restore = (...args: string[]) => {
  const url = databaseOf(target).replace('postgres@', 'owner@');
  return backupScript({ ...placeOf(target), DATABASE_URL: url }, 'restore', ...args);
};

async function query<Row extends object>(of: Installation, sql: string): Promise<Row[]> {
  await using client = await connected(databaseOf(of));
  return (await client.query<Row>(sql)).rows;
}

async function start({ env }: Installation): Promise<void> {
  running = await runServices(env);
}
const startRestored = async (printed: string) => {
  await start(target);
  live = new ApiClient(running.baseUrl, credentials.live_key);
  // The last step, as the script prints it.
  const [, command = '', from = ''] = /parley (event:republish) --from (\S+)$/.exec(printed) ?? [];
  await operate(command, ['--from', from], { ...running.env, LOG_LEVEL: 'silent' });
};

/** Takes what is told of tickets; and `down` nothing of contacts, before it is repaired. */
const receiver = await Receiver.start();
const down = await Receiver.start((_, response) => response.writeHead(503).end());
afterAll(() => Promise.all([receiver.close(), down.close()]));
const heardOf = (of: Receiver) => new Set(of.deliveries.map(({ body }) => body.data['id']));

/** The one id of the event of each record, however often it was delivered. */
function expectOneEventEach(of: Receiver): void {
  const pairs = new Set(
    of.deliveries.map(({ body, headers }) => [headers['webhook-id'], body.data['id']].join()),
  );
  expect(pairs.size).toBe(heardOf(of).size);
}

/** No subscriber has anything left to do, and no webhook anything to get. */
const settled = (of: Installation) =>
  eventually(async () => expect(await waitingIn(databaseOf(of))).toEqual([]));

const hashOf = async (id: Id<'file'>) => {
  const { data } = await live.ok(getFile, { params: { file_id: id } });
  const bytes = await (await fetch(data.url ?? '')).arrayBuffer();
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex');
};

const WAITING = `select from pg_locks where not granted and relation = 'ticket.schema_migration'::regclass
  and database = (select oid from pg_database where datname = current_database())`;
const bySubject = (a: { subject: string }, b: { subject: string }) => a.subject.localeCompare(b.subject);

let before: Written[];
let during: Written[];
/** A request that may be repeated. */
const once = () => live.ok(createTicket, { body: { subject: 'Once' } }, { 'idempotency-key': 'once' });
let onceCreated: Id<'ticket'>;
let deleted: Pick<Written, 'file' | 'sha256'>;
let busy: string;
let quiet: string;
let laterKey: string;

describe('a backup', () => {
  beforeAll(async () => {
    await start(source);
    const operator = await Operator.ofServices(running.env['RPC_ADDRESSES'] ?? '');
    ({ live, credentials } = await operator.workspace());
    operator.close();
    await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    await live.ok(createWebhook, { body: { url: down.url, events: ['contact.created'] } });
  });

  it('is made while services write, and files that are deleted meanwhile stay until its end', async () => {
    before = await Promise.all(Array.from({ length: 5 }, () => write(live)));
    const { data } = await live.ok(createFile, { body: { file: new File(['Hello'], 'a.txt') } });
    deleted = { file: data.id, sha256: createHash('sha256').update('Hello').digest('hex') };
    const writers = new Writers(live, 4);
    await using holder = await connected(databaseOf(source));
    // A dump that waits for this lock has its snapshot; no service needs the table.
    await holder.query('begin; lock table ticket.schema_migration');
    const backup = backupScript(placeOf(source), 'backup');
    await eventually(async () => expect(await query(source, WAITING)).toHaveLength(1));
    await writers.stop();
    during = await Promise.all(Array.from({ length: 3 }, () => write(live)));
    await live.ok(deleteFile, { params: { file_id: deleted.file } });
    await holder.query('rollback');
    busy = nameIn(await backup);
    expect(Object.keys(await filesIn(join(folder, busy)))).toEqual([
      'SHA256SUMS',
      'database.dump',
      'files.tar',
    ]);
    // What has waited for the backup.
    await eventually(async () =>
      expect(Object.keys(await filesIn(filesOf(source))).join()).not.toContain(deleted.file),
    );
  });

  it('is made once everything has stopped, with deliveries that an endpoint has not accepted', async () => {
    for (let index = 0; index < 2; index += 1)
      await live.ok(createContact, { body: { email: `${index}@example.com` } });
    const env = { ...running.env, LOG_LEVEL: 'silent' };
    const created = ['--workspace', credentials.workspace_id, '--name', 'Later', '--scopes', 'tickets:read'];
    ({ key: laterKey } = JSON.parse(await operate(createKey.command ?? '', created, env)) as { key: string });
    onceCreated = (await once()).data.id;
    await eventually(() => during.every(({ ticket }) => heardOf(receiver).has(ticket)));
    await eventually(() => heardOf(down).size >= 2);
    await running.stop();
    quiet = nameIn(await backupScript(placeOf(source), 'backup'));
    expect(await backupScript(placeOf(source), 'list')).toBe(`${busy}\n${quiet}`);
  });
});

describe('the backup of what had stopped', () => {
  let accepted: unknown[];
  let heard: number;

  it('restores every row, sequence and file', async () => {
    const printed = await restore();
    expect(nameIn(printed)).toBe(quiet);
    expect(await rowsOf(databaseOf(target))).toEqual(await rowsOf(databaseOf(source)));
    expect(await filesIn(filesOf(target))).toEqual(await filesIn(filesOf(source)));
    expect(await migrateInstallation(target.env)).toContain('All schemas are up to date.');
    await expect(restore()).rejects.toThrow('restore --replace drops them');
    accepted = [];
    down.respond = ({ body }, response) => {
      accepted.push(body.data['id']);
      response.writeHead(204).end();
    };
    heard = receiver.deliveries.length;
    await startRestored(printed);
  });

  it('works as before: files, events, credentials', async () => {
    for (const { file, sha256 } of before) expect(await hashOf(file)).toBe(sha256);
    const { data: events } = await live.ok(listEvents, {
      query: { event: 'ticket.created', order: 'asc', per_page: '100' },
    });
    const told = events.map(({ data }) => data['id']);
    expect(before.filter(({ ticket }) => !told.includes(ticket))).toEqual([]);
    expect((await new ApiClient(running.baseUrl, laterKey).call(getMe, {})).status).toBe(200);
    expect((await once()).data.id).toBe(onceCreated);
  });

  it('gives new records ids and positions of their own', async () => {
    const last = `select max(position)::text as position from webhook.event_log`;
    const [old] = await query<{ position: string }>(target, last);
    const { data } = await live.ok(createTicket, { body: { subject: 'After the restore' } });
    await eventually(() => heardOf(receiver).has(data.id));
    const [{ position } = { position: '0' }] = await query<{ position: string }>(target, last);
    expect(BigInt(position)).toBeGreaterThan(BigInt(old?.position ?? 0));
  });

  it('sends deliveries that were pending, and no other one, again', async () => {
    const contacts = await query<{ id: string }>(target, 'select id from contact.contact');
    await eventually(() => new Set(accepted).size === contacts.length);
    await settled(target);
    expect(accepted.toSorted()).toEqual(contacts.map(({ id }) => encodeId('contact', id)).toSorted());
    expectOneEventEach(down);
    // That of the new ticket.
    expect(receiver.deliveries).toHaveLength(heard + 1);
  });

  it('is not replaced while a service is connected', async () => {
    await expect(restore('--replace')).rejects.toThrow('stop every process first');
    await running.stop();
  });
});

describe('the backup of what went on', () => {
  const ticketIds = async () => {
    const rows = await query<{ id: string }>(target, 'select id from ticket.ticket');
    return rows.map(({ id }) => encodeId('ticket', id));
  };

  it('replaces everything by one moment of all services', async () => {
    // It knows credentials that this backup does not have.
    await removeKeys(SERVERS, target.env['REDIS_PREFIX'] ?? '');
    const printed = await restore('--replace', busy);
    expect(await filesWithoutBytes(databaseOf(target), filesOf(target))).toEqual([]);
    const tickets = await ticketIds();
    expect(tickets).toEqual(expect.arrayContaining(before.map(({ ticket }) => ticket)));
    expect(tickets.filter((id) => during.some(({ ticket }) => ticket === id))).toEqual([]);
    expect(await danglingIn(databaseOf(target))).toEqual([]);
    await startRestored(printed);
  });

  it('tells of each ticket that it has, and of none twice by another id', async () => {
    const wanted = (await ticketIds()).map((subject) => ({ subject, delivered: 1 }));
    await eventually(async () => {
      const told = await query<{ subject: string; delivered: number }>(
        target,
        `select subject, (select count(*)::int from webhook.completed_delivery d
                           where d.event_id = l.id and status = 2) as delivered
           from webhook.event_log l where type = 'ticket.created'`,
      );
      expect(told.toSorted(bySubject)).toEqual(wanted.toSorted(bySubject));
    });
    await settled(target);
    expectOneEventEach(receiver);
    expectOneEventEach(down);
  });

  it('does not know what came after it', async () => {
    expect((await new ApiClient(running.baseUrl, laterKey).call(getMe, {})).status).toBe(401);
    for (const { ticket } of during)
      expect((await live.call(getTicket, { params: { ticket_id: ticket } })).status).toBe(404);
    expect(await hashOf(deleted.file)).toBe(deleted.sha256);
    await running.stop();
  });
});

it('all backups but the newest are removed, and one that was changed is not restored', async () => {
  const place = { ...placeOf(target), BACKUP_KEEP: '1' };
  const name = nameIn(await backupScript(place, 'backup'));
  expect(await backupScript(place, 'list')).toBe(name);
  await appendFile(join(folder, name, 'database.dump'), 'x');
  await expect(restore('--replace')).rejects.toThrow(`the backup ${name} is damaged`);
  expect(await query(target, 'select from ticket.ticket limit 1')).toHaveLength(1);
});
