<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** What the other ticket is to this one */
final class NewTicketLinkType
{
    public const RELATED = 'related';
    public const DUPLICATE_OF = 'duplicate_of';
    public const PARENT = 'parent';
}
