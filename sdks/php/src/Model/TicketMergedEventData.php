<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The merged ticket */
final class TicketMergedEventData extends Model
{
    protected function __construct(
        array $raw,
        /** Id of the ticket */
        public readonly string $id,
        /** Id of the ticket that it was merged into */
        public readonly string $merged_into,
    ) {
        parent::__construct($raw);
    }
}
