# Generated from the API document by `npm run sdks`. Do not edit.

"""Workspace."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import NotModified
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class Workspace(Resource):
    @overload
    def get(self, *, options: Options | None = None) -> models.Workspace: ...
    @overload
    def get(self, *, options: ReadOptions) -> models.Workspace | NotModified: ...
    def get(self, *, options: ReadOptions | Options | None = None) -> models.Workspace | NotModified:
        """Retrieve the workspace of the credential.

        Any valid token is accepted.
        """
        return run(self._core.read(ops.GET_WORKSPACE, models.Workspace, (), {}, options))

    def update(
        self,
        change: Callable[[models.Workspace], inputs.UpdateWorkspaceRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateWorkspaceRequest],
    ) -> models.Workspace:
        """Update the workspace.

        Only admins, and API keys, can have the scope. Changes only the fields that are sent, and only the priorities in
        `sla_targets` that are sent; targets apply to tickets that are created, reopened or given another priority from then
        on. Returns 403 for test keys, because live and test mode share the workspace.

        Requires the scope `users:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_WORKSPACE, models.Workspace, ops.UPDATE_WORKSPACE, models.Workspace, (), change, body, options
            )
        )


class AsyncWorkspace(Resource):
    @overload
    async def get(self, *, options: AsyncOptions | None = None) -> models.Workspace: ...
    @overload
    async def get(self, *, options: AsyncReadOptions) -> models.Workspace | NotModified: ...
    async def get(self, *, options: AsyncReadOptions | AsyncOptions | None = None) -> models.Workspace | NotModified:
        """Retrieve the workspace of the credential.

        Any valid token is accepted.
        """
        return await self._core.read(ops.GET_WORKSPACE, models.Workspace, (), {}, options)

    async def update(
        self,
        change: Callable[[models.Workspace], inputs.UpdateWorkspaceRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateWorkspaceRequest],
    ) -> models.Workspace:
        """Update the workspace.

        Only admins, and API keys, can have the scope. Changes only the fields that are sent, and only the priorities in
        `sla_targets` that are sent; targets apply to tickets that are created, reopened or given another priority from then
        on. Returns 403 for test keys, because live and test mode share the workspace.

        Requires the scope `users:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        mode_forbidden, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_WORKSPACE, models.Workspace, ops.UPDATE_WORKSPACE, models.Workspace, (), change, body, options
        )
