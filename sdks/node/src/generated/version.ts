// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = '738f1e48fd881ac6721c983f519222ec6cd672411927f2793c94f9fd42b7bf45';
