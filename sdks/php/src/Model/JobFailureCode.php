<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of JobFailureCode that this release knows; a later server may send others. */
final class JobFailureCode
{
    public const TOO_MANY_RECORDS = 'too_many_records';
    public const OWNER_INACTIVE = 'owner_inactive';
    public const INSUFFICIENT_SCOPE = 'insufficient_scope';
    public const UNAVAILABLE = 'unavailable';
}
