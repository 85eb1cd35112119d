<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the contact
 * too, but never sent. A reply of a user is sent, unless `send` is false, if its conversation has a `mailbox_id` or
 * `connection_id`; others are recorded, not sent
 */
final class MessageType
{
    public const REPLY = 'reply';
    public const NOTE = 'note';
    public const COMMENT = 'comment';
}
