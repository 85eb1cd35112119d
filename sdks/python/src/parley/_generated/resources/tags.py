# Generated from the API document by `npm run sdks`. Do not edit.

"""Tags."""

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


class Tags(Resource):
    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateTagRequest]) -> models.Tag:
        """Create a tag.

        Only needed to choose a color: tagging a conversation or ticket with a new name also creates the tag. Emits
        `tag.created`.

        Requires the scope `conversations:write` or `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_TAG, models.Tag, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListTagsQuery]) -> Page[models.Tag]:
        """List tags.

        Counts are eventually consistent, usually within a second.

        Requires the scope `conversations:read` or `tickets:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_TAGS, models.Tag, (), query, options))

    def delete(self, tag_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a tag.

        Also removes the tag from conversations and tickets, usually within a second, from 100,000 of them within minutes;
        their `updated_at` and `ETag` change. Using its name again later creates a new tag. Emits one `tag.deleted`, and no
        event for each conversation and ticket.

        Requires the scope `conversations:write` or `tickets:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_TAG, (tag_id,), options))

    @overload
    def get(self, tag_id: str, /, *, options: Options | None = None) -> models.Tag: ...
    @overload
    def get(self, tag_id: str, /, *, options: ReadOptions) -> models.Tag | NotModified: ...
    def get(self, tag_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Tag | NotModified:
        """Retrieve a tag.

        Requires the scope `conversations:read` or `tickets:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_TAG, models.Tag, (tag_id,), {}, options))

    def update(
        self,
        tag_id: str,
        change: Callable[[models.Tag], inputs.UpdateTagRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateTagRequest],
    ) -> models.Tag:
        """Update a tag.

        Changes only the fields that are sent. A new `name` also replaces the old one in conversations and tickets, usually
        within a second, for 100,000 of them within minutes; their `updated_at` and `ETag` change. Emits one `tag.updated`,
        and no event for each conversation and ticket. No event is sent if the request changes nothing.

        Requires the scope `conversations:write` or `tickets:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, duplicate_value, outcome_unknown.
        """
        return run(self._core.update(ops.GET_TAG, models.Tag, ops.UPDATE_TAG, models.Tag, (tag_id,), change, body, options))


class AsyncTags(Resource):
    async def create(self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateTagRequest]) -> models.Tag:
        """Create a tag.

        Only needed to choose a color: tagging a conversation or ticket with a new name also creates the tag. Emits
        `tag.created`.

        Requires the scope `conversations:write` or `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_TAG, models.Tag, (), body, options)

    def list(self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListTagsQuery]) -> AsyncPage[models.Tag]:
        """List tags.

        Counts are eventually consistent, usually within a second.

        Requires the scope `conversations:read` or `tickets:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_TAGS, models.Tag, (), query, options))

    async def delete(self, tag_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a tag.

        Also removes the tag from conversations and tickets, usually within a second, from 100,000 of them within minutes;
        their `updated_at` and `ETag` change. Using its name again later creates a new tag. Emits one `tag.deleted`, and no
        event for each conversation and ticket.

        Requires the scope `conversations:write` or `tickets:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_TAG, (tag_id,), options)

    @overload
    async def get(self, tag_id: str, /, *, options: AsyncOptions | None = None) -> models.Tag: ...
    @overload
    async def get(self, tag_id: str, /, *, options: AsyncReadOptions) -> models.Tag | NotModified: ...
    async def get(self, tag_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None) -> models.Tag | NotModified:
        """Retrieve a tag.

        Requires the scope `conversations:read` or `tickets:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_TAG, models.Tag, (tag_id,), {}, options)

    async def update(
        self,
        tag_id: str,
        change: Callable[[models.Tag], inputs.UpdateTagRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateTagRequest],
    ) -> models.Tag:
        """Update a tag.

        Changes only the fields that are sent. A new `name` also replaces the old one in conversations and tickets, usually
        within a second, for 100,000 of them within minutes; their `updated_at` and `ETag` change. Emits one `tag.updated`,
        and no event for each conversation and ticket. No event is sent if the request changes nothing.

        Requires the scope `conversations:write` or `tickets:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, duplicate_value, outcome_unknown.
        """
        return await self._core.update(ops.GET_TAG, models.Tag, ops.UPDATE_TAG, models.Tag, (tag_id,), change, body, options)
