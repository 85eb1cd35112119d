<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Values of `presence` in `streamEvents` */
final class StreamEventsPresence
{
    public const TRUE = 'true';
    public const FALSE = 'false';
}
