<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A conversation was created */
final class ConversationCreatedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Conversation::class];

    protected function __construct(
        array $raw,
        /** A conversation with a contact; its messages are listed separately */
        public readonly Conversation $data,
    ) {
        parent::__construct($raw);
    }
}
