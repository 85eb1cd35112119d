// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'bdbd898fdd7fd592d33e7f58143c6c13e1e446bb45a5d6d52e1de2221df5ff97';
