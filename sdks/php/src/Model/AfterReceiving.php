<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it was; `delete`:
 * it is deleted there, which only `imap_smtp` does
 */
final class AfterReceiving
{
    public const LEAVE = 'leave';
    public const DELETE = 'delete';
}
