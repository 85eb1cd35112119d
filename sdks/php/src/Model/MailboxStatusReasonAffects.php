<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of MailboxStatusReasonAffects that this release knows; a later server may send others. */
final class MailboxStatusReasonAffects
{
    public const SENDING = 'sending';
    public const RECEIVING = 'receiving';
}
