<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** Messages of a conversation were moved into a new one; `data` contains their ids */
final class ConversationSplitEvent extends KnownEvent
{
    protected const RECORDS = ['data' => ConversationSplitEventData::class];

    protected function __construct(
        array $raw,
        /** The conversation that the messages were in */
        public readonly ConversationSplitEventData $data,
    ) {
        parent::__construct($raw);
    }
}
