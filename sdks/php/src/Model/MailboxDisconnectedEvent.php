<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/**
 * A mailbox cannot send, and its mails wait; or the mails that arrive cannot be fetched. `status_reason` says which,
 * and why
 */
final class MailboxDisconnectedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Mailbox::class];

    protected function __construct(
        array $raw,
        /** A mailbox through which replies leave */
        public readonly Mailbox $data,
    ) {
        parent::__construct($raw);
    }
}
