// `npm run db:migrate [-- --check]`: brings the schemas of all services up to date, or says what is pending.
import { prepare } from './prepare.mjs';

await prepare();
await import('../apps/standalone/dist/db-migrate.js');
