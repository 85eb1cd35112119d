<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Whom a reply goes to */
final class ReplyRecipients extends Model
{
    protected const LISTS = ['to' => MailAddress::class, 'cc' => MailAddress::class];

    protected function __construct(
        array $raw,
        /** Id of the mailbox through which replies leave, or null */
        public readonly ?string $mailbox_id,
        /** @var list<MailAddress> The recipients; empty if nobody has an address */
        public readonly array $to,
        /** @var list<MailAddress> Recipients of a copy */
        public readonly array $cc,
        /** Subject line, or null */
        public readonly ?string $subject,
    ) {
        parent::__construct($raw);
    }
}
