<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** TicketSla of the API document. */
final class TicketSla extends Model
{
    protected const LISTS = ['metrics' => SlaMetric::class];

    protected function __construct(
        array $raw,
        /**
         * SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it
         * (`on_track`, `warning`, `breached`)
         */
        public readonly string $status,
        /** Deadline for the first response, or null */
        public readonly ?string $first_response_due,
        /** @var list<SlaMetric> Each measured time */
        public readonly array $metrics,
    ) {
        parent::__construct($raw);
    }
}
