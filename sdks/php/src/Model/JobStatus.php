<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is through, also if it
 * could not change some of them; `failed`: stopped for the reason in `failure`; `canceled`: stopped by a request
 */
final class JobStatus
{
    public const QUEUED = 'queued';
    public const RUNNING = 'running';
    public const SUCCEEDED = 'succeeded';
    public const FAILED = 'failed';
    public const CANCELED = 'canceled';
}
