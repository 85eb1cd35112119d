// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'a8188c39ccfd0e97d2dd5b0c5edcc0aa000eb05e092d1f7712a1a950d7b2eb64';
