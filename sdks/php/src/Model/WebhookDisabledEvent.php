<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\KnownEvent;

/** A webhook was disabled: its endpoint is gone or keeps failing, or its creator lost access */
final class WebhookDisabledEvent extends KnownEvent
{
    protected const RECORDS = ['data' => Webhook::class];

    protected function __construct(
        array $raw,
        /** A webhook endpoint and the events that are delivered to it */
        public readonly Webhook $data,
    ) {
        parent::__construct($raw);
    }
}
