// One PostgreSQL for all package tests of a run; each test file makes a database of its own on it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@parley/embedded-postgres';
import { stopAtEnd } from './at-end.mjs';

/**
 * Nothing here has to survive a crash of the machine. Each database that is created or dropped causes a checkpoint, after which
 * every page would be logged as a whole once more; and none is there for long enough to be vacuumed.
 */
const SHORT_LIVED = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // The default is 1 s, for which the tests of deadlocks would wait.
  deadlock_timeout: '100ms',
};

export default async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const starting = EmbeddedPostgres.start({ dataDir, settings: SHORT_LIVED });
  stopAtEnd(async () => {
    await (await starting.catch(() => undefined))?.stop();
    await EmbeddedPostgres.erase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  process.env.TEST_DATABASE_URL = (await starting).url;
}
