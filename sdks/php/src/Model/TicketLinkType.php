<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of TicketLinkType that this release knows; a later server may send others. */
final class TicketLinkType
{
    public const RELATED = 'related';
    public const DUPLICATE_OF = 'duplicate_of';
    public const DUPLICATE = 'duplicate';
    public const PARENT = 'parent';
    public const CHILD = 'child';
}
