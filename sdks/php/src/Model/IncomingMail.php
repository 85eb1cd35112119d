<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A mail that arrived at a mailbox */
final class IncomingMail extends Model
{
    protected const RECORDS = [
        'reason' => IncomingMailReason::class,
        'from' => MailAddress::class,
        'authentication' => MailAuthentication::class,
        'acknowledgement' => IncomingMailAcknowledgement::class,
    ];

    protected function __construct(
        array $raw,
        /** Id of the incoming mail */
        public readonly string $id,
        /** Id of the mailbox that it came to, which may have been deleted */
        public readonly string $mailbox_id,
        /**
         * What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past; `delivered`: it
         * is a message; `quarantined`: held back, until it is released or discarded, for 90 days at most; `ignored`: it
         * is no message, such as a copy of one or a report about a mail that was sent; `failed`: it could not be read
         * or recorded, and can be retried, or it was too large to be stored; `discarded`: by a user, or after 90 days
         */
        public readonly string $status,
        /** Why it is quarantined, ignored or failed; or null */
        public readonly ?IncomingMailReason $reason,
        /** Kind of mail; null until it was read */
        public readonly ?string $type,
        /** The sender that its header names; null until it was read, and without one */
        public readonly ?MailAddress $from,
        /** @var list<string> The addresses that it was delivered to */
        public readonly array $to,
        /** Subject line, or null */
        public readonly ?string $subject,
        /** Size of its source in bytes, as far as it is known */
        public readonly int $size,
        /** What is known of its sender; null until it was read */
        public readonly ?MailAuthentication $authentication,
        /** Id of the conversation that it became a message of, or null */
        public readonly ?string $conversation_id,
        /** Id of the message that it became, or null */
        public readonly ?string $message_id,
        /** The acknowledgement of the mail; null if it began no conversation, or the mailbox sends none */
        public readonly ?IncomingMailAcknowledgement $acknowledgement,
        /**
         * Signed, expiring URL of the mail as it arrived, issued anew at every read; null once it is deleted, and for a
         * mail that was not stored
         */
        public readonly ?string $source_url,
        /** Time at which it was stored, or at which its server got it if it was imported */
        public readonly string $received_at,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
