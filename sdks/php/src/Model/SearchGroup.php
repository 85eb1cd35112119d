<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of SearchGroup that this release knows; a later server may send others. */
final class SearchGroup
{
    public const CONVERSATIONS = 'conversations';
    public const CONTACTS = 'contacts';
    public const TICKETS = 'tickets';
}
