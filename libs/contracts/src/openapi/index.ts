export * from './document.ts';
export * from './headers.ts';
export * from './types.ts';
