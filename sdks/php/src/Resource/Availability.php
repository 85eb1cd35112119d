<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Model;
use Parley\Options;

/** The operations of availability. */
final class Availability extends Resource
{
    /**
     * Change the availability of the current user.
     *
     * Says whether the teams of the user may assign records to them; of an API key, the user is its creator. Admins
     * change the availability of others by `PATCH /v1/users/{user_id}`. Returns 403 for test keys, because live and
     * test mode share users.
     *
     * Requires the scope `conversations:write`. Errors: `mode_forbidden`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `read_only_parameter`, `missing_parameter`.
     *
     * @param array{status?: Model\AvailabilityStatus::*, until?: string|null, capacity?: int|null} $availability
     *   Whether the user takes records
     * @throws \Parley\Exception\ParleyError
     */
    public function update(array $availability, ?Options $options = null): Model\User
    {
        return $this->requester->record(Model\User::class, new Call(
            'updateAvailability',
            'PATCH',
            '/v1/me',
            body: ['availability' => $availability],
            objects: ['availability'],
        ), $options);
    }
}
