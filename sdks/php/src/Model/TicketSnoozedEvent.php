<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A ticket was snoozed, or its snooze got another end; `previous` contains the old values */
final class TicketSnoozedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Ticket::class];
    protected const MAPS = ['previous' => null];

    protected function __construct(
        array $raw,
        /** A support request with a status, a priority and an SLA */
        public readonly Ticket $data,
        /** @var array<string, mixed> Previous values of the changed fields; other fields are absent */
        public readonly array $previous,
    ) {
        parent::__construct($raw);
    }
}
