<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The deleted conversation */
final class ConversationDeletedEventData extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the conversation */
        public readonly string $id,
    ) {
        parent::__construct($raw);
    }
}
