<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** One HTTP request to the endpoint */
final class DeliveryAttempt extends Model
{
    protected const MAPS = ['request_headers' => null];

    protected function __construct(
        array $raw,
        /** Start time of the attempt */
        public readonly string $started_at,
        /** Duration in milliseconds */
        public readonly int $duration_ms,
        /** Cause of the attempt: the retry schedule, a manual retry or a test event (`schedule`, `manual`, `test`) */
        public readonly string $trigger,
        /** HTTP status of the response, or null if there was none */
        public readonly ?int $status_code,
        /** Error of the attempt, or null if it succeeded */
        public readonly ?string $error,
        /** First 4 KiB of the response body, if it is text */
        public readonly string $response,
        /** @var array<string, string> Request headers, without signatures */
        public readonly array $request_headers,
    ) {
        parent::__construct($raw);
    }
}
