export { openDataDir } from './data-dir.ts';
export { DataDirLock } from './data-dir-lock.ts';
export { EmbeddedPostgres } from './embedded-postgres.ts';
export { StartupError } from './startup-error.ts';
