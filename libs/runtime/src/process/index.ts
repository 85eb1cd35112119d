export * from './boot.ts';
export * from './health.ts';
export * from './operations-addresses.config.ts';
export * from './operations-server.ts';
export * from './run-process.ts';
export { shutdown, SHUTDOWN_MS, Shutdown } from './shutdown.ts';
