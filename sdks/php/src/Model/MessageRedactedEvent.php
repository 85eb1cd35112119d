<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** The text and the attachments of a message were removed; `data` contains the message without them */
final class MessageRedactedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Message::class];

    protected function __construct(
        array $raw,
        /** A message, internal note or comment in a conversation */
        public readonly Message $data,
    ) {
        parent::__construct($raw);
    }
}
