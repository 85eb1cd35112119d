// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = '9e50b0c762e1d044f6b9d38d7156bb1dbcd52424df671511bb12c65222cb9575';
