export { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
