# Generated from the API document by `npm run sdks`. Do not edit.

"""Connections."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import Deleted, NotModified, Result
from ..._core.page import AsyncPage, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class Connections(Resource):
    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateConnectionRequest]) -> models.Connection:
        """Create a connection.

        A connector posts what contacts write to `POST /v1/connections/{connection_id}/inbound_messages`, receives the
        replies as `message.created` with `connection_id`, and reports their delivery. A workspace can have 100 connections
        in each mode; beyond that, `too_many_items` is returned.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_CONNECTION, models.Connection, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListConnectionsQuery]) -> Page[models.Connection]:
        """List connections.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_CONNECTIONS, models.Connection, (), query, options))

    def delete(self, connection_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a connection.

        Its conversations keep their messages; their `connection_id` becomes null shortly after, with
        `conversation.updated`. Replies that wait for a report of their delivery stay as they are.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_CONNECTION, (connection_id,), options))

    @overload
    def get(self, connection_id: str, /, *, options: Options | None = None) -> models.Connection: ...
    @overload
    def get(self, connection_id: str, /, *, options: ReadOptions) -> models.Connection | NotModified: ...
    def get(self, connection_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Connection | NotModified:
        """Retrieve a connection.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_CONNECTION, models.Connection, (connection_id,), {}, options))

    def update(
        self,
        connection_id: str,
        change: Callable[[models.Connection], inputs.UpdateConnectionRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateConnectionRequest],
    ) -> models.Connection:
        """Update a connection.

        Requires the scope `mailboxes:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_CONNECTION,
                models.Connection,
                ops.UPDATE_CONNECTION,
                models.Connection,
                (connection_id,),
                change,
                body,
                options,
            )
        )

    def inbound_messages(
        self, connection_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.ReceiveMessageRequest]
    ) -> Result[models.Message, models.ReceivedMeta]:
        """Receive a message of a channel.

        Records a message that a contact wrote. The same `external_id` again, whatever else is sent, is answered 200 with
        the message that it made. Messages with the same `external_conversation_id` are in one conversation, which is
        created by the first, or by the next one after it was deleted; all of them are those of its contact. The contact is
        found by the e-mail address, or else by the phone number, or else by the handle, which is its `external_id` behind
        the id of the connection; or it is created: give only an address or number that the channel has verified, since the
        message is shown as that contact's. Files require the scope `files:read`. Emits `message.created`, and
        `contact.created`, `conversation.created` or what a message of the contact changes.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, file_too_large, outcome_unknown.
        """
        return run(self._core.result(ops.RECEIVE_MESSAGE, models.Message, models.ReceivedMeta, (connection_id,), body, options))


class AsyncConnections(Resource):
    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateConnectionRequest]
    ) -> models.Connection:
        """Create a connection.

        A connector posts what contacts write to `POST /v1/connections/{connection_id}/inbound_messages`, receives the
        replies as `message.created` with `connection_id`, and reports their delivery. A workspace can have 100 connections
        in each mode; beyond that, `too_many_items` is returned.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_CONNECTION, models.Connection, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListConnectionsQuery]
    ) -> AsyncPage[models.Connection]:
        """List connections.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_CONNECTIONS, models.Connection, (), query, options))

    async def delete(self, connection_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a connection.

        Its conversations keep their messages; their `connection_id` becomes null shortly after, with
        `conversation.updated`. Replies that wait for a report of their delivery stay as they are.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_CONNECTION, (connection_id,), options)

    @overload
    async def get(self, connection_id: str, /, *, options: AsyncOptions | None = None) -> models.Connection: ...
    @overload
    async def get(self, connection_id: str, /, *, options: AsyncReadOptions) -> models.Connection | NotModified: ...
    async def get(
        self, connection_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Connection | NotModified:
        """Retrieve a connection.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_CONNECTION, models.Connection, (connection_id,), {}, options)

    async def update(
        self,
        connection_id: str,
        change: Callable[[models.Connection], inputs.UpdateConnectionRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateConnectionRequest],
    ) -> models.Connection:
        """Update a connection.

        Requires the scope `mailboxes:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_CONNECTION,
            models.Connection,
            ops.UPDATE_CONNECTION,
            models.Connection,
            (connection_id,),
            change,
            body,
            options,
        )

    async def inbound_messages(
        self, connection_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.ReceiveMessageRequest]
    ) -> Result[models.Message, models.ReceivedMeta]:
        """Receive a message of a channel.

        Records a message that a contact wrote. The same `external_id` again, whatever else is sent, is answered 200 with
        the message that it made. Messages with the same `external_conversation_id` are in one conversation, which is
        created by the first, or by the next one after it was deleted; all of them are those of its contact. The contact is
        found by the e-mail address, or else by the phone number, or else by the handle, which is its `external_id` behind
        the id of the connection; or it is created: give only an address or number that the channel has verified, since the
        message is shown as that contact's. Files require the scope `files:read`. Emits `message.created`, and
        `contact.created`, `conversation.created` or what a message of the contact changes.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, file_too_large, outcome_unknown.
        """
        return await self._core.result(
            ops.RECEIVE_MESSAGE, models.Message, models.ReceivedMeta, (connection_id,), body, options
        )
