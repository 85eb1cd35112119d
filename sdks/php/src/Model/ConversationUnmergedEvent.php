<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A conversation that had been merged into another one is a conversation of its own again, with its messages */
final class ConversationUnmergedEvent extends KnownEvent
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
