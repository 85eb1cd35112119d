<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Sort direction */
final class SortOrder
{
    public const ASC = 'asc';
    public const DESC = 'desc';
}
