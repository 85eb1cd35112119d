<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Conditions on tickets or conversations; without any, all match */
final class RecordFilter extends Model
{
    protected const LISTS = ['all' => FilterCondition::class, 'any' => FilterCondition::class];

    protected function __construct(
        array $raw,
        /** @var list<FilterCondition>|null Conditions that must all be true; at most 25 together */
        public readonly ?array $all,
        /**
         * @var list<FilterCondition>|null Conditions of which one must be true, unless there are none; at most 25
         *   together
         */
        public readonly ?array $any,
    ) {
        parent::__construct($raw);
    }
}
