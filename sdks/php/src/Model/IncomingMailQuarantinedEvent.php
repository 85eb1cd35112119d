<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A mail was held back: `reason` says why. Release or discard it */
final class IncomingMailQuarantinedEvent extends KnownEvent
{
    protected const RECORDS = ['data' => IncomingMail::class];

    protected function __construct(
        array $raw,
        /** A mail that arrived at a mailbox */
        public readonly IncomingMail $data,
    ) {
        parent::__construct($raw);
    }
}
