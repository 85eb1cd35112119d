<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A ticket was merged into another one, which answers for it; `data` contains both ids */
final class TicketMergedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => TicketMergedEventData::class];

    protected function __construct(
        array $raw,
        /** The merged ticket */
        public readonly TicketMergedEventData $data,
    ) {
        parent::__construct($raw);
    }
}
