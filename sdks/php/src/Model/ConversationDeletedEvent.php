<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A conversation and its messages were deleted; `data` contains only its id */
final class ConversationDeletedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => ConversationDeletedEventData::class];

    protected function __construct(
        array $raw,
        /** The deleted conversation */
        public readonly ConversationDeletedEventData $data,
    ) {
        parent::__construct($raw);
    }
}
