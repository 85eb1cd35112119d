<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Result of testing a mailbox */
final class MailboxTestResult extends Model
{
    protected const RECORDS = ['probe' => MailboxProbe::class];
    protected const LISTS = ['checks' => MailboxTestResultCheck::class];

    protected function __construct(
        array $raw,
        /** @var list<MailboxTestResultCheck> The checks, in their order; those after a failed one are skipped */
        public readonly array $checks,
        /** The mails that a test has sent from a mailbox to itself, and what is known of their way back */
        public readonly MailboxProbe $probe,
    ) {
        parent::__construct($raw);
    }
}
