export * from './logger.ts';
export * from './log-format.ts';
