// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = '4a6fa275f49e48dab6a2fe617e341472ad40a1dc657b5019f1ba267c7382ca95';
