<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A contact was created */
final class ContactCreatedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Contact::class];

    protected function __construct(
        array $raw,
        /** A person who communicates with the workspace */
        public readonly Contact $data,
    ) {
        parent::__construct($raw);
    }
}
