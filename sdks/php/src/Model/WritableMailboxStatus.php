<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** `disabled` holds mails back, for three days at most; `connected` tries again at once */
final class WritableMailboxStatus
{
    public const CONNECTED = 'connected';
    public const DISABLED = 'disabled';
}
