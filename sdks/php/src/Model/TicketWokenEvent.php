<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/**
 * The snooze of a ticket has ended: its time came, the contact wrote, or somebody ended it; `previous` contains the old
 * values
 */
final class TicketWokenEvent extends KnownEvent
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
