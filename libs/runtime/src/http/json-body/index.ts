// Exported beside the index: what serves no HTTP need not load Fastify.
export { isJsonType, jsonObjectParser, prototypeError } from './json-body.ts';
export { jsonError } from './json-bounds.ts';
export { shownError } from './shown-error.ts';
