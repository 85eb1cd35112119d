<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The conversation that the messages were in */
final class ConversationSplitEventData extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the conversation */
        public readonly string $id,
        /** Id of the new conversation */
        public readonly string $split_into,
        /** @var list<string> Ids of the messages that were moved */
        public readonly array $message_ids,
    ) {
        parent::__construct($raw);
    }
}
