<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Where notifications of a cause arrive */
final class NotificationChannels extends Model
{
    protected function __construct(
        array $raw,
        /** Whether they are in the list of notifications */
        public readonly bool $in_app,
        /** Whether they are pushed to the devices of the user */
        public readonly bool $push,
        /** Whether the user gets a mail about those that stay unread for an hour */
        public readonly bool $mail,
    ) {
        parent::__construct($raw);
    }
}
