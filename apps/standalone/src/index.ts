export { encryptionKeys } from './data-files.ts';
export { migrateAll } from './services.ts';
export { reachServers } from './servers.ts';
export { StandaloneConfig } from './standalone.config.ts';
