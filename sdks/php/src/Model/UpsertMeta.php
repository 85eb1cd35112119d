<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What an upsert has done */
final class UpsertMeta extends Model
{
    protected function __construct(
        array $raw,
        /** Whether the record was created; else it was found, and updated */
        public readonly bool $created,
    ) {
        parent::__construct($raw);
    }
}
