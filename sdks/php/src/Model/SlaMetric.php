<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A measured time with its deadline */
final class SlaMetric extends Model
{
    protected function __construct(
        array $raw,
        /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
        public readonly string $metric,
        /**
         * SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it
         * (`on_track`, `warning`, `breached`)
         */
        public readonly string $status,
        /** Deadline */
        public readonly string $due_at,
        /** Time at which the timer last started: creation, or reopening */
        public readonly string $started_at,
        /** Time at which the timer stopped; null while it runs */
        public readonly ?string $stopped_at,
    ) {
        parent::__construct($raw);
    }
}
