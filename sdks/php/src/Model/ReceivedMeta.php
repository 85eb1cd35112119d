<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What the call has done */
final class ReceivedMeta extends Model
{
    protected function __construct(
        array $raw,
        /** Whether the message was created; else it was there */
        public readonly bool $created,
    ) {
        parent::__construct($raw);
    }
}
