<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress; `delivered`:
 * the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled
 */
final class DeliveryStatus
{
    public const PENDING = 'pending';
    public const SENDING = 'sending';
    public const DELIVERED = 'delivered';
    public const FAILED = 'failed';
    public const CANCELLED = 'cancelled';
}
