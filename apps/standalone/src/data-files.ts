import { createECDH, randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataDir } from '@parley/embedded-postgres';
import type { Env } from '@parley/runtime/config';

const ENCRYPTION_FILE = 'encryption.json';
const PUSH_FILE = 'push.json';

/** A JSON file of the data folder; `undefined` when there is none. */
export async function readData<T>(dataDir: string, name: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, name), 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a JSON file that only its owner can read: whole or, when the process dies meanwhile, not at all. */
export async function writeData(dataDir: string, name: string, value: unknown): Promise<void> {
  const path = join(dataDir, name);
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

export async function removeData(dataDir: string, name: string): Promise<void> {
  await rm(join(dataDir, name), { force: true });
}

/** The key that encrypts secrets at rest: ENCRYPTION_KEYS, else one made at the first start and kept with the data. */
export async function encryptionKeys(dataDir: string, env: Env): Promise<string> {
  if (env['ENCRYPTION_KEYS'] !== undefined) return env['ENCRYPTION_KEYS'];
  await openDataDir(dataDir);
  const kept = await readData<{ keys: string }>(dataDir, ENCRYPTION_FILE);
  if (kept !== undefined) return kept.keys;
  const keys = randomBytes(32).toString('base64');
  await writeData(dataDir, ENCRYPTION_FILE, { keys });
  return keys;
}

/** The key with which notifications are pushed: PUSH_VAPID_PRIVATE_KEY, else one made at the first start, since browsers are bound to it. */
export async function pushKey(dataDir: string, env: Env): Promise<string> {
  if (env['PUSH_VAPID_PRIVATE_KEY'] !== undefined) return env['PUSH_VAPID_PRIVATE_KEY'];
  await openDataDir(dataDir);
  const kept = await readData<{ private_key: string }>(dataDir, PUSH_FILE);
  if (kept !== undefined) return kept.private_key;
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // A number that is smaller than most has fewer bytes.
  const key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  await writeData(dataDir, PUSH_FILE, { private_key: key });
  return key;
}
