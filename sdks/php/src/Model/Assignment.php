<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** How the open records of a team are assigned */
final class Assignment extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Who gets the next record of the team: nobody by itself (`manual`), each available member in turn
         * (`round_robin`), or the one with the fewest open records (`least_loaded`)
         */
        public readonly string $mode,
        /** Number of open records from which on a member is assigned no more by this team; null without a limit */
        public readonly ?int $max_open_per_user,
    ) {
        parent::__construct($raw);
    }
}
