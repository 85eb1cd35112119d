<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A message as a mail */
final class MessageEmail extends Model
{
    protected const RECORDS = ['from' => MailAddress::class];
    protected const LISTS = ['to' => MailAddress::class, 'cc' => MailAddress::class, 'bcc' => MailAddress::class];

    protected function __construct(
        array $raw,
        /** Whether it came or leaves (`incoming`, `outgoing`) */
        public readonly string $direction,
        /** The sender of an incoming mail; null for an outgoing one, which the mailbox sends */
        public readonly ?MailAddress $from,
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
    ) {
        parent::__construct($raw);
    }
}
