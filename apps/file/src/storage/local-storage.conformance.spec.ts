import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalStorage } from './local-storage.ts';
import { storageConformance } from './storage.conformance.ts';

storageConformance('local storage', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  const isFile = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };
  return {
    storage: new LocalStorage(folder),
    stored: isFile,
    close: () => rm(folder, { recursive: true }),
  };
});
