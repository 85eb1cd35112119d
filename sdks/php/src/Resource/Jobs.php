<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Requester;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;

/** The operations of jobs. */
final class Jobs extends Resource
{
    public readonly JobsResults $results;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->results);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'results' => $this->results = new JobsResults($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Cancel a job.
     *
     * Stops the job after the records that it is changing. What it has changed stays. A job that is finished is not
     * changed.
     *
     * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`. Errors: `insufficient_scope`,
     * `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function cancel(string $job_id, ?Options $options = null): Model\Job
    {
        return $this->requester->record(Model\Job::class, new Call(
            'cancelJob',
            'POST',
            Url::path('/v1/jobs/{job_id}/cancel', $job_id),
        ), $options);
    }

    /**
     * Create a job.
     *
     * Updates many records in the background, each as a bulk update does, with its events. Requires the scope that
     * writes the resource, and with `filter` also the one that reads it. The update is checked at once: what no record
     * could take is a 422. At most 50000 records may match: a job with more fails with `too_many_records` before it
     * changes anything. A workspace has at most 5 jobs in each mode that are not finished; beyond that,
     * `too_many_items` is returned. Jobs and their results are kept for 30 days.
     *
     * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`. Errors: `idempotency_mismatch`,
     * `idempotency_in_progress`, `read_only_parameter`, `missing_parameter`, `too_many_items`.
     *
     * @param Model\JobResource::* $resource What a job changes: `ticket`, `conversation` or `contact`
     * @param array<string, mixed> $update Fields to change in every record, as in the bulk update of the resource; 64
     *   KiB as JSON at most
     * @param list<string>|null|Omit $ids Ids of the records, at most 5000; duplicates are ignored. Required without
     *   `filter`
     * @param array{all?: list<array{field: string, op: Model\FilterOperator::*, value: mixed}>, any?:
     *   list<array{field: string, op: Model\FilterOperator::*, value: mixed}>}|null|Omit $filter The records that match
     *   when the job begins, as in views; tickets and conversations only. Required without `ids`
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $resource,
        array|\stdClass $update,
        array|null|Omit $ids = Omit::Value,
        array|null|Omit $filter = Omit::Value,
        ?Options $options = null,
    ): Model\Job {
        return $this->requester->record(Model\Job::class, new Call(
            'createJob',
            'POST',
            '/v1/jobs',
            body: ['resource' => $resource, 'ids' => $ids, 'filter' => $filter, 'update' => $update],
            objects: ['filter', 'update'],
        ), $options);
    }

    /**
     * List jobs.
     *
     * Returns the jobs of the last 30 days, newest first by default. Jobs are seen by the user who made them, and by
     * admins and API keys.
     *
     * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`. Errors: `invalid_parameter`,
     * `insufficient_scope`.
     *
     * @param list<Model\JobResource::*>|null $resource Resource: `ticket`, `conversation` or `contact`
     * @param list<Model\JobStatus::*>|null $status Status of the job
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Job>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $resource = null,
        ?array $status = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listJobs',
            'GET',
            '/v1/jobs',
            query: [
                'resource' => $resource, 'status' => $status, 'page' => $page, 'per_page' => $per_page,
                'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Job::class);
    }

    /**
     * Retrieve a job.
     *
     * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`. Errors: `insufficient_scope`,
     * `not_found`.
     *
     * @return ($options is null ? Model\Job : Model\Job|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $job_id, ?Options $options = null): Model\Job|NotModified
    {
        return $this->requester->record(Model\Job::class, new Call(
            'getJob',
            'GET',
            Url::path('/v1/jobs/{job_id}', $job_id),
        ), $options);
    }
}
