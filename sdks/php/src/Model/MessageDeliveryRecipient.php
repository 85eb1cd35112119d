<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** MessageDeliveryRecipient of the API document. */
final class MessageDeliveryRecipient extends Model
{
    protected const RECORDS = ['error' => MessageDeliveryError::class];

    protected function __construct(
        array $raw,
        /** Address of the recipient */
        public readonly string $address,
        /**
         * How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone
         * report: a mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it over;
         * `delivered`: the server of the recipient has taken it; `unknown`: it was handed over and no answer came;
         * `bounced`: refused after it was sent; `failed`: not sent; `cancelled`: redacted before it was sent
         */
        public readonly string $status,
        /** Why it waits, or was not sent or delivered; or null (servers before the next release do not send it) */
        public readonly ?MessageDeliveryError $error,
    ) {
        parent::__construct($raw);
    }
}
