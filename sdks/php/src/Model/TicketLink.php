<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Another ticket, and what it is to this one */
final class TicketLink extends Model
{
    protected function __construct(
        array $raw,
        /** What the other ticket is to this one (`related`, `duplicate_of`, `duplicate`, `parent`, `child`) */
        public readonly string $type,
        /** Id of the other ticket */
        public readonly string $ticket_id,
    ) {
        parent::__construct($raw);
    }
}
