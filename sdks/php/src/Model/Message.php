<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A message, internal note or comment in a conversation */
final class Message extends Model
{
    protected const RECORDS = [
        'author' => MessageAuthor::class,
        'email' => MessageEmail::class,
        'delivery' => MessageDelivery::class,
    ];
    protected const LISTS = ['attachments' => Attachment::class];

    protected function __construct(
        array $raw,
        /** Id of the message */
        public readonly string $id,
        /** Id of the conversation */
        public readonly string $conversation_id,
        /** Text of the message; empty if it was redacted */
        public readonly string $body,
        /**
         * Text of earlier messages that a mail repeats, which `body` is without; or null (servers before the next
         * release do not send it)
         */
        public readonly ?string $quoted_body,
        /**
         * Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the
         * contact too, but never sent. A reply of a user is sent, unless `send` is false, if its conversation has a
         * `mailbox_id` or `connection_id`; others are recorded, not sent
         */
        public readonly string $type,
        /** Id of the message in an external system, unique in the workspace and mode, or null */
        public readonly ?string $external_id,
        /** Author of the message */
        public readonly MessageAuthor $author,
        /** @var list<Attachment> Files attached to the message */
        public readonly array $attachments,
        /** Its addresses and its subject, if it is a mail, or null (servers before the next release do not send it) */
        public readonly ?MessageEmail $email,
        /**
         * Id of the mailbox through which it leaves or came, or null (servers before the next release do not send it)
         */
        public readonly ?string $mailbox_id,
        /**
         * Id of the connection through which it leaves or came, or null (servers before the next release do not send
         * it)
         */
        public readonly ?string $connection_id,
        /** The sending of the message; null if it is recorded, not sent */
        public readonly ?MessageDelivery $delivery,
        /**
         * Time at which the contact sent it, as a connector or the mail has told; or null (servers before the next
         * release do not send it)
         */
        public readonly ?string $sent_at,
        /** Time at which its text was changed last, or null (servers before the next release do not send it) */
        public readonly ?string $edited_at,
        /** Id of the user who changed its text last, or null (servers before the next release do not send it) */
        public readonly ?string $edited_by,
        /** Time at which its text and attachments were removed, or null */
        public readonly ?string $redacted_at,
        /**
         * Id of the user who removed them; null also if an operator has erased its contact (servers before the next
         * release do not send it)
         */
        public readonly ?string $redacted_by,
        /**
         * @var list<string>|null Ids of the users whom a note mentions (servers before the next release do not send
         *   it)
         */
        public readonly ?array $mentions,
        /** Time of creation */
        public readonly string $created_at,
    ) {
        parent::__construct($raw);
    }
}
