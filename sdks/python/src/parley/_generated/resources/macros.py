# Generated from the API document by `npm run sdks`. Do not edit.

"""Macros."""

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


class Macros(Resource):
    def apply(
        self, macro_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.ApplyMacroRequest]
    ) -> models.MacroApplication:
        """Apply a macro.

        Renders the text for a ticket or a conversation, posts it as the caller, and applies the actions, all or nothing; a
        text that renders to nothing is not posted. `preview` answers the same and changes nothing. Requires the scope that
        reads the record, `tickets:read` or `conversations:read`, and `contacts:read` for a text with the company or custom
        fields of the contact. Without `preview` also `tickets:write` for actions on a ticket, and `conversations:write` for
        messages and for actions on a conversation. What the macro names and does not exist any more is a 422, whose `param`
        is the path in the macro. A text for a ticket without a conversation begins one, which takes a contact. Emits the
        events of the message and of the update.

        Requires the scope `macros:read`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.APPLY_MACRO, models.MacroApplication, (macro_id,), body, options))

    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateMacroRequest]) -> models.Macro:
        """Create a macro.

        A user can have 500 macros in each mode; beyond that, `too_many_items` is returned. Macros of a team are written by
        its members and by admins, those of the workspace by admins and API keys. Users, teams and tags that `actions` name
        must exist: the path of one that does not is `actions.team_id` or `actions.add_tags[0]`.

        Requires the scope `macros:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_MACRO, models.Macro, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListMacrosQuery]) -> Page[models.Macro]:
        """List macros.

        Returns the macros that the caller sees: its own ones, and those of its teams and of the workspace.

        Requires the scope `macros:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_MACROS, models.Macro, (), query, options))

    def delete(self, macro_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a macro.

        Macros of a team are written by its members and by admins, those of the workspace by admins and API keys.

        Requires the scope `macros:write`.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_MACRO, (macro_id,), options))

    @overload
    def get(self, macro_id: str, /, *, options: Options | None = None) -> models.Macro: ...
    @overload
    def get(self, macro_id: str, /, *, options: ReadOptions) -> models.Macro | NotModified: ...
    def get(self, macro_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Macro | NotModified:
        """Retrieve a macro.

        Requires the scope `macros:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_MACRO, models.Macro, (macro_id,), {}, options))

    def update(
        self,
        macro_id: str,
        change: Callable[[models.Macro], inputs.UpdateMacroRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateMacroRequest],
    ) -> models.Macro:
        """Update a macro.

        Changes only the fields that are sent; `actions` are replaced. Macros of a team are written by its members and by
        admins, those of the workspace by admins and API keys. Only its owner makes a macro private. Users, teams and tags
        that `actions` name must exist: the path of one that does not is `actions.team_id` or `actions.add_tags[0]`.

        Requires the scope `macros:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return run(
            self._core.update(ops.GET_MACRO, models.Macro, ops.UPDATE_MACRO, models.Macro, (macro_id,), change, body, options)
        )


class AsyncMacros(Resource):
    async def apply(
        self, macro_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.ApplyMacroRequest]
    ) -> models.MacroApplication:
        """Apply a macro.

        Renders the text for a ticket or a conversation, posts it as the caller, and applies the actions, all or nothing; a
        text that renders to nothing is not posted. `preview` answers the same and changes nothing. Requires the scope that
        reads the record, `tickets:read` or `conversations:read`, and `contacts:read` for a text with the company or custom
        fields of the contact. Without `preview` also `tickets:write` for actions on a ticket, and `conversations:write` for
        messages and for actions on a conversation. What the macro names and does not exist any more is a 422, whose `param`
        is the path in the macro. A text for a ticket without a conversation begins one, which takes a contact. Emits the
        events of the message and of the update.

        Requires the scope `macros:read`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, outcome_unknown.
        """
        return await self._core.record(ops.APPLY_MACRO, models.MacroApplication, (macro_id,), body, options)

    async def create(self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateMacroRequest]) -> models.Macro:
        """Create a macro.

        A user can have 500 macros in each mode; beyond that, `too_many_items` is returned. Macros of a team are written by
        its members and by admins, those of the workspace by admins and API keys. Users, teams and tags that `actions` name
        must exist: the path of one that does not is `actions.team_id` or `actions.add_tags[0]`.

        Requires the scope `macros:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter,
        missing_parameter, too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_MACRO, models.Macro, (), body, options)

    def list(self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListMacrosQuery]) -> AsyncPage[models.Macro]:
        """List macros.

        Returns the macros that the caller sees: its own ones, and those of its teams and of the workspace.

        Requires the scope `macros:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_MACROS, models.Macro, (), query, options))

    async def delete(self, macro_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a macro.

        Macros of a team are written by its members and by admins, those of the workspace by admins and API keys.

        Requires the scope `macros:write`.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_MACRO, (macro_id,), options)

    @overload
    async def get(self, macro_id: str, /, *, options: AsyncOptions | None = None) -> models.Macro: ...
    @overload
    async def get(self, macro_id: str, /, *, options: AsyncReadOptions) -> models.Macro | NotModified: ...
    async def get(
        self, macro_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Macro | NotModified:
        """Retrieve a macro.

        Requires the scope `macros:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_MACRO, models.Macro, (macro_id,), {}, options)

    async def update(
        self,
        macro_id: str,
        change: Callable[[models.Macro], inputs.UpdateMacroRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateMacroRequest],
    ) -> models.Macro:
        """Update a macro.

        Changes only the fields that are sent; `actions` are replaced. Macros of a team are written by its members and by
        admins, those of the workspace by admins and API keys. Only its owner makes a macro private. Users, teams and tags
        that `actions` name must exist: the path of one that does not is `actions.team_id` or `actions.add_tags[0]`.

        Requires the scope `macros:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_MACRO, models.Macro, ops.UPDATE_MACRO, models.Macro, (macro_id,), change, body, options
        )
