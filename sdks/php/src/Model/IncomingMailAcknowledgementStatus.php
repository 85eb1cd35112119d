<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of IncomingMailAcknowledgementStatus that this release knows; a later server may send others. */
final class IncomingMailAcknowledgementStatus
{
    public const WITHHELD = 'withheld';
    public const QUEUED = 'queued';
    public const SENDING = 'sending';
    public const SENT = 'sent';
    public const DELIVERED = 'delivered';
    public const UNKNOWN = 'unknown';
    public const BOUNCED = 'bounced';
    public const FAILED = 'failed';
    public const CANCELLED = 'cancelled';
}
