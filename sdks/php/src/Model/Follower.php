<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A user who is notified of what happens to a record */
final class Follower extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the user */
        public readonly string $user_id,
        /** Time since which the user follows it */
        public readonly string $followed_at,
    ) {
        parent::__construct($raw);
    }
}
