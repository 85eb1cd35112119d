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
        /**
         * Id of the team to which tickets and conversations that begin in the inbox belong, unless they name another;
         * or null (servers before the next release do not send it)
         */
        public readonly ?string $team_id,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
