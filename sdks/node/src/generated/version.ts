// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'e7a21c1a72c15f239aefa3b5cd8e572e9a1dfb54af2fa252673c1a37eeb39473';
