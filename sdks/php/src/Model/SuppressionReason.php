<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * `bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as spam, which nothing
 * records yet; `manual`: an admin has listed it
 */
final class SuppressionReason
{
    public const BOUNCED = 'bounced';
    public const COMPLAINED = 'complained';
    public const MANUAL = 'manual';
}
