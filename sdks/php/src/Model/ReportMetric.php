<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * What is measured: records created (`volume`), records that are neither resolved nor closed at the end of each
 * interval (`backlog`), the time to the first reply of a user (`first_response`) and to resolution or closing
 * (`resolution`), reopenings (`reopened`), and the share of first-response targets that were met (`sla_met`, of tickets
 * alone)
 */
final class ReportMetric
{
    public const VOLUME = 'volume';
    public const BACKLOG = 'backlog';
    public const FIRST_RESPONSE = 'first_response';
    public const RESOLUTION = 'resolution';
    public const REOPENED = 'reopened';
    public const SLA_MET = 'sla_met';
}
