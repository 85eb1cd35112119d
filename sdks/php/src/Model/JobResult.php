<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Result of a job for one record */
final class JobResult extends Model
{
    protected const RECORDS = ['error' => BulkError::class];

    protected function __construct(
        array $raw,
        /** Id of the result */
        public readonly string $id,
        /** Id of the record */
        public readonly string $record_id,
        /** Result for a record; `pending`: not processed, or not yet (`pending`, `updated`, `unchanged`, `failed`) */
        public readonly string $status,
        /** Why the record could not be updated, or null */
        public readonly ?BulkError $error,
        /** Time of creation */
        public readonly string $created_at,
    ) {
        parent::__construct($raw);
    }
}
