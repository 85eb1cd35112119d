<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a member of a team works at */
final class MemberLoad extends Model
{
    protected const RECORDS = ['user' => Assignee::class];

    protected function __construct(
        array $raw,
        /** The member */
        public readonly Assignee $user,
        /**
         * Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it
         * is changed: a closed browser does not end it (`online`, `away`, `offline`)
         */
        public readonly string $availability,
        /** Number of open records of the team that are assigned to the member */
        public readonly int $open,
        /** Number of open records that are assigned to the member */
        public readonly int $open_in_all_teams,
    ) {
        parent::__construct($raw);
    }
}
