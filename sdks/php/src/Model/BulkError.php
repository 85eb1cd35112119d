<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The reason why a record could not be updated */
final class BulkError extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Error type (`invalid_request_error`, `authentication_error`, `authorization_error`, `not_found_error`,
         * `rate_limit_error`, `api_error`)
         */
        public readonly string $type,
        /** Error code */
        public readonly string $code,
        /** Human-readable message */
        public readonly string $message,
        /** Path of the invalid parameter */
        public readonly ?string $param,
    ) {
        parent::__construct($raw);
    }
}
