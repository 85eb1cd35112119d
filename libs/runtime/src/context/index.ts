export * from './access.ts';
export * from './context.ts';
export * from './transaction.ts';
