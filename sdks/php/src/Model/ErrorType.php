<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of ErrorType that this release knows; a later server may send others. */
final class ErrorType
{
    public const INVALID_REQUEST_ERROR = 'invalid_request_error';
    public const AUTHENTICATION_ERROR = 'authentication_error';
    public const AUTHORIZATION_ERROR = 'authorization_error';
    public const NOT_FOUND_ERROR = 'not_found_error';
    public const RATE_LIMIT_ERROR = 'rate_limit_error';
    public const API_ERROR = 'api_error';
}
