<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it is
 * changed: a closed browser does not end it
 */
final class AvailabilityStatus
{
    public const ONLINE = 'online';
    public const AWAY = 'away';
    public const OFFLINE = 'offline';
}
