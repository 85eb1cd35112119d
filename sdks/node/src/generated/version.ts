// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = '07ca2b86e9ebc109486a6d3cf64107b5db1e96088980b52b61545a250c05d6a2';
