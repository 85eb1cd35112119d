export { encryptionKeys } from './encryption-key.ts';
export { migrateAll } from './migrate-all.ts';
export { reachServers } from './servers.ts';
export { StandaloneConfig } from './standalone.config.ts';
