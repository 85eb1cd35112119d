<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Options;
use Parley\Page;
use Parley\Response;

/** The operations of suppressions. */
final class Suppressions extends Resource
{
    /**
     * Create a suppression.
     *
     * Replies to the address fail with `suppressed` until the suppression is deleted. Suppressing a suppressed address
     * is a `duplicate_value`.
     *
     * Requires the scope `mailboxes:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `duplicate_value`.
     *
     * @param string $address The address
     * @throws \Parley\Exception\ParleyError
     */
    public function create(string $address, ?Options $options = null): Model\Suppression
    {
        return $this->requester->record(Model\Suppression::class, new Call(
            'createSuppression',
            'POST',
            '/v1/suppressions',
            body: ['address' => $address],
        ), $options);
    }

    /**
     * List suppressions.
     *
     * Requires the scope `mailboxes:manage`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\SuppressionReason::*>|null $reason Reason: `bounced`, `complained` or `manual`
     * @param string|null $address The address (case-insensitive)
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Suppression>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $reason = null,
        ?string $address = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listSuppressions',
            'GET',
            '/v1/suppressions',
            query: [
                'reason' => $reason, 'address' => $address, 'page' => $page, 'per_page' => $per_page,
                'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Suppression::class);
    }

    /**
     * Delete a suppression.
     *
     * Mail to the address is sent again.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $suppression_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteSuppression',
            'DELETE',
            Url::path('/v1/suppressions/{suppression_id}', $suppression_id),
        ), $options);
    }

    /**
     * Retrieve a suppression.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Suppression : Model\Suppression|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $suppression_id, ?Options $options = null): Model\Suppression|NotModified
    {
        return $this->requester->record(Model\Suppression::class, new Call(
            'getSuppression',
            'GET',
            Url::path('/v1/suppressions/{suppression_id}', $suppression_id),
        ), $options);
    }
}
