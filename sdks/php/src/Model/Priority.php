<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Priority */
final class Priority
{
    public const URGENT = 'urgent';
    public const HIGH = 'high';
    public const NORMAL = 'normal';
    public const LOW = 'low';
}
