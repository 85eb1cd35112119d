<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** How far the connector has come. A report of an earlier state changes nothing */
final class ReportedDeliveryStatus
{
    public const SENDING = 'sending';
    public const SENT = 'sent';
    public const DELIVERED = 'delivered';
    public const UNKNOWN = 'unknown';
    public const BOUNCED = 'bounced';
    public const FAILED = 'failed';
}
