// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'cc1bb0502bdb3fdc4b1bfc8aa870b0e768099642239b0149c01f02565f5fc8fe';
