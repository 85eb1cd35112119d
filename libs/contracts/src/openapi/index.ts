export { errorCodesOf, longestListOf } from './answers.ts';
export * from './document.ts';
export * from './headers.ts';
export { mapSchemas } from './schemas.ts';
export * from './types.ts';
