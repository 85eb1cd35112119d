import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createConversation,
  createFile,
  createMessage,
  listMessages,
  uuidOf,
  type Message,
} from '@parley/contracts';
import { eventually, Operator, type ApiClient } from '@parley/testing';
import pg from 'pg';
import { startServices, type ServicesProcess } from '../setup/services-process.mjs';

/** `npm run services`, which starts again what ends. */
let services: ServicesProcess;
let operator: Operator;
let live: ApiClient;
/** Holds rows, so that a process is killed where it waits for them. */
let holder: pg.Client;
let database: pg.Client;

beforeAll(async () => {
  services = await startServices();
  operator = await Operator.ofServices(services.env['RPC_ADDRESSES'] ?? '');
  ({ live } = await operator.workspace());
  [holder, database] = await Promise.all([connect(), connect()]);
});
afterAll(async () => {
  await Promise.all([holder.end(), database.end()]);
  operator.close();
  await services.remove();
});

/** The process of a service among the children of the supervisor. Throws while it is on its way back from an earlier end. */
function pidOf(name: string): string {
  const children = execFileSync('pgrep', ['-P', String(services.pid), '-f', `apps/${name}/dist/main.js`]);
  return children.toString().trim();
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: services.env['DATABASE_URL'] });
  await client.connect();
  return client;
}

interface FileRow {
  id: string;
  expires_at: Date | null;
}

/** The files of a conversation, once there are so many. */
async function filesOf(conversation: string, count: number): Promise<FileRow[]> {
  return eventually(async () => {
    const { rows } = await database.query<FileRow>(
      `select f.id, f.expires_at from file.file f join file.attachment a on a.file_id = f.id
        where a.conversation_id = $1`,
      [conversation],
    );
    expect(rows).toHaveLength(count);
    return rows;
  });
}

/** Sends a message with a file, until the file is attached and the conversation service waits for the conversation. */
async function sentUntilCommit(sent: Parameters<typeof send>[0], conversation: string) {
  await holder.query('begin');
  await holder.query('select from conversation.conversation where id = $1 for update', [conversation]);
  const answer = send(sent);
  await filesOf(conversation, 1);
  return { answer, kill: () => process.kill(Number(pidOf('conversation')), 'SIGKILL') };
}

const send = ({ params, key }: { params: { conversation_id: Message['conversation_id'] }; key: string }) =>
  live.call(
    createMessage,
    { params, body: { body: 'See below', attachments: [new File(['Hello'], 'a.txt')] } },
    { 'idempotency-key': key },
  );

async function converse() {
  const body = { contact: { email: `${crypto.randomUUID()}@example.com` } };
  const { data } = await live.ok(createConversation, { body });
  return { params: { conversation_id: data.id }, conversation: uuidOf('conversation', data.id) };
}

/** As if the time to decide about unconfirmed files had come. */
const expire = (client: pg.Client, conversation: string) =>
  client.query(
    `with expired as (
       update file.attachment set expires_at = now() where conversation_id = $1 and expires_at is not null returning file_id)
     update file.file set expires_at = now()
      where id in (select file_id from expired) and expires_at is not null`,
    [conversation],
  );

describe('kill -9 of the conversation service', () => {
  it('before a message is committed leaves neither the message nor its file, and a repetition succeeds', async () => {
    const { params, conversation } = await converse();
    const sent = { params, key: crypto.randomUUID() };
    const { answer, kill } = await sentUntilCommit(sent, conversation);
    kill();
    const { status, body } = await answer;
    await holder.query('rollback');
    expect([status, body.error.code]).toEqual([503, 'outcome_unknown']);
    expect(await filesOf(conversation, 1)).toMatchObject([{ expires_at: expect.any(Date) }]);

    const { data } = await eventually(() => live.ok(listMessages, { params, query: {} }));
    expect(data).toEqual([]);
    await expire(database, conversation);
    await filesOf(conversation, 0);
    await eventually(async () => expect((await send(sent)).status).toBe(201));
    const [file] = await filesOf(conversation, 1);
    expect(file?.expires_at).toBeNull();
  });

  it('after a message is committed keeps its file, although nobody has confirmed it', async () => {
    const { params, conversation } = await converse();
    const { answer, kill } = await sentUntilCommit({ params, key: crypto.randomUUID() }, conversation);
    // Nobody can confirm the file before it is decided about.
    const guard = await connect();
    await guard.query('begin');
    await guard.query('select from file.attachment where conversation_id = $1 for update', [conversation]);
    await holder.query('rollback');
    const committed = async () => {
      const { rows } = await database.query<{ id: string }>(
        'select id from conversation.message where conversation_id = $1',
        [conversation],
      );
      expect(rows).toHaveLength(1);
    };
    await eventually(committed);
    kill();
    await answer;
    await expire(guard, conversation);
    await guard.query('commit');
    await guard.end();

    await eventually(async () => {
      const [file] = await filesOf(conversation, 1);
      expect(file?.expires_at).toBeNull();
    });
    const { data } = await eventually(() => live.ok(listMessages, { params, query: {} }));
    expect(await (await fetch(data[0]?.attachments[0]?.url ?? '')).text()).toBe('Hello');
  });
});

/** What the storage has, by the name of the object. */
async function objects(): Promise<Map<string, string>> {
  const entries = await readdir(services.env['FILE_DIR'] ?? '', { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(files.map(({ name, parentPath }) => [name, join(parentPath, name)]));
}

describe('when the disk takes no more', () => {
  /** The kernel refuses a write beyond this size, in the middle of a file. The soft limit: only root may raise a hard one. */
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', pidOf('file'), `--fsize=${bytes}:`]);
  const upload = (bytes: Buffer<ArrayBuffer>) =>
    live.call(createFile, { body: { file: new File([bytes], 'report.bin') } });
  const stored = async () => [
    (await database.query('select id, mode, status, size, sha256 from file.file')).rows,
    await objects(),
  ];

  it('an upload is answered 503 and leaves nothing, until there is room again', async () => {
    // The folder of the files is made with the first of them.
    expect((await upload(randomBytes(100_000))).status).toBe(201);
    const before = await stored();
    limitFiles(500_000);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await upload(randomBytes(3_000_000))).status).toBe(503);
    await eventually(async () => expect(await stored()).toEqual(before));
    expect((await upload(randomBytes(100_000))).status).toBe(201);
    limitFiles('unlimited');
    const bytes = randomBytes(3_000_000);
    const { data } = await live.ok(createFile, { body: { file: new File([bytes], 'report.bin') } });
    expect(bytes.equals(await readFile((await objects()).get(data.id) ?? ''))).toBe(true);
  });
});
