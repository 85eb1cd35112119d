<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** Requests of the last 60 minutes */
final class WorkspaceUsage extends Model
{
    protected const RECORDS = ['live' => ModeUsage::class, 'test' => ModeUsage::class];

    protected function __construct(
        array $raw,
        /** Limit of the plan, per mode */
        public readonly int $requests_per_minute,
        /** Requests in live mode */
        public readonly ModeUsage $live,
        /** Requests in test mode */
        public readonly ModeUsage $test,
    ) {
        parent::__construct($raw);
    }
}
