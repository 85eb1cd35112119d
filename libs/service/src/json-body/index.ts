// Exported beside the index: what serves no HTTP need not load Fastify.
export { isJsonType, jsonObjectParser, prototypeFault } from './json-body.ts';
export { jsonFault } from './json-bounds.ts';
export { shownError } from './shown-error.ts';
