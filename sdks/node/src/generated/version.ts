// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'f8794f0dd1122eebcf58081bf2d0b2ff8259e27aee2dd0031e9dedcd1f925457';
