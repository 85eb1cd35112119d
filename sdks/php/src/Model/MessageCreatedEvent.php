<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A message was created; check `type` to tell internal notes apart */
final class MessageCreatedEvent extends KnownEvent
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
