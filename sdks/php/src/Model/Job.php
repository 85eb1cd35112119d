<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** An update of many records in the background */
final class Job extends Model
{
    protected const RECORDS = ['filter' => RecordFilter::class, 'failure' => JobFailure::class];
    protected const MAPS = ['update' => null];

    protected function __construct(
        array $raw,
        /** Id of the job */
        public readonly string $id,
        /** What a job changes: `ticket`, `conversation` or `contact` */
        public readonly string $resource,
        /** The filter, or null for a job of ids */
        public readonly ?RecordFilter $filter,
        /**
         * @var array<string, mixed> Fields to change in every record, as in the bulk update of the resource; 64 KiB
         *   as JSON at most
         */
        public readonly array $update,
        /**
         * Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is through, also if
         * it could not change some of them; `failed`: stopped for the reason in `failure`; `canceled`: stopped by a
         * request
         */
        public readonly string $status,
        /** Number of records; null until all are found */
        public readonly ?int $total,
        /** Number of records that match the update now, unchanged ones included */
        public readonly int $succeeded,
        /** Number of records that matched it before */
        public readonly int $unchanged,
        /** Number of records that could not be updated */
        public readonly int $failed,
        /** Why it has stopped; null unless `failed` */
        public readonly ?JobFailure $failure,
        /** Id of the user who made it */
        public readonly string $owner_id,
        /** Time at which it began, or null */
        public readonly ?string $started_at,
        /** Time at which it ended, or null */
        public readonly ?string $finished_at,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
