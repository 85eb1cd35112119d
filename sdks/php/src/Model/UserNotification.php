<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a user should know of a ticket or a conversation */
final class UserNotification extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the notification */
        public readonly string $id,
        /**
         * Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions them;
         * `reply`: the contact wrote on a record that is assigned to them or that they follow; `sla_warning`: the first
         * response to a ticket of theirs is soon due; `woken`: a snooze of theirs has ended
         */
        public readonly string $cause,
        /** Id of the ticket; null if it is about a conversation */
        public readonly ?string $ticket_id,
        /** Id of the conversation; null if it is about a ticket */
        public readonly ?string $conversation_id,
        /** Id of the message, for the causes `mentioned` and `reply`; otherwise null */
        public readonly ?string $message_id,
        /** Whether the user has read it */
        public readonly bool $read,
        /** Time at which it was marked as read, or null */
        public readonly ?string $read_at,
        /** Time of creation */
        public readonly string $created_at,
    ) {
        parent::__construct($raw);
    }
}
