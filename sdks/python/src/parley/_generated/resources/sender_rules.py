# Generated from the API document by `npm run sdks`. Do not edit.

"""SenderRules."""

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


class SenderRules(Resource):
    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateSenderRuleRequest]) -> models.SenderRule:
        """Create a sender_rule.

        Applies to mails that arrive from now on, by the address in `From`, and a block to contact forms by the address of
        their sender. The rule of an address has priority over that of its domain, and that of a domain over those above it.
        A second rule for a sender is a `duplicate_value`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_SENDER_RULE, models.SenderRule, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListSenderRulesQuery]) -> Page[models.SenderRule]:
        """List sender rules.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_SENDER_RULES, models.SenderRule, (), query, options))

    def delete(self, sender_rule_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a sender rule.

        Mails that are in quarantine stay there.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_SENDER_RULE, (sender_rule_id,), options))

    @overload
    def get(self, sender_rule_id: str, /, *, options: Options | None = None) -> models.SenderRule: ...
    @overload
    def get(self, sender_rule_id: str, /, *, options: ReadOptions) -> models.SenderRule | NotModified: ...
    def get(self, sender_rule_id: str, /, *, options: ReadOptions | Options | None = None) -> models.SenderRule | NotModified:
        """Retrieve a sender rule.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_SENDER_RULE, models.SenderRule, (sender_rule_id,), {}, options))


class AsyncSenderRules(Resource):
    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateSenderRuleRequest]
    ) -> models.SenderRule:
        """Create a sender_rule.

        Applies to mails that arrive from now on, by the address in `From`, and a block to contact forms by the address of
        their sender. The rule of an address has priority over that of its domain, and that of a domain over those above it.
        A second rule for a sender is a `duplicate_value`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_SENDER_RULE, models.SenderRule, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListSenderRulesQuery]
    ) -> AsyncPage[models.SenderRule]:
        """List sender rules.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_SENDER_RULES, models.SenderRule, (), query, options))

    async def delete(self, sender_rule_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a sender rule.

        Mails that are in quarantine stay there.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_SENDER_RULE, (sender_rule_id,), options)

    @overload
    async def get(self, sender_rule_id: str, /, *, options: AsyncOptions | None = None) -> models.SenderRule: ...
    @overload
    async def get(self, sender_rule_id: str, /, *, options: AsyncReadOptions) -> models.SenderRule | NotModified: ...
    async def get(
        self, sender_rule_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.SenderRule | NotModified:
        """Retrieve a sender rule.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_SENDER_RULE, models.SenderRule, (sender_rule_id,), {}, options)
