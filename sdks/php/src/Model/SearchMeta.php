<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Number of matches and completeness of the search */
final class SearchMeta extends Model
{
    protected function __construct(
        array $raw,
        /** Number of matches of all types, counting at most 10,000 of each */
        public readonly int $total_results,
        /**
         * Accuracy of `total_results`: `eq` if exact, `gte` if a count reached its limit or a type was not searched
         */
        public readonly string $total_results_relation,
        /** @var list<SearchGroup::*|string> Groups that are empty because they could not be searched in time */
        public readonly array $partial,
    ) {
        parent::__construct($raw);
    }
}
