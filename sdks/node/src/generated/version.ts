// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = '9a5e8b03fb43545a1dfbaf4bf0e7bda65d2634adfb4587908f9ba1ecc20e36eb';
