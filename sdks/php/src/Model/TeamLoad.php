<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a team works at, in the mode of the credential */
final class TeamLoad extends Model
{
    protected const RECORDS = ['assignment' => Assignment::class];
    protected const LISTS = ['members' => MemberLoad::class];

    protected function __construct(
        array $raw,
        /** Id of the team */
        public readonly string $team_id,
        /** How the open records of a team are assigned */
        public readonly Assignment $assignment,
        /** Number of open records of the team that nobody is assigned to */
        public readonly int $waiting,
        /** Time of creation of the oldest of them, or null */
        public readonly ?string $oldest_waiting_since,
        /** @var list<MemberLoad> The members of the team */
        public readonly array $members,
    ) {
        parent::__construct($raw);
    }
}
