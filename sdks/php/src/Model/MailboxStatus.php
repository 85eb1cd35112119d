<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * `connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it is tried again;
 * `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days; those of a mailbox that is
 * only refused where its mails are fetched leave, as `affects` of the reason tells
 */
final class MailboxStatus
{
    public const CONNECTED = 'connected';
    public const DISCONNECTED = 'disconnected';
    public const DISABLED = 'disabled';
}
