<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Result of a replay */
final class Recovery extends Model
{
    protected function __construct(
        array $raw,
        /** Number of replayed deliveries */
        public readonly int $recovered,
        /** Whether failed deliveries remain in the range */
        public readonly bool $has_more,
    ) {
        parent::__construct($raw);
    }
}
