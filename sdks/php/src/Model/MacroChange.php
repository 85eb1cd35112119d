<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A field of a record that a macro changes */
final class MacroChange extends Model
{
    protected function __construct(
        array $raw,
        /** Name of the field (`status`, `priority`, `assignee_id`, `team_id`, `tags`, `snoozed_until`) */
        public readonly string $field,
        /** Value before */
        public readonly mixed $from,
        /** Value after */
        public readonly mixed $to,
    ) {
        parent::__construct($raw);
    }
}
