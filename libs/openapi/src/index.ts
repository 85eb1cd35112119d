export { errorCodesOf, findLimitedArray } from './responses.ts';
export * from './asyncapi/catalogue.ts';
export * from './asyncapi/document.ts';
export * from './document.ts';
export * from './headers.ts';
export { INFO } from './info.ts';
export { knownValues, mapSubschemas } from './response-schema.ts';
export { DEFAULT_AUTH_URL, type Addresses } from './security.ts';
export * from './types.ts';
