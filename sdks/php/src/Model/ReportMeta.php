<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a report covers */
final class ReportMeta extends Model
{
    protected function __construct(
        array $raw,
        /**
         * What is measured: records created (`volume`), records that are neither resolved nor closed at the end of each
         * interval (`backlog`), the time to the first reply of a user (`first_response`) and to resolution or closing
         * (`resolution`), reopenings (`reopened`), and the share of first-response targets that were met (`sla_met`, of
         * tickets alone)
         */
        public readonly string $metric,
        /** What is counted: tickets or conversations (`ticket`, `conversation`) */
        public readonly string $resource,
        /** What the records are grouped by (`team`, `assignee`, `channel`, `inbox`, `tag`) */
        public readonly ?string $by,
        /** Length of the intervals: hours, days or weeks (from Monday) of the time zone (`hour`, `day`, `week`) */
        public readonly string $interval,
        /** Time zone of the intervals (IANA) */
        public readonly string $time_zone,
        /** Start of the report (inclusive) */
        public readonly string $occurred_after,
        /** End of the report (exclusive) */
        public readonly string $occurred_before,
    ) {
        parent::__construct($raw);
    }
}
