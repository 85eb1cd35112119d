// Generated from the API document by `npm run sdks`. Do not edit.

/** The version of the API that the library was made for. */
export const API_VERSION = '0.1.0';
/** The SHA-256 of the API document that the library was made from. */
export const API_DOCUMENT_SHA256 = 'af20afa9762f5efc75948f8577bf88e2024fe6d76c39f86a1f4220ce7e0f6dda';
