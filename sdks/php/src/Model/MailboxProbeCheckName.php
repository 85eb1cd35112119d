<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of MailboxProbeCheckName that this release knows; a later server may send others. */
final class MailboxProbeCheckName
{
    public const ARRIVAL = 'arrival';
    public const SUBADDRESSING = 'subaddressing';
    public const MESSAGE_ID = 'message_id';
    public const REFERENCES = 'references';
    public const AUTHENTICATION = 'authentication';
}
