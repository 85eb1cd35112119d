import { randomBytes } from 'node:crypto';
import { openDataDir } from '@parley/embedded-postgres';
import type { Env } from '@parley/kernel';
import { readData, writeData } from './data-files.ts';

const FILE = 'encryption.json';

/** The key that encrypts secrets at rest: ENCRYPTION_KEYS, else one made at the first start and kept with the data. */
export async function encryptionKeys(dataDir: string, env: Env): Promise<string> {
  if (env['ENCRYPTION_KEYS'] !== undefined) return env['ENCRYPTION_KEYS'];
  await openDataDir(dataDir);
  const kept = await readData<{ keys: string }>(dataDir, FILE);
  if (kept !== undefined) return kept.keys;
  const keys = randomBytes(32).toString('base64');
  await writeData(dataDir, FILE, { keys });
  return keys;
}
