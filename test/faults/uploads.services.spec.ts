import { createHash, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type File, type Mode } from '@parley/contracts';
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

describe('when the disk takes no more', () => {
  /** The kernel refuses a write beyond this size, in the middle of a file. The soft limit: only root may raise a hard one. */
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(running.get('file')?.pid), `--fsize=${bytes}:`]);

  it('an upload is answered 503 and leaves nothing, until there is room again', async () => {
    // The folder of the files is made with the first of them.
    expect((await upload(randomBytes(100_000))).status).toBe(201);
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
