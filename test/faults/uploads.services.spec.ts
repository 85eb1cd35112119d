import { createHash, randomBytes, randomInt } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeId, type File, type Mode } from '@parley/contracts';
import { eventually, Operator, type TestWorkspace } from '@parley/testing';
import pg from 'pg';
import {
  newInstallation,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../setup/services-process.mjs';

/** A gateway and the services that uploads need, and nobody who would start them again. */
const APPS = ['identity', 'conversation', 'file', 'gateway'] as const;

let installation: Installation;
let operator: Operator;
let workspace: TestWorkspace;
let database: pg.Pool;
const running = new Map<string, RunningProcess>();

async function start(app: string): Promise<void> {
  const addresses = (installation.env['RPC_ADDRESSES'] ?? '').split(',');
  const own = addresses.find((address) => address.startsWith(`${app}=`));
  const settings = {
    LOG_LEVEL: 'silent',
    ...(own === undefined ? {} : { RPC_PORT: own.split(':')[1] ?? '' }),
  };
  running.set(app, await startProcess(app, { ...installation.env, ...settings }));
}

beforeAll(async () => {
  installation = await newInstallation({ ENCRYPTION_KEYS: randomBytes(32).toString('base64') });
  const { env } = installation;
  installation = { ...installation, env: { ...env, FILES_URL: `http://127.0.0.1:${env['FILES_PORT']}` } };
  operator = await Operator.ofServices(env['RPC_ADDRESSES'] ?? '');
  const started = await Promise.allSettled(APPS.map(start));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  workspace = await operator.workspace();
  database = new pg.Pool({ connectionString: env['DATABASE_URL'] ?? '', max: 1 });
}, 120_000);
afterAll(async () => {
  await database.end();
  operator.close();
  await Promise.all([...running.values()].map((process) => process.end('SIGTERM')));
  await installation.remove();
}, 60_000);

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface Outcome {
  status: number;
  file: File | undefined;
  sha256: string;
}

async function upload(bytes: Buffer): Promise<Outcome> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'report.bin');
  const response = await request('/v1/files', { method: 'POST', body: form });
  const body = (await response.json()) as { data?: File };
  return { status: response.status, file: body.data, sha256: sha256(bytes) };
}

function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${workspace.credentials.live_key}` };
  return fetch(`http://127.0.0.1:${installation.env['GATEWAY_PORT']}${path}`, { ...init, headers });
}

interface StoredFile {
  id: string;
  workspace_id: string;
  mode: Mode;
  status: string;
  size: string;
  sha256: string;
}

const rows = async (): Promise<StoredFile[]> =>
  (await database.query<StoredFile>('select id, workspace_id, mode, status, size, sha256 from file.file'))
    .rows;

/** What the storage has, by the name of the object. */
async function objects(): Promise<Map<string, string>> {
  const folder = installation.env['FILE_DIR'] ?? '';
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(files.map(({ name, parentPath }) => [name, join(parentPath, name)]));
}

/** As if the uploads that nothing became of had expired: the running sweep removes them. */
async function sweep(): Promise<void> {
  await database.query(`update file.file set expires_at = now() where expires_at is not null`);
  await database.query('update file.removed_object set due_at = now()');
  await eventually(async () => {
    expect((await rows()).filter(({ status }) => status !== 'available')).toEqual([]);
    const stored = [...(await objects()).keys()].toSorted();
    expect(stored).toEqual((await rows()).map(({ id }) => encodeId('file', id)).toSorted());
  }, 60_000);
}

describe('when the file service is killed during 100 uploads', () => {
  const outcomes: Outcome[] = [];

  beforeAll(async () => {
    let [begun, restarted] = [0, Promise.resolve()];
    const worker = async () => {
      while (begun < 100) {
        begun += 1;
        outcomes.push(await upload(randomBytes(randomInt(1, 1_000_000))));
        await restarted;
      }
    };
    const killing = eventually(() => outcomes.length >= 25).then(() => {
      const killed = running.get('file')?.end('SIGKILL');
      restarted = Promise.resolve(killed).then(() => start('file'));
      return restarted;
    });
    await Promise.all([killing, ...Array.from({ length: 20 }, worker)]);
  });

  it('some are answered 201, and the others with an error of the server', () => {
    const created = outcomes.filter(({ status }) => status === 201);
    const failed = outcomes.filter(({ status }) => status !== 201);
    expect(outcomes).toHaveLength(100);
    expect(created.length).toBeGreaterThan(50);
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([503]));
  });

  it('each of those answered 201 can be downloaded, byte for byte', async () => {
    const stored = await objects();
    for (const { file, sha256: hash } of outcomes) {
      if (file === undefined) continue;
      const shown = (await (await request(`/v1/files/${file.id}`)).json()) as { data: File };
      const download = await fetch(shown.data.url ?? '');
      expect(download.status).toBe(200);
      expect(sha256(Buffer.from(await download.arrayBuffer()))).toBe(hash);
      expect(sha256(await readFile(stored.get(file.id) ?? ''))).toBe(hash);
    }
  });

  it('no part of a file is visible', async () => {
    const stored = await objects();
    const available = (await rows()).filter(({ status }) => status === 'available');
    // A file may have been committed whose answer was lost.
    expect(available.length).toBeGreaterThanOrEqual(outcomes.filter(({ file }) => file !== undefined).length);
    for (const { id, size, sha256: hash } of available) {
      const bytes = await readFile(stored.get(encodeId('file', id)) ?? '');
      expect([String(bytes.length), sha256(bytes)]).toEqual([size, hash]);
    }
    for (const { id, status } of await rows()) {
      if (status === 'available') continue;
      expect((await request(`/v1/files/${encodeId('file', id)}`)).status).toBe(404);
    }
  });

  it('the sweep removes the rest, and no file', async () => {
    const files = (await rows()).filter(({ status }) => status === 'available').map(({ id }) => id);
    await sweep();
    expect((await rows()).map(({ id }) => id).toSorted()).toEqual(files.toSorted());
  });
});

describe('when the disk takes no more', () => {
  /** The kernel refuses a write beyond this size, in the middle of a file. The soft limit: only root may raise a hard one. */
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(running.get('file')?.pid), `--fsize=${bytes}:`]);

  it('an upload is answered 503 and leaves nothing, until there is room again', async () => {
    const before = [await rows(), await objects()];
    limitFiles(500_000);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await upload(randomBytes(3_000_000))).toMatchObject({ status: 503, file: undefined });
    await eventually(async () => expect([await rows(), await objects()]).toEqual(before));
    expect((await upload(randomBytes(100_000))).status).toBe(201);
    limitFiles('unlimited');
    const { status, file, sha256: hash } = await upload(randomBytes(3_000_000));
    expect(status).toBe(201);
    const stored = (await objects()).get((file as File).id) ?? '';
    expect(sha256(await readFile(stored))).toBe(hash);
  });
});

describe('while the file service is stopped', () => {
  it('an upload is answered 503, and another one after its start 201', async () => {
    await running.get('file')?.end('SIGTERM');
    expect((await upload(randomBytes(100_000))).status).toBe(503);
    await start('file');
    expect((await upload(randomBytes(100_000))).status).toBe(201);
  });
});
