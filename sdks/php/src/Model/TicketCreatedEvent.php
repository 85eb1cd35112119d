<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A ticket was created */
final class TicketCreatedEvent extends KnownEvent
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
