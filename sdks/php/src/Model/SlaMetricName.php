<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of SlaMetricName that this release knows; a later server may send others. */
final class SlaMetricName
{
    public const FIRST_RESPONSE = 'first_response';
}
