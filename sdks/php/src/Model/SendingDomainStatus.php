<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of SendingDomainStatus that this release knows; a later server may send others. */
final class SendingDomainStatus
{
    public const PENDING = 'pending';
    public const VERIFIED = 'verified';
    public const FAILED = 'failed';
}
