// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = '61bbffa1fa21091bd36b531541640d27f674f3dd3bd2ec849cac2dd0dbb2577f';
