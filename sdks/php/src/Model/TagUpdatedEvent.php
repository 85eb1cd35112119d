<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/**
 * A tag was renamed or recolored; `previous` contains the old values. Conversations and tickets with the tag follow
 * without events of their own
 */
final class TagUpdatedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Tag::class];
    protected const MAPS = ['previous' => null];

    protected function __construct(
        array $raw,
        /** A label on conversations and tickets */
        public readonly Tag $data,
        /** @var array<string, mixed> Previous values of the changed fields; other fields are absent */
        public readonly array $previous,
    ) {
        parent::__construct($raw);
    }
}
