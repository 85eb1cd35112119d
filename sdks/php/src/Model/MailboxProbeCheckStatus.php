<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of MailboxProbeCheckStatus that this release knows; a later server may send others. */
final class MailboxProbeCheckStatus
{
    public const PENDING = 'pending';
    public const PASSED = 'passed';
    public const FAILED = 'failed';
    public const SKIPPED = 'skipped';
}
