<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A ticket was deleted; `data` contains only its id */
final class TicketDeletedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => TicketDeletedEventData::class];

    protected function __construct(
        array $raw,
        /** The deleted ticket */
        public readonly TicketDeletedEventData $data,
    ) {
        parent::__construct($raw);
    }
}
