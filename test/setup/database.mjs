// One PostgreSQL for all package tests of a run; each test file makes a database of its own on it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@parley/embedded-postgres';

export default async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  // Nothing here has to survive a crash of the machine.
  const postgres = await EmbeddedPostgres.start({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });
  process.env.TEST_DATABASE_URL = postgres.url;
  globalThis.__stopDatabase = async () => {
    await postgres.stop();
    await EmbeddedPostgres.erase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
}
