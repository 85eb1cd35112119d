<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\Options;
use Parley\Result;

/** The operations of reports. */
final class Reports extends Resource
{
    /**
     * Retrieve a report.
     *
     * Measures the tickets or conversations of the mode of the credential. The points are in the order of time and
     * group: one for each interval, or for each interval and group that occurs, zeros included. What is counted has the
     * team, assignee, inbox and tags that the record had at that moment; a record with several tags is counted in each.
     * Reports follow changes within a second or so, and have at most 5000 points: more are 422. Merged and deleted
     * records are not counted. With `Accept: text/csv` the points are returned as CSV (RFC 4180).
     *
     * Requires the scope `tickets:read` or `conversations:read`. Errors: `insufficient_scope`, `not_found`,
     * `invalid_parameter`, `missing_parameter`.
     *
     * @param Model\ReportResource::* $resource What is counted: tickets or conversations
     * @param Model\ReportGroup::*|null $by What the records are grouped by; `channel` groups conversations alone
     * @param Model\ReportInterval::*|null $interval Length of the intervals: hours, days or weeks (from Monday) of
     *   the time zone
     * @param \DateTimeInterface|string|null $occurred_after Start of the report (inclusive), 30 days before its end
     *   by default
     * @param \DateTimeInterface|string|null $occurred_before End of the report (exclusive), now by default
     * @param string|null $time_zone Time zone of the intervals (IANA); that of the workspace by default
     * @return Result<list<Model\ReportPoint>, Model\ReportMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function get(
        string $metric,
        string $resource,
        ?string $by = null,
        ?string $interval = null,
        \DateTimeInterface|string|null $occurred_after = null,
        \DateTimeInterface|string|null $occurred_before = null,
        ?string $time_zone = null,
        ?Options $options = null,
    ): Result {
        return $this->requester->recordWithMeta(Model\ReportPoint::class, Model\ReportMeta::class, new Call(
            'getReports',
            'GET',
            Url::path('/v1/reports/{metric}', $metric),
            query: [
                'resource' => $resource, 'by' => $by, 'interval' => $interval, 'occurred_after' => $occurred_after,
                'occurred_before' => $occurred_before, 'time_zone' => $time_zone,
            ],
        ), $options);
    }
}
