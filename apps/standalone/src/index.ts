export { encryptionKeys, pushKey } from './data-files.ts';
export { migrateAll, migrateWithProgress } from './services.ts';
export { reachServers } from './servers.ts';
export { configsFor, freePort } from './standalone.ts';
export { StandaloneConfig } from './standalone.config.ts';
