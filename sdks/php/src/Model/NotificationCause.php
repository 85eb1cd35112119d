<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions them; `reply`: the
 * contact wrote on a record that is assigned to them or that they follow; `sla_warning`: the first response to a ticket
 * of theirs is soon due; `woken`: a snooze of theirs has ended
 */
final class NotificationCause
{
    public const ASSIGNED = 'assigned';
    public const MENTIONED = 'mentioned';
    public const REPLY = 'reply';
    public const SLA_WARNING = 'sla_warning';
    public const WOKEN = 'woken';
}
