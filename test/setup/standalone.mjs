// One standalone for all end-to-end tests of a run, started as a user starts it: a process on its own database.
// Each test makes a workspace of its own in it.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@parley/embedded-postgres';
import { stopAtEnd } from './at-end.mjs';
import { startFileStorage } from './file-storage.mjs';
import { keepLog } from './logs.mjs';
import { SHARED_SETTINGS, untilReady } from './platform.mjs';
import { end, freePorts, WITHOUT_SERVERS } from './services-process.mjs';

const root = join(import.meta.dirname, '../..');

export default async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'));
  const storage = await startFileStorage('local');
  const [gatewayPort, operationsPort, smtpPort] = await freePorts(3);
  const child = spawn(process.execPath, [join(root, 'apps/standalone/dist/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      ...WITHOUT_SERVERS,
      DATA_DIR: dataDir,
      GATEWAY_PORT: String(gatewayPort),
      AUTH_PORT: '0',
      FILES_PORT: '0',
      MAIL_HTTP_PORT: '0',
      OPERATIONS_PORT: String(operationsPort),
      MAIL_LISTEN_PORT: String(smtpPort),
      ...SHARED_SETTINGS,
      ...storage.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keepLog(child, 'standalone');
  child.stderr.pipe(process.stderr);
  stopAtEnd(async () => {
    await end(child, 'SIGTERM');
    await EmbeddedPostgres.erase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
    await storage.stop();
  });
  await untilReady(child, 'standalone');
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_STANDALONE_SMTP_PORT = String(smtpPort);
  process.env.E2E_STANDALONE_DATABASE_URL = await databaseOf(dataDir);
}

/** Where the embedded database listens: for tests that hold something in it, to look at what waits. */
async function databaseOf(dataDir) {
  const read = (path) => readFile(path, 'utf8').then((text) => text.trim());
  const home = await read(join(dataDir, 'postgres.location')).catch(() => dataDir);
  const [, , , port] = (await read(join(home, 'postgres/postmaster.pid'))).split('\n');
  return `postgres://parley:${await read(join(dataDir, 'postgres.password'))}@127.0.0.1:${port}/parley`;
}
