<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Counts of a bulk update */
final class BulkMeta extends Model
{
    protected function __construct(
        array $raw,
        /** Number of different ids in the request */
        public readonly int $total,
        /** Number of records that now match the update, unchanged ones included */
        public readonly int $succeeded,
        /** Number of records that could not be updated */
        public readonly int $failed,
    ) {
        parent::__construct($raw);
    }
}
