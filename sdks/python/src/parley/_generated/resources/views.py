# Generated from the API document by `npm run sdks`. Do not edit.

"""Views."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import Deleted, NotModified, Result, by_prefix
from ..._core.page import AsyncPage, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class ViewsCounts(Resource):
    def get(
        self, *, options: Options | None = None, **query: Unpack[inputs.CountViewsQuery]
    ) -> Result[builtins.list[models.ViewCount], models.ViewCountsMeta]:
        """Count the records of views.

        Counts the records of several views at once, each within a bounded number of them. Counts that are asked for again
        within five minutes are kept, and follow the changes of records: seconds later, at the latest within a minute. Views
        that the caller does not see are left out. Also requires the scopes that read the records, `tickets:read` or
        `conversations:read`.

        Requires the scope `views:read`.

        Error codes, besides those of all: insufficient_scope, invalid_parameter, missing_parameter.
        """
        return run(self._core.results(ops.COUNT_VIEWS, models.ViewCount, models.ViewCountsMeta, (), query, options))


class ViewsRecords(Resource):
    def list(
        self, view_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListViewRecordsQuery]
    ) -> Page[models.Ticket | models.Conversation]:
        """List the records of a view.

        Returns the tickets or conversations that match the filter of the view at the moment, as the list of its resource
        does; `me` is the user of the credential. Also requires the scope that reads them, `tickets:read` or
        `conversations:read`.

        Requires the scope `views:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(
            self._core.listing(
                ops.LIST_VIEW_RECORDS,
                by_prefix({"ticket": models.Ticket, "conv": models.Conversation}),
                (view_id,),
                query,
                options,
            )
        )


class Views(Resource):
    @cached_property
    def counts(self) -> ViewsCounts:
        return ViewsCounts(self._core)

    @cached_property
    def records(self) -> ViewsRecords:
        return ViewsRecords(self._core)

    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateViewRequest]) -> models.View:
        """Create a view.

        A user can have 200 views in each mode; beyond that, `too_many_items` is returned. Views of a team are written by
        its members and by admins, those of the workspace by admins and API keys.

        Requires the scope `views:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_VIEW, models.View, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListViewsQuery]) -> Page[models.View]:
        """List views.

        Returns the views that the caller sees: its own ones, and those of its teams and of the workspace.

        Requires the scope `views:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_VIEWS, models.View, (), query, options))

    def delete(self, view_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a view.

        Views of a team are written by its members and by admins, those of the workspace by admins and API keys.

        Requires the scope `views:write`.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_VIEW, (view_id,), options))

    @overload
    def get(self, view_id: str, /, *, options: Options | None = None) -> models.View: ...
    @overload
    def get(self, view_id: str, /, *, options: ReadOptions) -> models.View | NotModified: ...
    def get(self, view_id: str, /, *, options: ReadOptions | Options | None = None) -> models.View | NotModified:
        """Retrieve a view.

        Requires the scope `views:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_VIEW, models.View, (view_id,), {}, options))

    def update(
        self,
        view_id: str,
        change: Callable[[models.View], inputs.UpdateViewRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateViewRequest],
    ) -> models.View:
        """Update a view.

        Changes only the fields that are sent. Views of a team are written by its members and by admins, those of the
        workspace by admins and API keys. Only its owner makes a view private.

        Requires the scope `views:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, outcome_unknown.
        """
        return run(
            self._core.update(ops.GET_VIEW, models.View, ops.UPDATE_VIEW, models.View, (view_id,), change, body, options)
        )


class AsyncViewsCounts(Resource):
    async def get(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.CountViewsQuery]
    ) -> Result[builtins.list[models.ViewCount], models.ViewCountsMeta]:
        """Count the records of views.

        Counts the records of several views at once, each within a bounded number of them. Counts that are asked for again
        within five minutes are kept, and follow the changes of records: seconds later, at the latest within a minute. Views
        that the caller does not see are left out. Also requires the scopes that read the records, `tickets:read` or
        `conversations:read`.

        Requires the scope `views:read`.

        Error codes, besides those of all: insufficient_scope, invalid_parameter, missing_parameter.
        """
        return await self._core.results(ops.COUNT_VIEWS, models.ViewCount, models.ViewCountsMeta, (), query, options)


class AsyncViewsRecords(Resource):
    def list(
        self, view_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListViewRecordsQuery]
    ) -> AsyncPage[models.Ticket | models.Conversation]:
        """List the records of a view.

        Returns the tickets or conversations that match the filter of the view at the moment, as the list of its resource
        does; `me` is the user of the credential. Also requires the scope that reads them, `tickets:read` or
        `conversations:read`.

        Requires the scope `views:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(
            self._core.listing(
                ops.LIST_VIEW_RECORDS,
                by_prefix({"ticket": models.Ticket, "conv": models.Conversation}),
                (view_id,),
                query,
                options,
            )
        )


class AsyncViews(Resource):
    @cached_property
    def counts(self) -> AsyncViewsCounts:
        return AsyncViewsCounts(self._core)

    @cached_property
    def records(self) -> AsyncViewsRecords:
        return AsyncViewsRecords(self._core)

    async def create(self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateViewRequest]) -> models.View:
        """Create a view.

        A user can have 200 views in each mode; beyond that, `too_many_items` is returned. Views of a team are written by
        its members and by admins, those of the workspace by admins and API keys.

        Requires the scope `views:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_VIEW, models.View, (), body, options)

    def list(self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListViewsQuery]) -> AsyncPage[models.View]:
        """List views.

        Returns the views that the caller sees: its own ones, and those of its teams and of the workspace.

        Requires the scope `views:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_VIEWS, models.View, (), query, options))

    async def delete(self, view_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a view.

        Views of a team are written by its members and by admins, those of the workspace by admins and API keys.

        Requires the scope `views:write`.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_VIEW, (view_id,), options)

    @overload
    async def get(self, view_id: str, /, *, options: AsyncOptions | None = None) -> models.View: ...
    @overload
    async def get(self, view_id: str, /, *, options: AsyncReadOptions) -> models.View | NotModified: ...
    async def get(
        self, view_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.View | NotModified:
        """Retrieve a view.

        Requires the scope `views:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_VIEW, models.View, (view_id,), {}, options)

    async def update(
        self,
        view_id: str,
        change: Callable[[models.View], inputs.UpdateViewRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateViewRequest],
    ) -> models.View:
        """Update a view.

        Changes only the fields that are sent. Views of a team are written by its members and by admins, those of the
        workspace by admins and API keys. Only its owner makes a view private.

        Requires the scope `views:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_VIEW, models.View, ops.UPDATE_VIEW, models.View, (view_id,), change, body, options
        )
