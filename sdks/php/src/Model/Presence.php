<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A user in a conversation */
final class Presence extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the conversation */
        public readonly string $conversation_id,
        /** Id of the user */
        public readonly string $user_id,
        /** What the user does in the conversation: reads it, or writes a message (`viewing`, `composing`) */
        public readonly string $state,
        /** Time at which it ends, unless the user is reported again */
        public readonly string $expires_at,
    ) {
        parent::__construct($raw);
    }
}
