<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;

/** The operations of inboxes. */
final class Inboxes extends Resource
{
    /**
     * Create an inbox.
     *
     * Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the
     * same inboxes.
     *
     * Requires the scope `users:write`. Errors: `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`.
     *
     * @param string $name Display name
     * @param string|null|Omit $team_id Id of the team to which tickets and conversations that begin in the inbox
     *   belong, unless they name another; or null
     * @throws \Parley\Exception\ParleyError
     */
    public function create(string $name, string|null|Omit $team_id = Omit::Value, ?Options $options = null): Model\Inbox
    {
        return $this->requester->record(Model\Inbox::class, new Call(
            'createInbox',
            'POST',
            '/v1/inboxes',
            body: ['name' => $name, 'team_id' => $team_id],
        ), $options);
    }

    /**
     * List inboxes.
     *
     * Requires the scope `tickets:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'name'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Inbox>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listInboxes',
            'GET',
            '/v1/inboxes',
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\Inbox::class);
    }

    /**
     * Delete an inbox.
     *
     * Returns 422 while the inbox contains tickets of either mode: move them first. Its conversations are kept: their
     * `inbox_id` becomes null shortly after, with `conversation.updated`. Only admins, and API keys, can have the
     * scope. Returns 403 for test keys, because live and test mode have the same inboxes.
     *
     * Requires the scope `users:write`. Errors: `insufficient_scope`, `mode_forbidden`, `not_found`,
     * `precondition_failed`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $inbox_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteInbox',
            'DELETE',
            Url::path('/v1/inboxes/{inbox_id}', $inbox_id),
        ), $options);
    }

    /**
     * Retrieve an inbox.
     *
     * Requires the scope `tickets:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Inbox : Model\Inbox|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $inbox_id, ?Options $options = null): Model\Inbox|NotModified
    {
        return $this->requester->record(Model\Inbox::class, new Call(
            'getInbox',
            'GET',
            Url::path('/v1/inboxes/{inbox_id}', $inbox_id),
        ), $options);
    }

    /**
     * Update an inbox.
     *
     * Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the
     * same inboxes.
     *
     * Requires the scope `users:write`. Errors: `mode_forbidden`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `precondition_failed`, `read_only_parameter`.
     *
     * @param string|Omit $name Display name
     * @param string|null|Omit $team_id Id of the team to which tickets and conversations that begin in the inbox
     *   belong, unless they name another; or null
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $inbox_id,
        string|Omit $name = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        ?Options $options = null,
    ): Model\Inbox {
        return $this->requester->record(Model\Inbox::class, new Call(
            'updateInbox',
            'PATCH',
            Url::path('/v1/inboxes/{inbox_id}', $inbox_id),
            body: ['name' => $name, 'team_id' => $team_id],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Inbox): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $inbox_id, \Closure $change, ?Options $options = null): Model\Inbox
    {
        $get = fn (Options $with) => $this->get($inbox_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($inbox_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }
}
