<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A contact was deleted; `data` contains only its id */
final class ContactDeletedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => ContactDeletedEventData::class];

    protected function __construct(
        array $raw,
        /** The deleted contact */
        public readonly ContactDeletedEventData $data,
    ) {
        parent::__construct($raw);
    }
}
