// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'afec40f0217b0686ffa348e3e0f12c5a8d29e1ad9a4428ee1081e79b3bf1fe47';
