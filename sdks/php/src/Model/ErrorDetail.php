<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** One validation error */
final class ErrorDetail extends Model
{
    protected function __construct(
        array $raw,
        /** Machine-readable error code */
        public readonly string $code,
        /** Human-readable message */
        public readonly string $message,
        /** Path of the invalid parameter, such as `contact.email` or `ids[3]` */
        public readonly ?string $param,
        /** Part of the request that has the parameter (`body`, `query`, `header`, `path`) */
        public readonly string $in,
    ) {
        parent::__construct($raw);
    }
}
