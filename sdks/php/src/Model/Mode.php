<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of Mode that this release knows; a later server may send others. */
final class Mode
{
    public const LIVE = 'live';
    public const TEST = 'test';
}
