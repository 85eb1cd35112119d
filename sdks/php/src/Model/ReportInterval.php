<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Length of the intervals: hours, days or weeks (from Monday) of the time zone */
final class ReportInterval
{
    public const HOUR = 'hour';
    public const DAY = 'day';
    public const WEEK = 'week';
}
