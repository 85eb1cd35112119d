<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/**
 * A tag was deleted; `data` contains its last state. It is removed from conversations and tickets without events of
 * their own
 */
final class TagDeletedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Tag::class];

    protected function __construct(
        array $raw,
        /** A label on conversations and tickets */
        public readonly Tag $data,
    ) {
        parent::__construct($raw);
    }
}
