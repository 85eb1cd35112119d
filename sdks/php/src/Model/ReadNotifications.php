<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What marking all notifications as read has done */
final class ReadNotifications extends Model
{
    protected function __construct(
        array $raw,
        /** Number of notifications that were unread before */
        public readonly int $marked,
    ) {
        parent::__construct($raw);
    }
}
