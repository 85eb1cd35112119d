<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** How a field is compared with a value */
final class FilterOperator
{
    public const EQ = 'eq';
    public const NE = 'ne';
    public const IN = 'in';
    public const NOT_IN = 'not_in';
    public const LT = 'lt';
    public const LTE = 'lte';
    public const GT = 'gt';
    public const GTE = 'gte';
    public const CONTAINS = 'contains';
}
