// `npm run db:migrate [-- --check]`: migrates the schemas of all services, or lists pending migrations.
import { prepare } from './prepare.mjs';

await prepare();
await import('../../apps/standalone/dist/db-migrate.js');
