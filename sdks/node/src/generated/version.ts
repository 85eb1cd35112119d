// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'c0aefe5f4555b8a1fda7cb16ab4789ffa2e1bc19278ecdef4cf05c260d1f3b68';
