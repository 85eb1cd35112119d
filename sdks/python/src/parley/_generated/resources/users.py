# Generated from the API document by `npm run sdks`. Do not edit.

"""Users."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import NotModified
from ..._core.page import AsyncPage, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class Users(Resource):
    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateUserRequest]) -> models.InvitedUser:
        """Create a user.

        Only admins, and API keys, can have the scope. Returns a link on which the person chooses a password, which makes
        them active. It is mailed to them where the installation sends such mails; otherwise pass it on. It works once,
        within seven days, unless the credential that made it is revoked first. Inviting an address again of a user who has
        not chosen a password changes that user and ends the link before. Returns 403 for test keys, because live and test
        mode share users.

        Requires the scope `users:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, duplicate_value, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_USER, models.InvitedUser, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListUsersQuery]) -> Page[models.User]:
        """List users.

        Requires the scope `users:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_USERS, models.User, (), query, options))

    @overload
    def get(self, user_id: str, /, *, options: Options | None = None) -> models.User: ...
    @overload
    def get(self, user_id: str, /, *, options: ReadOptions) -> models.User | NotModified: ...
    def get(self, user_id: str, /, *, options: ReadOptions | Options | None = None) -> models.User | NotModified:
        """Retrieve a user.

        Requires the scope `users:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_USER, models.User, (user_id,), {}, options))

    def update(
        self,
        user_id: str,
        change: Callable[[models.User], inputs.UpdateUserRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateUserRequest],
    ) -> models.User:
        """Update a user.

        Only admins, and API keys, can have the scope. Changes only the fields that are sent; a new role or status applies
        from the next request of the user. Returns 422 if the last active admin of the workspace would be demoted or
        deactivated, and 403 for test keys, because live and test mode share users. Inviting is the only way to the status
        `invited`; deactivating an invited user, or another address, ends the link, and only another invitation brings a
        deactivated one back.

        Requires the scope `users:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, duplicate_value, outcome_unknown.
        """
        return run(
            self._core.update(ops.GET_USER, models.User, ops.UPDATE_USER, models.User, (user_id,), change, body, options)
        )


class AsyncUsers(Resource):
    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateUserRequest]
    ) -> models.InvitedUser:
        """Create a user.

        Only admins, and API keys, can have the scope. Returns a link on which the person chooses a password, which makes
        them active. It is mailed to them where the installation sends such mails; otherwise pass it on. It works once,
        within seven days, unless the credential that made it is revoked first. Inviting an address again of a user who has
        not chosen a password changes that user and ends the link before. Returns 403 for test keys, because live and test
        mode share users.

        Requires the scope `users:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, duplicate_value, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_USER, models.InvitedUser, (), body, options)

    def list(self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListUsersQuery]) -> AsyncPage[models.User]:
        """List users.

        Requires the scope `users:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_USERS, models.User, (), query, options))

    @overload
    async def get(self, user_id: str, /, *, options: AsyncOptions | None = None) -> models.User: ...
    @overload
    async def get(self, user_id: str, /, *, options: AsyncReadOptions) -> models.User | NotModified: ...
    async def get(
        self, user_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.User | NotModified:
        """Retrieve a user.

        Requires the scope `users:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_USER, models.User, (user_id,), {}, options)

    async def update(
        self,
        user_id: str,
        change: Callable[[models.User], inputs.UpdateUserRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateUserRequest],
    ) -> models.User:
        """Update a user.

        Only admins, and API keys, can have the scope. Changes only the fields that are sent; a new role or status applies
        from the next request of the user. Returns 422 if the last active admin of the workspace would be demoted or
        deactivated, and 403 for test keys, because live and test mode share users. Inviting is the only way to the status
        `invited`; deactivating an invited user, or another address, ends the link, and only another invitation brings a
        deactivated one back.

        Requires the scope `users:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, duplicate_value, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_USER, models.User, ops.UPDATE_USER, models.User, (user_id,), change, body, options
        )
