<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/**
 * What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50 recipients at most,
 * none of whom is a mailbox of the workspace
 */
final class DraftEmail extends Model
{
    protected function __construct(
        array $raw,
        /** @var list<string>|null Addresses of the recipients; by default those of `reply_recipients` */
        public readonly ?array $to,
        /**
         * @var list<string>|null Addresses of the recipients of a copy; by default those of `reply_recipients`, and
         *   none if `to` is given
         */
        public readonly ?array $cc,
        /** @var list<string>|null Addresses of the recipients of a copy whom no other recipient sees */
        public readonly ?array $bcc,
        /** Subject line; by default that of the conversation, as a reply */
        public readonly ?string $subject,
        /**
         * Body in HTML, sent beside the text in a form that cannot harm: scripts, forms and unknown styles are removed.
         * Without a `body` the text is made of it
         */
        public readonly ?string $html,
    ) {
        parent::__construct($raw);
    }
}
