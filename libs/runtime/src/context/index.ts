export * from './context.ts';
export * from './transaction.ts';
export * from './migration.ts';
