export * from './trace-context.ts';
export * from './tracing.config.ts';
export * from './tracing.ts';
