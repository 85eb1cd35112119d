<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A group of tickets, such as those of one team or topic */
final class Inbox extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the inbox */
        public readonly string $id,
        /** Display name */
        public readonly string $name,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
