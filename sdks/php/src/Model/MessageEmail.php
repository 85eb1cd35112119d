<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A message as a mail */
final class MessageEmail extends Model
{
    protected const RECORDS = ['from' => MailAddress::class, 'authentication' => MailAuthentication::class];
    protected const LISTS = [
        'reply_to' => MailAddress::class,
        'to' => MailAddress::class,
        'cc' => MailAddress::class,
        'bcc' => MailAddress::class,
    ];

    protected function __construct(
        array $raw,
        /** Whether it came or leaves (`incoming`, `outgoing`) */
        public readonly string $direction,
        /** The sender of an incoming mail; null for an outgoing one, which the mailbox sends */
        public readonly ?MailAddress $from,
        /** @var list<MailAddress> Where the sender of an incoming mail asks for answers, if not at its own address */
        public readonly array $reply_to,
        /** @var list<MailAddress> The recipients */
        public readonly array $to,
        /** @var list<MailAddress> Recipients of a copy */
        public readonly array $cc,
        /** @var list<MailAddress> Recipients of a copy whom no other recipient sees */
        public readonly array $bcc,
        /** Subject line, or null for none */
        public readonly ?string $subject,
        /** Whether it has a body in HTML beside its text */
        public readonly bool $has_html,
        /**
         * Whether a program wrote it, such as an out-of-office notice: it reopens nothing, and nobody waits for an
         * answer to it
         */
        public readonly bool $is_automatic,
        /**
         * Whether the sender takes part in the conversation. A reply is not sent to one who does not, unless it names
         * the address
         */
        public readonly bool $is_participant,
        /** Whether parts of an incoming mail were left out, which its source has */
        public readonly bool $is_truncated,
        /** What proves the sender of an incoming mail; null for an outgoing one, and for one that was imported */
        public readonly ?MailAuthentication $authentication,
    ) {
        parent::__construct($raw);
    }
}
