<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/**
 * The snooze of a conversation has ended: its time came, the contact wrote, or somebody ended it; `previous` contains
 * the old values
 */
final class ConversationWokenEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Conversation::class];
    protected const MAPS = ['previous' => null];

    protected function __construct(
        array $raw,
        /** A conversation with a contact; its messages are listed separately */
        public readonly Conversation $data,
        /** @var array<string, mixed> Previous values of the changed fields; other fields are absent */
        public readonly array $previous,
    ) {
        parent::__construct($raw);
    }
}
