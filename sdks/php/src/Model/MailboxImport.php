<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The import of the mails that a folder had before */
final class MailboxImport extends Model
{
    protected function __construct(
        array $raw,
        /** Time from which on mails are imported, by the date at which their server got them */
        public readonly string $since,
        /**
         * How far an import is. `pending`: it has not begun, as the IMAP server was not reached yet; `running`: mails
         * are being imported; `completed`: all of them are
         */
        public readonly string $status,
        /** Mails that have become messages */
        public readonly int $imported,
        /** Time at which it was completed, or null */
        public readonly ?string $completed_at,
    ) {
        parent::__construct($raw);
    }
}
