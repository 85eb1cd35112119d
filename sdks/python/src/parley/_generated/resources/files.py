# Generated from the API document by `npm run sdks`. Do not edit.

"""Files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.download import AsyncDownloads, Downloads
from ..._core.model import Deleted, NotModified
from ..._core.page import AsyncPage, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class Files(Downloads, Resource):
    def upload(self, *, options: Options | None = None, **body: Unpack[inputs.CreateFileForm]) -> models.UploadedFile:
        """Upload a file.

        Stores the file of a multipart form. Its media type is determined from its content. Emits `file.created`.

        Requires the scope `files:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding,
        malformed_multipart, missing_parameter, insufficient_scope, idempotency_mismatch, idempotency_in_progress,
        too_many_items, file_too_large, unsupported_file_type, invalid_parameter, read_only_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_FILE, models.UploadedFile, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListFilesQuery]) -> Page[models.UploadedFile]:
        """List files.

        Returns the files that match all filters, newest first by default, each with a new download URL.

        Requires the scope `files:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_FILES, models.UploadedFile, (), query, options))

    def delete(self, file_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a file.

        Deletes the file and its content permanently; its download URLs end at once. The messages that it was attached to
        show it with `deleted_at` and without `url`. Emits `file.deleted`.

        Requires the scope `files:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_FILE, (file_id,), options))

    @overload
    def get(self, file_id: str, /, *, options: Options | None = None) -> models.UploadedFile: ...
    @overload
    def get(self, file_id: str, /, *, options: ReadOptions) -> models.UploadedFile | NotModified: ...
    def get(self, file_id: str, /, *, options: ReadOptions | Options | None = None) -> models.UploadedFile | NotModified:
        """Retrieve a file.

        Returns the file with a download URL that is valid for a limited time.

        Requires the scope `files:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_FILE, models.UploadedFile, (file_id,), {}, options))


class AsyncFiles(AsyncDownloads, Resource):
    async def upload(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateFileForm]
    ) -> models.UploadedFile:
        """Upload a file.

        Stores the file of a multipart form. Its media type is determined from its content. Emits `file.created`.

        Requires the scope `files:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding,
        malformed_multipart, missing_parameter, insufficient_scope, idempotency_mismatch, idempotency_in_progress,
        too_many_items, file_too_large, unsupported_file_type, invalid_parameter, read_only_parameter, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_FILE, models.UploadedFile, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListFilesQuery]
    ) -> AsyncPage[models.UploadedFile]:
        """List files.

        Returns the files that match all filters, newest first by default, each with a new download URL.

        Requires the scope `files:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_FILES, models.UploadedFile, (), query, options))

    async def delete(self, file_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a file.

        Deletes the file and its content permanently; its download URLs end at once. The messages that it was attached to
        show it with `deleted_at` and without `url`. Emits `file.deleted`.

        Requires the scope `files:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_FILE, (file_id,), options)

    @overload
    async def get(self, file_id: str, /, *, options: AsyncOptions | None = None) -> models.UploadedFile: ...
    @overload
    async def get(self, file_id: str, /, *, options: AsyncReadOptions) -> models.UploadedFile | NotModified: ...
    async def get(
        self, file_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.UploadedFile | NotModified:
        """Retrieve a file.

        Returns the file with a download URL that is valid for a limited time.

        Requires the scope `files:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_FILE, models.UploadedFile, (file_id,), {}, options)
