<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A condition of a filter */
final class FilterCondition extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as `created_at`; or
         * `custom.` and the key of a custom field
         */
        public readonly string $field,
        /** How a field is compared with a value */
        public readonly string $op,
        /**
         * What the field is compared with: a value as the filter of the list has it, a list of values with `in` and
         * `not_in`, null for a record without one, `me` for the user of the credential, or a time, also relative to the
         * present: `{"ago": "2h"}`, `{"from_now": "30m"}`
         */
        public readonly mixed $value,
    ) {
        parent::__construct($raw);
    }
}
