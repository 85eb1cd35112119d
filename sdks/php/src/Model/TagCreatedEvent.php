<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A tag was created */
final class TagCreatedEvent extends KnownEvent
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
