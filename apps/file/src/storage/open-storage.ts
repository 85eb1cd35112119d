import type { Env } from '@parley/runtime/config';
import type { Logger } from '@parley/runtime/logging';
import { FileConfig } from '../file.config.ts';
import { LocalStorage } from './local-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { checkBucket, createClient, loadSdk } from './s3-client.ts';
import { S3Storage } from './s3-storage.ts';

/** The configured storage, once it can be reached. */
export async function openStorage(config: FileConfig, logger: Logger): Promise<ObjectStorage> {
  return config.FILE_STORAGE === 's3' ? S3Storage.open(config, logger) : new LocalStorage(config.FILE_DIR);
}

/** Throws the reason why the configured storage cannot be used now. A folder is made when it is needed. */
export async function checkStorage(env: Env): Promise<void> {
  const config = new FileConfig(env);
  if (config.FILE_STORAGE !== 's3') return;
  const sdk = await loadSdk();
  const client = createClient(sdk, config, 0);
  await checkBucket(sdk, client, config).finally(() => client.destroy());
}
