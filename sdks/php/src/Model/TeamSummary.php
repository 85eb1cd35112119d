<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The team that a record belongs to */
final class TeamSummary extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the team */
        public readonly string $id,
        /** Display name of the team */
        public readonly string $name,
    ) {
        parent::__construct($raw);
    }
}
