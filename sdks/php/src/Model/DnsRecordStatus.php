<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of DnsRecordStatus that this release knows; a later server may send others. */
final class DnsRecordStatus
{
    public const UNKNOWN = 'unknown';
    public const FOUND = 'found';
    public const MISSING = 'missing';
    public const DIFFERENT = 'different';
}
