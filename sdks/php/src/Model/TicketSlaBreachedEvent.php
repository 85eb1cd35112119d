<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** The deadline for the first response has passed */
final class TicketSlaBreachedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Ticket::class];

    protected function __construct(
        array $raw,
        /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
        public readonly string $metric,
        /** Id of the SLA policy; null for the targets of the workspace */
        public readonly ?string $policy_id,
        /** A support request with a status, a priority and an SLA */
        public readonly Ticket $data,
    ) {
        parent::__construct($raw);
    }
}
