<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** How many records a view has */
final class ViewCount extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the view */
        public readonly string $view_id,
        /** Number of matching records */
        public readonly int $count,
        /** Accuracy of `count`: `eq` if exact, `gte` if counting stopped at 1000, or among the newest records */
        public readonly string $count_relation,
    ) {
        parent::__construct($raw);
    }
}
