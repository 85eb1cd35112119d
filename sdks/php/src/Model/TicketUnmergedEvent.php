<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A ticket that had been merged into another one is a ticket of its own again */
final class TicketUnmergedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Ticket::class];

    protected function __construct(
        array $raw,
        /** A support request with a status, a priority and an SLA */
        public readonly Ticket $data,
    ) {
        parent::__construct($raw);
    }
}
