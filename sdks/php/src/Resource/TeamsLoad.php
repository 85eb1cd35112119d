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

/** The operations of teams, load. */
final class TeamsLoad extends Resource
{
    /**
     * Retrieve the load of a team.
     *
     * Counts tickets and conversations whose status is `open` and that are not snoozed. The counts follow changes
     * within a second or so.
     *
     * Requires the scope `users:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\TeamLoad : Model\TeamLoad|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $team_id, ?Options $options = null): Model\TeamLoad|NotModified
    {
        return $this->requester->record(Model\TeamLoad::class, new Call(
            'getTeamLoad',
            'GET',
            Url::path('/v1/teams/{team_id}/load', $team_id),
        ), $options);
    }
}
