<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past; `delivered`: it is a
 * message; `quarantined`: held back, until it is released or discarded, for 90 days at most; `ignored`: it is no
 * message, such as a copy of one or a report about a mail that was sent; `failed`: it could not be read or recorded,
 * and can be retried, or it was too large to be stored; `discarded`: by a user, or after 90 days
 */
final class IncomingMailStatus
{
    public const STORED = 'stored';
    public const IMPORTING = 'importing';
    public const DELIVERED = 'delivered';
    public const QUARANTINED = 'quarantined';
    public const IGNORED = 'ignored';
    public const FAILED = 'failed';
    public const DISCARDED = 'discarded';
}
