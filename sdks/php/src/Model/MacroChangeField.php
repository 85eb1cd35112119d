<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of MacroChangeField that this release knows; a later server may send others. */
final class MacroChangeField
{
    public const STATUS = 'status';
    public const PRIORITY = 'priority';
    public const ASSIGNEE_ID = 'assignee_id';
    public const TEAM_ID = 'team_id';
    public const TAGS = 'tags';
    public const SNOOZED_UNTIL = 'snoozed_until';
}
