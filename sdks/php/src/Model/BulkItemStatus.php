<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of BulkItemStatus that this release knows; a later server may send others. */
final class BulkItemStatus
{
    public const UPDATED = 'updated';
    public const UNCHANGED = 'unchanged';
    public const FAILED = 'failed';
}
