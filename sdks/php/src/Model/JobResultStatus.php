<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Result for a record; `pending`: not processed, or not yet */
final class JobResultStatus
{
    public const PENDING = 'pending';
    public const UPDATED = 'updated';
    public const UNCHANGED = 'unchanged';
    public const FAILED = 'failed';
}
