<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * `connected`: mails leave; `disconnected`: the server refuses the mailbox or cannot be reached, and it is tried again;
 * `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days
 */
final class MailboxStatus
{
    public const CONNECTED = 'connected';
    public const DISCONNECTED = 'disconnected';
    public const DISABLED = 'disabled';
}
