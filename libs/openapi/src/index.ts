export { errorCodesOf, longestListOf } from './answers.ts';
export * from './document.ts';
export * from './headers.ts';
export { mapSchemas } from './schemas.ts';
export { USUAL_AUTH_URL } from './security.ts';
export * from './types.ts';
