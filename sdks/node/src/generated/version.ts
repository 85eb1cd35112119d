// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'e5455363e62ac72d7656ee4bbca7d91798b897a077ced1c844b2a61223dcbbf7';
