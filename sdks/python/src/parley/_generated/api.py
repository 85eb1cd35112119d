# Generated from the API document by `npm run sdks`. Do not edit.

"""The API document that this release was made from."""

API_VERSION = "0.1.0"
API_DOCUMENT_SHA256 = "f8794f0dd1122eebcf58081bf2d0b2ff8259e27aee2dd0031e9dedcd1f925457"
ERROR_CODES = frozenset(
    {
        "missing_api_key",
        "invalid_api_key",
        "token_expired",
        "insufficient_scope",
        "forbidden",
        "role_forbidden",
        "mode_forbidden",
        "address_not_allowed",
        "csrf_failed",
        "invalid_parameter",
        "missing_parameter",
        "unknown_parameter",
        "read_only_parameter",
        "duplicate_value",
        "ambiguous_match",
        "too_many_items",
        "position_expired",
        "file_too_large",
        "unsupported_file_type",
        "malformed_json",
        "malformed_multipart",
        "body_too_large",
        "unsupported_media_type",
        "unsupported_encoding",
        "not_found",
        "rate_limit_exceeded",
        "idempotency_mismatch",
        "idempotency_in_progress",
        "precondition_failed",
        "not_editable",
        "internal_error",
        "service_unavailable",
        "outcome_unknown",
    }
)
SCOPES = frozenset(
    {
        "conversations:read",
        "conversations:write",
        "contacts:read",
        "contacts:write",
        "tickets:read",
        "tickets:write",
        "users:read",
        "users:write",
        "files:read",
        "files:write",
        "views:read",
        "views:write",
        "notifications:manage",
        "macros:read",
        "macros:write",
        "webhooks:manage",
        "mailboxes:manage",
    }
)
