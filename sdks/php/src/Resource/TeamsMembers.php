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
use Parley\Response;

/** The operations of teams, members. */
final class TeamsMembers extends Resource
{
    /**
     * Add a user to a team.
     *
     * A user who is a member already stays one. Only admins, and API keys, can have the scope. Returns 403 for test
     * keys, because live and test mode share teams.
     *
     * Requires the scope `users:write`. Errors: `mode_forbidden`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `read_only_parameter`, `missing_parameter`.
     *
     * @param string $user_id Id of the user
     * @throws \Parley\Exception\ParleyError
     */
    public function add(string $team_id, string $user_id, ?Options $options = null): Model\TeamMember
    {
        return $this->requester->record(Model\TeamMember::class, new Call(
            'addTeamMember',
            'POST',
            Url::path('/v1/teams/{team_id}/members', $team_id),
            body: ['user_id' => $user_id],
        ), $options);
    }

    /**
     * List the members of a team.
     *
     * Requires the scope `users:read`. Errors: `invalid_parameter`, `insufficient_scope`, `not_found`.
     *
     * @param list<Model\UserRole::*>|null $role Role of the user
     * @param list<Model\UserStatus::*>|null $status Status of the user
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'joined_at'|'name'|'email'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\TeamMember>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        string $team_id,
        ?array $role = null,
        ?array $status = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listTeamMembers',
            'GET',
            Url::path('/v1/teams/{team_id}/members', $team_id),
            query: [
                'role' => $role, 'status' => $status, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\TeamMember::class);
    }

    /**
     * Remove a user from a team.
     *
     * Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share teams.
     *
     * Requires the scope `users:write`. Errors: `insufficient_scope`, `mode_forbidden`, `not_found`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function remove(string $team_id, string $user_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'removeTeamMember',
            'DELETE',
            Url::path('/v1/teams/{team_id}/members/{user_id}', $team_id, $user_id),
        ), $options);
    }
}
