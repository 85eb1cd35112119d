<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a report has of an interval, and of a group in it */
final class ReportPoint extends Model
{
    protected function __construct(
        array $raw,
        /** Start of the interval (inclusive) */
        public readonly string $start_at,
        /** End of the interval (exclusive) */
        public readonly string $end_at,
        /**
         * Id of the team, assignee or inbox, name of the channel or tag; null for records without one, and without `by`
         */
        public readonly ?string $group,
        /** Number of records, responses, resolutions, reopenings or measured targets */
        public readonly int $count,
        /** Median of the times, in seconds; null for metrics without times */
        public readonly ?int $median_seconds,
        /** 90th percentile of the times, in seconds */
        public readonly ?int $p90_seconds,
        /** Targets that were met; null for other metrics than `sla_met` */
        public readonly ?int $met,
        /** Targets that were breached */
        public readonly ?int $breached,
        /** Share of the targets that were met, from 0 to 1 */
        public readonly float|int|null $met_share,
    ) {
        parent::__construct($raw);
    }
}
