<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A contact was updated; `previous` contains the old values */
final class ContactUpdatedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Contact::class];
    protected const MAPS = ['previous' => null];

    protected function __construct(
        array $raw,
        /** A person who communicates with the workspace */
        public readonly Contact $data,
        /** @var array<string, mixed> Previous values of the changed fields; other fields are absent */
        public readonly array $previous,
    ) {
        parent::__construct($raw);
    }
}
