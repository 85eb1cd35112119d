<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The reason why a job has stopped */
final class JobFailure extends Model
{
    protected function __construct(
        array $raw,
        /**
         * `too_many_records`: the filter matches more than 50000, and nothing was changed; `owner_inactive`: the user
         * who made the job is deactivated; `insufficient_scope`: the role of this user does not allow it any more;
         * `unavailable`: a service did not answer for long
         */
        public readonly string $code,
        /** Human-readable message */
        public readonly string $message,
    ) {
        parent::__construct($raw);
    }
}
