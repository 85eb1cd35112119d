// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'a4ecb175fcfe00673c638cc9b788e5d1b6628832963fefbb436023736cb7a7f9';
