export * from './context.ts';
export * from './transaction.ts';
