<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it */
final class SlaStatus
{
    public const ON_TRACK = 'on_track';
    public const WARNING = 'warning';
    public const BREACHED = 'breached';
}
