<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Whether a user takes records, and how many */
final class Availability extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it
         * is changed: a closed browser does not end it (`online`, `away`, `offline`)
         */
        public readonly string $status,
        /**
         * Time at which the status ends: a user who is `away` or `offline` is `online` from then on, one who is
         * `online` is `offline`; null without an end
         */
        public readonly ?string $until,
        /**
         * Number of open records from which on the user is assigned no more, in all teams; null for the limits of the
         * teams alone
         */
        public readonly ?int $capacity,
    ) {
        parent::__construct($raw);
    }
}
