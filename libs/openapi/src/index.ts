export { errorCodesOf, findLimitedArray } from './responses.ts';
export * from './document.ts';
export * from './headers.ts';
export { mapSubschemas } from './schemas.ts';
export { DEFAULT_AUTH_URL } from './security.ts';
export * from './types.ts';
