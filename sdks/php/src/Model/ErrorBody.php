<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Code, message and details of an error */
final class ErrorBody extends Model
{
    protected const LISTS = ['details' => ErrorDetail::class];

    protected function __construct(
        array $raw,
        /** Machine-readable error code */
        public readonly string $code,
        /** Human-readable message */
        public readonly string $message,
        /** Path of the invalid parameter, such as `contact.email` or `ids[3]` */
        public readonly ?string $param,
        /**
         * Error type, which determines the HTTP status (`invalid_request_error`, `authentication_error`,
         * `authorization_error`, `not_found_error`, `rate_limit_error`, `api_error`)
         */
        public readonly string $type,
        /** @var list<ErrorDetail>|null Validation errors, at most 100; the first one is repeated above */
        public readonly ?array $details,
        /** Id of the request. Include it when you report a problem */
        public readonly string $request_id,
        /** URL of the documentation of this error code */
        public readonly string $doc_url,
    ) {
        parent::__construct($raw);
    }
}
