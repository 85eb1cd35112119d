<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A conversation was snoozed, or its snooze got another end; `previous` contains the old values */
final class ConversationSnoozedEvent extends KnownEvent
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
