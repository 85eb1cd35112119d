<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** When views were counted */
final class ViewCountsMeta extends Model
{
    protected function __construct(
        array $raw,
        /** Time at which the records were counted; of several times the earliest */
        public readonly string $as_of,
    ) {
        parent::__construct($raw);
    }
}
