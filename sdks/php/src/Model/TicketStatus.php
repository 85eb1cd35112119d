<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Current status of the ticket */
final class TicketStatus
{
    public const OPEN = 'open';
    public const PENDING = 'pending';
    public const RESOLVED = 'resolved';
    public const CLOSED = 'closed';
}
