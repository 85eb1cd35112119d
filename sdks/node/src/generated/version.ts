// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = '1725ec584378c0207f62212bcbe37c16cfa45c5d972d70f6748b2bd436ee757a';
