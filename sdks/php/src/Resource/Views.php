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
use Parley\Response;

/** The operations of views. */
final class Views extends Resource
{
    public readonly ViewsCounts $counts;
    public readonly ViewsRecords $records;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->counts, $this->records);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'counts' => $this->counts = new ViewsCounts($this->requester),
            'records' => $this->records = new ViewsRecords($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Create a view.
     *
     * A user can have 200 views in each mode; beyond that, `too_many_items` is returned. Views of a team are written by
     * its members and by admins, those of the workspace by admins and API keys.
     *
     * Requires the scope `views:write`. Errors: `role_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`.
     *
     * @param string $name Display name
     * @param Model\ViewResource::* $resource What a view lists: `ticket` or `conversation`
     * @param array{all?: list<array{field: string, op: Model\FilterOperator::*, value: mixed}>, any?:
     *   list<array{field: string, op: Model\FilterOperator::*, value: mixed}>}|Omit $filter Empty by default
     * @param Model\ViewSort::*|Omit $sort Field to sort by, one of those of the list of the resource
     * @param Model\SortOrder::*|Omit $order Sort direction
     * @param Model\ViewVisibility::*|Omit $visibility Who sees a view or a macro: its owner alone, the members of a
     *   team and admins, or all users of the workspace
     * @param string|null|Omit $team_id Id of the team that sees it, with `visibility: team`; otherwise null
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $name,
        string $resource,
        array|Omit $filter = Omit::Value,
        string|Omit $sort = Omit::Value,
        string|Omit $order = Omit::Value,
        string|Omit $visibility = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        ?Options $options = null,
    ): Model\View {
        return $this->requester->record(Model\View::class, new Call(
            'createView',
            'POST',
            '/v1/views',
            body: [
                'name' => $name, 'filter' => $filter, 'sort' => $sort, 'order' => $order, 'visibility' => $visibility,
                'team_id' => $team_id, 'resource' => $resource,
            ],
            objects: ['filter'],
        ), $options);
    }

    /**
     * List views.
     *
     * Returns the views that the caller sees: its own ones, and those of its teams and of the workspace.
     *
     * Requires the scope `views:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\ViewResource::*>|null $resource Resource: `ticket` or `conversation`
     * @param list<Model\ViewVisibility::*>|null $visibility Visibility: `private`, `team` or `workspace`
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'name'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\View>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $resource = null,
        ?array $visibility = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listViews',
            'GET',
            '/v1/views',
            query: [
                'resource' => $resource, 'visibility' => $visibility, 'page' => $page, 'per_page' => $per_page,
                'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\View::class);
    }

    /**
     * Delete a view.
     *
     * Views of a team are written by its members and by admins, those of the workspace by admins and API keys.
     *
     * Requires the scope `views:write`. Errors: `insufficient_scope`, `role_forbidden`, `not_found`,
     * `precondition_failed`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $view_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteView',
            'DELETE',
            Url::path('/v1/views/{view_id}', $view_id),
        ), $options);
    }

    /**
     * Retrieve a view.
     *
     * Requires the scope `views:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\View : Model\View|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $view_id, ?Options $options = null): Model\View|NotModified
    {
        return $this->requester->record(Model\View::class, new Call(
            'getView',
            'GET',
            Url::path('/v1/views/{view_id}', $view_id),
        ), $options);
    }

    /**
     * Update a view.
     *
     * Changes only the fields that are sent. Views of a team are written by its members and by admins, those of the
     * workspace by admins and API keys. Only its owner makes a view private.
     *
     * Requires the scope `views:write`. Errors: `role_forbidden`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `precondition_failed`, `read_only_parameter`, `too_many_items`.
     *
     * @param string|Omit $name Display name
     * @param array{all?: list<array{field: string, op: Model\FilterOperator::*, value: mixed}>, any?:
     *   list<array{field: string, op: Model\FilterOperator::*, value: mixed}>}|Omit $filter Conditions on tickets or
     *   conversations; without any, all match
     * @param Model\ViewSort::*|Omit $sort Field to sort by, one of those of the list of the resource
     * @param Model\SortOrder::*|Omit $order Sort direction
     * @param Model\ViewVisibility::*|Omit $visibility Who sees a view or a macro: its owner alone, the members of a
     *   team and admins, or all users of the workspace
     * @param string|null|Omit $team_id Id of the team that sees it, with `visibility: team`; otherwise null
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $view_id,
        string|Omit $name = Omit::Value,
        array|Omit $filter = Omit::Value,
        string|Omit $sort = Omit::Value,
        string|Omit $order = Omit::Value,
        string|Omit $visibility = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        ?Options $options = null,
    ): Model\View {
        return $this->requester->record(Model\View::class, new Call(
            'updateView',
            'PATCH',
            Url::path('/v1/views/{view_id}', $view_id),
            body: [
                'name' => $name, 'filter' => $filter, 'sort' => $sort, 'order' => $order, 'visibility' => $visibility,
                'team_id' => $team_id,
            ],
            objects: ['filter'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\View): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $view_id, \Closure $change, ?Options $options = null): Model\View
    {
        $get = fn (Options $with) => $this->get($view_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($view_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }
}
