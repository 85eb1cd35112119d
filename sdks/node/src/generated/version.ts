// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'd0a8462acd8f0941422926ed8ff7bbe76c6f1559be43b537a3da0ca212d812eb';
