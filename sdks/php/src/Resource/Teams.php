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

/** The operations of teams. */
final class Teams extends Resource
{
    public readonly TeamsLoad $load;
    public readonly TeamsMembers $members;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->load, $this->members);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'load' => $this->load = new TeamsLoad($this->requester),
            'members' => $this->members = new TeamsMembers($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Create a team.
     *
     * Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share teams.
     *
     * Requires the scope `users:write`. Errors: `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `duplicate_value`.
     *
     * @param string $name Display name, unique in the workspace
     * @param string|null|Omit $description Purpose of the team, or null
     * @param array{mode?: Model\AssignmentMode::*, max_open_per_user?: int|null}|Omit $assignment How open records of
     *   the team that nobody is assigned to are assigned: only to members who are online; empty by default
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $name,
        string|null|Omit $description = Omit::Value,
        array|Omit $assignment = Omit::Value,
        ?Options $options = null,
    ): Model\Team {
        return $this->requester->record(Model\Team::class, new Call(
            'createTeam',
            'POST',
            '/v1/teams',
            body: ['name' => $name, 'description' => $description, 'assignment' => $assignment],
            objects: ['assignment'],
        ), $options);
    }

    /**
     * List teams.
     *
     * Requires the scope `users:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'name'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Team>
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
            'listTeams',
            'GET',
            '/v1/teams',
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\Team::class);
    }

    /**
     * Delete a team.
     *
     * Its members stay users of the workspace. Only admins, and API keys, can have the scope. Returns 403 for test
     * keys, because live and test mode share teams.
     *
     * Requires the scope `users:write`. Errors: `insufficient_scope`, `mode_forbidden`, `not_found`,
     * `precondition_failed`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $team_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteTeam',
            'DELETE',
            Url::path('/v1/teams/{team_id}', $team_id),
        ), $options);
    }

    /**
     * Retrieve a team.
     *
     * Requires the scope `users:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Team : Model\Team|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $team_id, ?Options $options = null): Model\Team|NotModified
    {
        return $this->requester->record(Model\Team::class, new Call(
            'getTeam',
            'GET',
            Url::path('/v1/teams/{team_id}', $team_id),
        ), $options);
    }

    /**
     * Update a team.
     *
     * Changes only the fields that are sent. Only admins, and API keys, can have the scope. Returns 403 for test keys,
     * because live and test mode share teams.
     *
     * Requires the scope `users:write`. Errors: `mode_forbidden`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `precondition_failed`, `read_only_parameter`, `duplicate_value`.
     *
     * @param string|Omit $name Display name, unique in the workspace
     * @param string|null|Omit $description Purpose of the team, or null
     * @param array{mode?: Model\AssignmentMode::*, max_open_per_user?: int|null}|Omit $assignment How open records of
     *   the team that nobody is assigned to are assigned: only to members who are online
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $team_id,
        string|Omit $name = Omit::Value,
        string|null|Omit $description = Omit::Value,
        array|Omit $assignment = Omit::Value,
        ?Options $options = null,
    ): Model\Team {
        return $this->requester->record(Model\Team::class, new Call(
            'updateTeam',
            'PATCH',
            Url::path('/v1/teams/{team_id}', $team_id),
            body: ['name' => $name, 'description' => $description, 'assignment' => $assignment],
            objects: ['assignment'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Team): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $team_id, \Closure $change, ?Options $options = null): Model\Team
    {
        $get = fn (Options $with) => $this->get($team_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($team_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }
}
