<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** MessageDeliveryRecipient of the API document. */
final class MessageDeliveryRecipient extends Model
{
    protected function __construct(
        array $raw,
        /** Address of the recipient */
        public readonly string $address,
        /**
         * How far the sending of a message is (`queued`, `sending`, `sent`, `delivered`, `unknown`, `bounced`,
         * `failed`, `cancelled`)
         */
        public readonly string $status,
    ) {
        parent::__construct($raw);
    }
}
