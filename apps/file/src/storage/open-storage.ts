import type { Logger } from '@parley/kernel';
import type { FileConfig } from '../file.config.ts';
import { LocalStorage } from './local-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { S3Storage } from './s3-storage.ts';

/** The configured storage, once it can be reached. */
export async function openStorage(config: FileConfig, logger: Logger): Promise<ObjectStorage> {
  return config.FILE_STORAGE === 's3' ? S3Storage.open(config, logger) : new LocalStorage(config.FILE_DIR);
}
