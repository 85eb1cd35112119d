<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** How fast mails leave */
final class MailboxLimits extends Model
{
    protected function __construct(
        array $raw,
        /** Most attempts to send a mail in a minute */
        public readonly int $per_minute,
        /** Most attempts to send a mail in 24 hours, or null for no limit */
        public readonly ?int $per_day,
        /** Most connections at a time */
        public readonly int $concurrency,
    ) {
        parent::__construct($raw);
    }
}
