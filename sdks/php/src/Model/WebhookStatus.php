<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Status of the webhook; nothing is delivered while it is disabled */
final class WebhookStatus
{
    public const ENABLED = 'enabled';
    public const DISABLED = 'disabled';
}
