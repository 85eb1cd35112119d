export * from './health-server.ts';
export * from './run-process.ts';
export * from './run-service.ts';
