<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** The text of an internal note was changed; `previous` contains the former one */
final class MessageUpdatedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Message::class];
    protected const MAPS = ['previous' => null];

    protected function __construct(
        array $raw,
        /** A message, internal note or comment in a conversation */
        public readonly Message $data,
        /** @var array<string, mixed> Previous values of the changed fields; other fields are absent */
        public readonly array $previous,
    ) {
        parent::__construct($raw);
    }
}
