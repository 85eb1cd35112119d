// The gateway and the services as separate processes over real servers, for the same end-to-end stories. The run has a
// database, a Redis prefix and a bus prefix of its own, and removes them. The services reach the database through a
// PgBouncer in transaction mode, each with a login of its own, and store files in an S3 server.
import { stopAtEnd } from './at-end.mjs';
import { startFileStorage } from './file-storage.mjs';
import { findPgBouncer } from './pgbouncer.mjs';
import { SHARED_SETTINGS } from './platform.mjs';
import { freePorts, startServices } from './services-process.mjs';

export default async function setup() {
  if (findPgBouncer() === undefined) {
    const reason = 'no PgBouncer was found (apt-get install pgbouncer, or set PGBOUNCER)';
    if (process.env.CI === 'true') throw new Error(`${reason}, and CI=true asks for one`);
    console.log(`separate services without a connection pooler: ${reason}`);
  }
  const storage = await startFileStorage('s3');
  const [smtpPort] = await freePorts(1);
  const settings = { ...SHARED_SETTINGS, ...storage.settings, MAIL_LISTEN_PORT: String(smtpPort) };
  const starting = startServices(settings, { hasLogins: true });
  stopAtEnd(async () => {
    await (await starting.catch(() => undefined))?.remove();
    await storage.stop();
  });
  const services = await starting;
  process.env.E2E_SERVICES_SMTP_PORT = String(smtpPort);
  process.env.E2E_RPC_ADDRESSES = services.env.RPC_ADDRESSES;
  process.env.E2E_SERVICES_DATABASE_URL = services.env.DATABASE_MIGRATION_URL ?? services.env.DATABASE_URL;
  process.env.E2E_BUS_PREFIX = services.env.BUS_PREFIX;
  process.env.E2E_OPERATIONS_PORT = services.env.OPERATIONS_PORT;
}
