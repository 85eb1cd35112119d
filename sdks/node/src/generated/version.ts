// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = '9ac1cd04313583e2ceb90884d07cee335b6fb91a4a0b5bcc02dc3b71fa720bb7';
