<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Result of sending a test event */
final class WebhookTestResult extends Model
{
    protected function __construct(
        array $raw,
        /** Whether the endpoint returned a 2xx status */
        public readonly bool $success,
        /** HTTP status of the response, or null if there was none */
        public readonly ?int $status_code,
        /** Duration in milliseconds */
        public readonly int $duration_ms,
        /** Error of the attempt, or null if it succeeded */
        public readonly ?string $error,
        /** Id of the delivery */
        public readonly string $delivery_id,
    ) {
        parent::__construct($raw);
    }
}
