<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** LastDeliveryAttempt of the API document. */
final class LastDeliveryAttempt extends Model
{
    protected function __construct(
        array $raw,
        /** Start time of the attempt */
        public readonly string $started_at,
        /** HTTP status of the response, or null if there was none */
        public readonly ?int $status_code,
        /** Error of the attempt, or null if it succeeded */
        public readonly ?string $error,
    ) {
        parent::__construct($raw);
    }
}
