<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A conversation was merged into another one, which has its messages and answers for it; `data` contains both ids */
final class ConversationMergedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => ConversationMergedEventData::class];

    protected function __construct(
        array $raw,
        /** The merged conversation */
        public readonly ConversationMergedEventData $data,
    ) {
        parent::__construct($raw);
    }
}
