export * from './health.ts';
export * from './run-process.ts';
export * from './run-service.ts';
