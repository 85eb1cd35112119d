export { EmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
export { StandaloneConfig } from './standalone.config.ts';
