<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of ErrorCode that this release knows; a later server may send others. */
final class ErrorCode
{
    public const MISSING_API_KEY = 'missing_api_key';
    public const INVALID_API_KEY = 'invalid_api_key';
    public const TOKEN_EXPIRED = 'token_expired';
    public const INSUFFICIENT_SCOPE = 'insufficient_scope';
    public const FORBIDDEN = 'forbidden';
    public const ROLE_FORBIDDEN = 'role_forbidden';
    public const MODE_FORBIDDEN = 'mode_forbidden';
    public const ADDRESS_NOT_ALLOWED = 'address_not_allowed';
    public const CSRF_FAILED = 'csrf_failed';
    public const INVALID_PARAMETER = 'invalid_parameter';
    public const MISSING_PARAMETER = 'missing_parameter';
    public const UNKNOWN_PARAMETER = 'unknown_parameter';
    public const READ_ONLY_PARAMETER = 'read_only_parameter';
    public const DUPLICATE_VALUE = 'duplicate_value';
    public const AMBIGUOUS_MATCH = 'ambiguous_match';
    public const TOO_MANY_ITEMS = 'too_many_items';
    public const POSITION_EXPIRED = 'position_expired';
    public const FILE_TOO_LARGE = 'file_too_large';
    public const UNSUPPORTED_FILE_TYPE = 'unsupported_file_type';
    public const MALFORMED_JSON = 'malformed_json';
    public const MALFORMED_MULTIPART = 'malformed_multipart';
    public const BODY_TOO_LARGE = 'body_too_large';
    public const UNSUPPORTED_MEDIA_TYPE = 'unsupported_media_type';
    public const UNSUPPORTED_ENCODING = 'unsupported_encoding';
    public const NOT_FOUND = 'not_found';
    public const RATE_LIMIT_EXCEEDED = 'rate_limit_exceeded';
    public const IDEMPOTENCY_MISMATCH = 'idempotency_mismatch';
    public const IDEMPOTENCY_IN_PROGRESS = 'idempotency_in_progress';
    public const PRECONDITION_FAILED = 'precondition_failed';
    public const NOT_EDITABLE = 'not_editable';
    public const INTERNAL_ERROR = 'internal_error';
    public const SERVICE_UNAVAILABLE = 'service_unavailable';
    public const OUTCOME_UNKNOWN = 'outcome_unknown';
}
