<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Result of a bulk update for one record */
final class BulkItem extends Model
{
    protected const RECORDS = ['error' => BulkError::class];

    protected function __construct(
        array $raw,
        /** Id, as sent */
        public readonly string $id,
        /** Result for this record (`updated`, `unchanged`, `failed`) */
        public readonly string $status,
        /** The reason why a record could not be updated */
        public readonly ?BulkError $error,
    ) {
        parent::__construct($raw);
    }
}
