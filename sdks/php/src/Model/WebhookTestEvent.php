<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A test event */
final class WebhookTestEvent extends KnownEvent
{
    protected const RECORDS = ['data' => WebhookTestEventData::class];

    protected function __construct(
        array $raw,
        /** The tested webhook */
        public readonly WebhookTestEventData $data,
    ) {
        parent::__construct($raw);
    }
}
