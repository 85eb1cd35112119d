<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of CountRelation that this release knows; a later server may send others. */
final class CountRelation
{
    public const EQ = 'eq';
    public const GTE = 'gte';
}
