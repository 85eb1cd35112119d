<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\Options;
use Parley\Page;

/** The operations of jobs, results. */
final class JobsResults extends Resource
{
    /**
     * List the results of a job.
     *
     * Returns a result for each record of the job.
     *
     * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`. Errors: `invalid_parameter`,
     * `insufficient_scope`, `not_found`.
     *
     * @param list<Model\JobResultStatus::*>|null $status Result: `pending`, `updated`, `unchanged` or `failed`
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\JobResult>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        string $job_id,
        ?array $status = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listJobResults',
            'GET',
            Url::path('/v1/jobs/{job_id}/results', $job_id),
            query: [
                'status' => $status, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort,
                'order' => $order,
            ],
        ), $options, Model\JobResult::class);
    }
}
