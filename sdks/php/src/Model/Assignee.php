<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The user assigned to a record */
final class Assignee extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the user */
        public readonly string $id,
        /** Full name of the user */
        public readonly string $name,
    ) {
        parent::__construct($raw);
    }
}
