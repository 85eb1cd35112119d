export * from './operations-server.ts';
export * from './run-process.ts';
export * from './run-service.ts';
// Exported beside the index: what serves no HTTP need not load Fastify, which takes 20 MB of memory.
