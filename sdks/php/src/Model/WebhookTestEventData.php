<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The tested webhook */
final class WebhookTestEventData extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the webhook */
        public readonly string $id,
        /** Text of the test event */
        public readonly string $message,
    ) {
        parent::__construct($raw);
    }
}
