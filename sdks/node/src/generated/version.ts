// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'd62f9a5347018019e85a357c414dcf9542ee80bf76eab4a2ab40e5b3b2b38350';
