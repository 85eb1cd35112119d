<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Requests in live mode */
final class ModeUsage extends Model
{
    protected function __construct(
        array $raw,
        /** Requests that counted against the limit */
        public readonly int $requests,
        /** Requests that were refused with 429 because the limit was used up */
        public readonly int $rate_limited,
    ) {
        parent::__construct($raw);
    }
}
