# Generated from the API document by `npm run sdks`. Do not edit.

"""Suppressions."""

from __future__ import annotations

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


class Suppressions(Resource):
    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateSuppressionRequest]) -> models.Suppression:
        """Create a suppression.

        Replies to the address fail with `suppressed` until the suppression is deleted. Suppressing a suppressed address is
        a `duplicate_value`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_SUPPRESSION, models.Suppression, (), body, options))

    def list(
        self, *, options: Options | None = None, **query: Unpack[inputs.ListSuppressionsQuery]
    ) -> Page[models.Suppression]:
        """List suppressions.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_SUPPRESSIONS, models.Suppression, (), query, options))

    def delete(self, suppression_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a suppression.

        Mail to the address is sent again.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_SUPPRESSION, (suppression_id,), options))

    @overload
    def get(self, suppression_id: str, /, *, options: Options | None = None) -> models.Suppression: ...
    @overload
    def get(self, suppression_id: str, /, *, options: ReadOptions) -> models.Suppression | NotModified: ...
    def get(self, suppression_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Suppression | NotModified:
        """Retrieve a suppression.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_SUPPRESSION, models.Suppression, (suppression_id,), {}, options))


class AsyncSuppressions(Resource):
    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateSuppressionRequest]
    ) -> models.Suppression:
        """Create a suppression.

        Replies to the address fail with `suppressed` until the suppression is deleted. Suppressing a suppressed address is
        a `duplicate_value`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_SUPPRESSION, models.Suppression, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListSuppressionsQuery]
    ) -> AsyncPage[models.Suppression]:
        """List suppressions.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_SUPPRESSIONS, models.Suppression, (), query, options))

    async def delete(self, suppression_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a suppression.

        Mail to the address is sent again.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_SUPPRESSION, (suppression_id,), options)

    @overload
    async def get(self, suppression_id: str, /, *, options: AsyncOptions | None = None) -> models.Suppression: ...
    @overload
    async def get(self, suppression_id: str, /, *, options: AsyncReadOptions) -> models.Suppression | NotModified: ...
    async def get(
        self, suppression_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Suppression | NotModified:
        """Retrieve a suppression.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_SUPPRESSION, models.Suppression, (suppression_id,), {}, options)
