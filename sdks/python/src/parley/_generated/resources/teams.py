# Generated from the API document by `npm run sdks`. Do not edit.

"""Teams."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import Deleted, NotModified
from ..._core.page import AsyncPage, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class TeamsLoad(Resource):
    @overload
    def get(self, team_id: str, /, *, options: Options | None = None) -> models.TeamLoad: ...
    @overload
    def get(self, team_id: str, /, *, options: ReadOptions) -> models.TeamLoad | NotModified: ...
    def get(self, team_id: str, /, *, options: ReadOptions | Options | None = None) -> models.TeamLoad | NotModified:
        """Retrieve the load of a team.

        Counts tickets and conversations whose status is `open` and that are not snoozed. The counts follow changes within a
        second or so.

        Requires the scope `users:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_TEAM_LOAD, models.TeamLoad, (team_id,), {}, options))


class TeamsMembers(Resource):
    def add(
        self, team_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.AddTeamMemberRequest]
    ) -> models.TeamMember:
        """Add a user to a team.

        A user who is a member already stays one. Only admins, and API keys, can have the scope. Returns 403 for test keys,
        because live and test mode share teams.

        Requires the scope `users:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.ADD_TEAM_MEMBER, models.TeamMember, (team_id,), body, options))

    def list(
        self, team_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListTeamMembersQuery]
    ) -> Page[models.TeamMember]:
        """List the members of a team.

        Requires the scope `users:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(self._core.listing(ops.LIST_TEAM_MEMBERS, models.TeamMember, (team_id,), query, options))

    def remove(self, team_id: str, user_id: str, /, *, options: Options | None = None) -> Deleted:
        """Remove a user from a team.

        Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share teams.

        Requires the scope `users:write`.

        Error codes, besides those of all: insufficient_scope, mode_forbidden, not_found, outcome_unknown.
        """
        return run(self._core.nothing(ops.REMOVE_TEAM_MEMBER, (team_id, user_id), options))


class Teams(Resource):
    @cached_property
    def load(self) -> TeamsLoad:
        return TeamsLoad(self._core)

    @cached_property
    def members(self) -> TeamsMembers:
        return TeamsMembers(self._core)

    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateTeamRequest]) -> models.Team:
        """Create a team.

        Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share teams.

        Requires the scope `users:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, duplicate_value, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_TEAM, models.Team, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListTeamsQuery]) -> Page[models.Team]:
        """List teams.

        Requires the scope `users:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_TEAMS, models.Team, (), query, options))

    def delete(self, team_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a team.

        Its members stay users of the workspace. Only admins, and API keys, can have the scope. Returns 403 for test keys,
        because live and test mode share teams.

        Requires the scope `users:write`.

        Error codes, besides those of all: insufficient_scope, mode_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_TEAM, (team_id,), options))

    @overload
    def get(self, team_id: str, /, *, options: Options | None = None) -> models.Team: ...
    @overload
    def get(self, team_id: str, /, *, options: ReadOptions) -> models.Team | NotModified: ...
    def get(self, team_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Team | NotModified:
        """Retrieve a team.

        Requires the scope `users:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_TEAM, models.Team, (team_id,), {}, options))

    def update(
        self,
        team_id: str,
        change: Callable[[models.Team], inputs.UpdateTeamRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateTeamRequest],
    ) -> models.Team:
        """Update a team.

        Changes only the fields that are sent. Only admins, and API keys, can have the scope. Returns 403 for test keys,
        because live and test mode share teams.

        Requires the scope `users:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, duplicate_value, outcome_unknown.
        """
        return run(
            self._core.update(ops.GET_TEAM, models.Team, ops.UPDATE_TEAM, models.Team, (team_id,), change, body, options)
        )


class AsyncTeamsLoad(Resource):
    @overload
    async def get(self, team_id: str, /, *, options: AsyncOptions | None = None) -> models.TeamLoad: ...
    @overload
    async def get(self, team_id: str, /, *, options: AsyncReadOptions) -> models.TeamLoad | NotModified: ...
    async def get(
        self, team_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.TeamLoad | NotModified:
        """Retrieve the load of a team.

        Counts tickets and conversations whose status is `open` and that are not snoozed. The counts follow changes within a
        second or so.

        Requires the scope `users:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_TEAM_LOAD, models.TeamLoad, (team_id,), {}, options)


class AsyncTeamsMembers(Resource):
    async def add(
        self, team_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.AddTeamMemberRequest]
    ) -> models.TeamMember:
        """Add a user to a team.

        A user who is a member already stays one. Only admins, and API keys, can have the scope. Returns 403 for test keys,
        because live and test mode share teams.

        Requires the scope `users:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, outcome_unknown.
        """
        return await self._core.record(ops.ADD_TEAM_MEMBER, models.TeamMember, (team_id,), body, options)

    def list(
        self, team_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListTeamMembersQuery]
    ) -> AsyncPage[models.TeamMember]:
        """List the members of a team.

        Requires the scope `users:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(self._core.listing(ops.LIST_TEAM_MEMBERS, models.TeamMember, (team_id,), query, options))

    async def remove(self, team_id: str, user_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Remove a user from a team.

        Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share teams.

        Requires the scope `users:write`.

        Error codes, besides those of all: insufficient_scope, mode_forbidden, not_found, outcome_unknown.
        """
        return await self._core.nothing(ops.REMOVE_TEAM_MEMBER, (team_id, user_id), options)


class AsyncTeams(Resource):
    @cached_property
    def load(self) -> AsyncTeamsLoad:
        return AsyncTeamsLoad(self._core)

    @cached_property
    def members(self) -> AsyncTeamsMembers:
        return AsyncTeamsMembers(self._core)

    async def create(self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateTeamRequest]) -> models.Team:
        """Create a team.

        Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share teams.

        Requires the scope `users:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, duplicate_value, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_TEAM, models.Team, (), body, options)

    def list(self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListTeamsQuery]) -> AsyncPage[models.Team]:
        """List teams.

        Requires the scope `users:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_TEAMS, models.Team, (), query, options))

    async def delete(self, team_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a team.

        Its members stay users of the workspace. Only admins, and API keys, can have the scope. Returns 403 for test keys,
        because live and test mode share teams.

        Requires the scope `users:write`.

        Error codes, besides those of all: insufficient_scope, mode_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_TEAM, (team_id,), options)

    @overload
    async def get(self, team_id: str, /, *, options: AsyncOptions | None = None) -> models.Team: ...
    @overload
    async def get(self, team_id: str, /, *, options: AsyncReadOptions) -> models.Team | NotModified: ...
    async def get(
        self, team_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Team | NotModified:
        """Retrieve a team.

        Requires the scope `users:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_TEAM, models.Team, (team_id,), {}, options)

    async def update(
        self,
        team_id: str,
        change: Callable[[models.Team], inputs.UpdateTeamRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateTeamRequest],
    ) -> models.Team:
        """Update a team.

        Changes only the fields that are sent. Only admins, and API keys, can have the scope. Returns 403 for test keys,
        because live and test mode share teams.

        Requires the scope `users:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, duplicate_value, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_TEAM, models.Team, ops.UPDATE_TEAM, models.Team, (team_id,), change, body, options
        )
