// The API of the account console: `@parley/contracts/console`.
export * from './console-operation.ts';
export * from './operations.ts';
export * from './registry.ts';
