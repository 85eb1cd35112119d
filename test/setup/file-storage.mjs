// Where the platform under test stores files: standalone in a folder, the separate services in an S3 server.
// TEST_FILE_STORAGE=local|s3 changes that, so that the same stories run in each form on each storage.
import { S3Server } from '@parley/testing';

/** The settings of the storage, and what ends it. */
export async function startFileStorage(usual) {
  const { TEST_FILE_STORAGE: storage = usual } = process.env;
  if (storage !== 's3') return { settings: { FILE_STORAGE: storage }, stop: async () => {} };
  const server = await S3Server.start();
  return { settings: server.settings, stop: () => server.close() };
}
