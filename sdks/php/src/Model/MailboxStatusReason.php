<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Why a mailbox is disconnected */
final class MailboxStatusReason extends Model
{
    protected function __construct(
        array $raw,
        /** Machine-readable cause */
        public readonly string $code,
        /** Cause in words */
        public readonly string $message,
        /** `sending`: mails wait; `receiving`: mails leave, and those that arrive are not fetched */
        public readonly string $affects,
    ) {
        parent::__construct($raw);
    }
}
