<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace */
final class ViewVisibility
{
    public const PRIVATE = 'private';
    public const TEAM = 'team';
    public const WORKSPACE = 'workspace';
}
