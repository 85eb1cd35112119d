<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A group of users */
final class Team extends Model
{
    protected const RECORDS = ['assignment' => Assignment::class];

    protected function __construct(
        array $raw,
        /** Id of the team */
        public readonly string $id,
        /** Display name */
        public readonly string $name,
        /** Purpose of the team, or null */
        public readonly ?string $description,
        /** Number of members */
        public readonly int $members_count,
        /** How the open records of a team are assigned (servers before the next release do not send it) */
        public readonly ?Assignment $assignment,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
