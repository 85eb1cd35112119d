<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The sending of a message to its recipients */
final class MessageDelivery extends Model
{
    protected const RECORDS = ['error' => MessageDeliveryError::class];
    protected const LISTS = ['recipients' => MessageDeliveryRecipient::class];

    protected function __construct(
        array $raw,
        /**
         * How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone
         * report: a mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it over;
         * `delivered`: the server of the recipient has taken it; `unknown`: it was handed over and no answer came;
         * `bounced`: refused after it was sent; `failed`: not sent; `cancelled`: redacted before it was sent
         */
        public readonly string $status,
        /** Time of the last change of the status */
        public readonly string $updated_at,
        /** Why it waits, or was not sent or delivered; or null */
        public readonly ?MessageDeliveryError $error,
        /** @var list<MessageDeliveryRecipient> The recipients, each with the status of its own */
        public readonly array $recipients,
    ) {
        parent::__construct($raw);
    }
}
