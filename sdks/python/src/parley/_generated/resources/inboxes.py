# Generated from the API document by `npm run sdks`. Do not edit.

"""Inboxes."""

from __future__ import annotations

from collections.abc import Callable
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


class Inboxes(Resource):
    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateInboxRequest]) -> models.Inbox:
        """Create an inbox.

        Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the same
        inboxes.

        Requires the scope `users:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_INBOX, models.Inbox, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListInboxesQuery]) -> Page[models.Inbox]:
        """List inboxes.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_INBOXES, models.Inbox, (), query, options))

    def delete(self, inbox_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete an inbox.

        Returns 422 while the inbox contains tickets of either mode: move them first. Its conversations are kept: their
        `inbox_id` becomes null shortly after, with `conversation.updated`. Only admins, and API keys, can have the scope.
        Returns 403 for test keys, because live and test mode have the same inboxes.

        Requires the scope `users:write`.

        Error codes, besides those of all: insufficient_scope, mode_forbidden, not_found, precondition_failed,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_INBOX, (inbox_id,), options))

    @overload
    def get(self, inbox_id: str, /, *, options: Options | None = None) -> models.Inbox: ...
    @overload
    def get(self, inbox_id: str, /, *, options: ReadOptions) -> models.Inbox | NotModified: ...
    def get(self, inbox_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Inbox | NotModified:
        """Retrieve an inbox.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_INBOX, models.Inbox, (inbox_id,), {}, options))

    def update(
        self,
        inbox_id: str,
        change: Callable[[models.Inbox], inputs.UpdateInboxRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateInboxRequest],
    ) -> models.Inbox:
        """Update an inbox.

        Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the same
        inboxes.

        Requires the scope `users:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return run(
            self._core.update(ops.GET_INBOX, models.Inbox, ops.UPDATE_INBOX, models.Inbox, (inbox_id,), change, body, options)
        )


class AsyncInboxes(Resource):
    async def create(self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateInboxRequest]) -> models.Inbox:
        """Create an inbox.

        Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the same
        inboxes.

        Requires the scope `users:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_INBOX, models.Inbox, (), body, options)

    def list(self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListInboxesQuery]) -> AsyncPage[models.Inbox]:
        """List inboxes.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_INBOXES, models.Inbox, (), query, options))

    async def delete(self, inbox_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete an inbox.

        Returns 422 while the inbox contains tickets of either mode: move them first. Its conversations are kept: their
        `inbox_id` becomes null shortly after, with `conversation.updated`. Only admins, and API keys, can have the scope.
        Returns 403 for test keys, because live and test mode have the same inboxes.

        Requires the scope `users:write`.

        Error codes, besides those of all: insufficient_scope, mode_forbidden, not_found, precondition_failed,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_INBOX, (inbox_id,), options)

    @overload
    async def get(self, inbox_id: str, /, *, options: AsyncOptions | None = None) -> models.Inbox: ...
    @overload
    async def get(self, inbox_id: str, /, *, options: AsyncReadOptions) -> models.Inbox | NotModified: ...
    async def get(
        self, inbox_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Inbox | NotModified:
        """Retrieve an inbox.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_INBOX, models.Inbox, (inbox_id,), {}, options)

    async def update(
        self,
        inbox_id: str,
        change: Callable[[models.Inbox], inputs.UpdateInboxRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateInboxRequest],
    ) -> models.Inbox:
        """Update an inbox.

        Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the same
        inboxes.

        Requires the scope `users:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_INBOX, models.Inbox, ops.UPDATE_INBOX, models.Inbox, (inbox_id,), change, body, options
        )
