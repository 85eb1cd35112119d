<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The mails that a test has sent from a mailbox to itself, and what is known of their way back */
final class MailboxProbe extends Model
{
    protected const LISTS = ['checks' => MailboxProbeCheck::class];

    protected function __construct(
        array $raw,
        /**
         * `none`: the mailbox was not tested, or receives no mails; `pending`: mails are on their way; `failed`: at
         * least one check has failed (`none`, `pending`, `passed`, `failed`)
         */
        public readonly string $status,
        /** Time at which the mails were sent, or null */
        public readonly ?string $started_at,
        /** @var list<MailboxProbeCheck> The checks, in their order */
        public readonly array $checks,
    ) {
        parent::__construct($raw);
    }
}
