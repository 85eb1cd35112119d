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

/** The operations of users. */
final class Users extends Resource
{
    /**
     * Create a user.
     *
     * Only admins, and API keys, can have the scope. Returns a link on which the person chooses a password, which makes
     * them active. It is mailed to them where the installation sends such mails; otherwise pass it on. It works once,
     * within seven days, unless the credential that made it is revoked first. Inviting an address again of a user who
     * has not chosen a password changes that user and ends the link before. Returns 403 for test keys, because live and
     * test mode share users.
     *
     * Requires the scope `users:write`. Errors: `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `duplicate_value`.
     *
     * @param string $name Full name
     * @param string $email E-mail address
     * @param Model\UserRole::*|Omit $role Role, which limits what the user and their tokens may do
     * @param string|null|Omit $avatar_url URL of the profile picture (http or https), or null
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $name,
        string $email,
        string|Omit $role = Omit::Value,
        string|null|Omit $avatar_url = Omit::Value,
        ?Options $options = null,
    ): Model\InvitedUser {
        return $this->requester->record(Model\InvitedUser::class, new Call(
            'createUser',
            'POST',
            '/v1/users',
            body: ['name' => $name, 'role' => $role, 'avatar_url' => $avatar_url, 'email' => $email],
        ), $options);
    }

    /**
     * List users.
     *
     * Requires the scope `users:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\UserRole::*>|null $role Role of the user
     * @param list<Model\UserStatus::*>|null $status Status of the user
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'updated_at'|'name'|'email'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\User>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
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
            'listUsers',
            'GET',
            '/v1/users',
            query: [
                'role' => $role, 'status' => $status, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\User::class);
    }

    /**
     * Retrieve a user.
     *
     * Requires the scope `users:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\User : Model\User|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $user_id, ?Options $options = null): Model\User|NotModified
    {
        return $this->requester->record(Model\User::class, new Call(
            'getUser',
            'GET',
            Url::path('/v1/users/{user_id}', $user_id),
        ), $options);
    }

    /**
     * Update a user.
     *
     * Only admins, and API keys, can have the scope. Changes only the fields that are sent; a new role or status
     * applies from the next request of the user. Returns 422 if the last active admin of the workspace would be demoted
     * or deactivated, and 403 for test keys, because live and test mode share users. Inviting is the only way to the
     * status `invited`; deactivating an invited user, or another address, ends the link, and only another invitation
     * brings a deactivated one back.
     *
     * Requires the scope `users:write`. Errors: `mode_forbidden`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `precondition_failed`, `read_only_parameter`, `duplicate_value`.
     *
     * @param string|Omit $name Full name
     * @param Model\UserRole::*|Omit $role Role, which limits what the user and their tokens may do
     * @param string|null|Omit $avatar_url URL of the profile picture (http or https), or null
     * @param string|Omit $email E-mail address, with which the user signs in
     * @param Model\UserStatus::*|Omit $status Account status. Users are `invited` until they have chosen a password;
     *   only `active` ones can sign in and be assigned
     * @param array{status?: Model\AvailabilityStatus::*, until?: string|null, capacity?: int|null}|Omit $availability
     *   Whether the user takes records; users change their own by `PATCH /v1/me`
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $user_id,
        string|Omit $name = Omit::Value,
        string|Omit $role = Omit::Value,
        string|null|Omit $avatar_url = Omit::Value,
        string|Omit $email = Omit::Value,
        string|Omit $status = Omit::Value,
        array|Omit $availability = Omit::Value,
        ?Options $options = null,
    ): Model\User {
        return $this->requester->record(Model\User::class, new Call(
            'updateUser',
            'PATCH',
            Url::path('/v1/users/{user_id}', $user_id),
            body: [
                'name' => $name, 'role' => $role, 'avatar_url' => $avatar_url, 'email' => $email, 'status' => $status,
                'availability' => $availability,
            ],
            objects: ['availability'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\User): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $user_id, \Closure $change, ?Options $options = null): Model\User
    {
        $get = fn (Options $with) => $this->get($user_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($user_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }
}
