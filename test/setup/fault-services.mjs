// What the fault tests of separate services share: a database with all migrations, of which each installation gets a copy. To
// apply them takes as much CPU time as three starts of a service.
import { stopAtEnd } from './at-end.mjs';
import { migrateInstallation, newInstallation } from './services-process.mjs';

export default async function setup() {
  const installation = await newInstallation({ ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64') });
  await migrateInstallation(installation.env).catch(async (error) => {
    await installation.remove();
    throw error;
  });
  process.env.TEST_DATABASE_TEMPLATE = new URL(installation.env.DATABASE_URL).pathname.slice(1);
  stopAtEnd(() => installation.remove());
}
