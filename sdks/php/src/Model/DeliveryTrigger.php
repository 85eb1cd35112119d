<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of DeliveryTrigger that this release knows; a later server may send others. */
final class DeliveryTrigger
{
    public const SCHEDULE = 'schedule';
    public const MANUAL = 'manual';
    public const TEST = 'test';
}
