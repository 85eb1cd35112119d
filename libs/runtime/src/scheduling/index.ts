export * from './every.ts';
export * from './pruning.ts';
export * from './registrations.ts';
export * from './scheduled-job.ts';
