<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** How many notifications a user has not read */
final class NotificationCounts extends Model
{
    protected function __construct(
        array $raw,
        /** Number of unread notifications */
        public readonly int $unread,
    ) {
        parent::__construct($raw);
    }
}
