# Generated from the API document by `npm run sdks`. Do not edit.

"""Mailboxes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
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


class MailboxesProbe(Resource):
    @overload
    def get(self, mailbox_id: str, /, *, options: Options | None = None) -> models.MailboxProbe: ...
    @overload
    def get(self, mailbox_id: str, /, *, options: ReadOptions) -> models.MailboxProbe | NotModified: ...
    def get(self, mailbox_id: str, /, *, options: ReadOptions | Options | None = None) -> models.MailboxProbe | NotModified:
        """Retrieve the last probe of a mailbox.

        Tells whether the mails of the last test have come back, whether subaddresses work, and what the way back has
        changed. While subaddresses do not work, answers go to the plain address, whatever `subaddressing` says.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_MAILBOX_PROBE, models.MailboxProbe, (mailbox_id,), {}, options))


class Mailboxes(Resource):
    @cached_property
    def probe(self) -> MailboxesProbe:
        return MailboxesProbe(self._core)

    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateMailboxRequest]) -> models.Mailbox:
        """Create a mailbox.

        Replies of users leave through it in the conversations that have its id as `mailbox_id`. In test mode only the
        transport `sandbox` is possible, which sends nothing. A workspace can have 100 mailboxes in each mode; beyond that,
        `too_many_items` is returned. Emits `mailbox.connected`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, duplicate_value, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_MAILBOX, models.Mailbox, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListMailboxesQuery]) -> Page[models.Mailbox]:
        """List mailboxes.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_MAILBOXES, models.Mailbox, (), query, options))

    def delete(self, mailbox_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a mailbox.

        What waits is not sent: its messages are `failed`. Conversations keep their messages, and their `mailbox_id` becomes
        null shortly after, with `conversation.updated`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_MAILBOX, (mailbox_id,), options))

    @overload
    def get(self, mailbox_id: str, /, *, options: Options | None = None) -> models.Mailbox: ...
    @overload
    def get(self, mailbox_id: str, /, *, options: ReadOptions) -> models.Mailbox | NotModified: ...
    def get(self, mailbox_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Mailbox | NotModified:
        """Retrieve a mailbox.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_MAILBOX, models.Mailbox, (mailbox_id,), {}, options))

    def update(
        self,
        mailbox_id: str,
        change: Callable[[models.Mailbox], inputs.UpdateMailboxRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateMailboxRequest],
    ) -> models.Mailbox:
        """Update a mailbox.

        Changes only the fields that are sent; `transport`, `receiving`, `import`, `limits` and `acknowledgement` as a
        whole. The same `import` again begins one that is completed anew. What waits is sent with the new transport. Emits
        `mailbox.connected` if the status becomes `connected`.

        Requires the scope `mailboxes:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, missing_parameter, too_many_items, duplicate_value, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_MAILBOX, models.Mailbox, ops.UPDATE_MAILBOX, models.Mailbox, (mailbox_id,), change, body, options
            )
        )

    def test(self, mailbox_id: str, /, *, options: Options | None = None) -> models.MailboxTestResult:
        """Test a mailbox.

        Resolves the name of the server, connects, signs in, sends a mail from the mailbox to itself, and tells whether
        mails are signed in the name of a verified sending domain. Where the mailbox fetches its mails it also opens the
        inbox, with `imap_smtp` after signing in at the IMAP server (`receiving`). Returns 200 whatever the outcome; look at
        `checks`. A test that passes connects a mailbox that was disconnected. Where the mailbox receives its mails, `probe`
        tells what is known of the way back, at most once a minute anew; read it until it is no longer `pending`, which
        takes two minutes at most.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.TEST_MAILBOX, models.MailboxTestResult, (mailbox_id,), {}, options))


class AsyncMailboxesProbe(Resource):
    @overload
    async def get(self, mailbox_id: str, /, *, options: AsyncOptions | None = None) -> models.MailboxProbe: ...
    @overload
    async def get(self, mailbox_id: str, /, *, options: AsyncReadOptions) -> models.MailboxProbe | NotModified: ...
    async def get(
        self, mailbox_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.MailboxProbe | NotModified:
        """Retrieve the last probe of a mailbox.

        Tells whether the mails of the last test have come back, whether subaddresses work, and what the way back has
        changed. While subaddresses do not work, answers go to the plain address, whatever `subaddressing` says.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_MAILBOX_PROBE, models.MailboxProbe, (mailbox_id,), {}, options)


class AsyncMailboxes(Resource):
    @cached_property
    def probe(self) -> AsyncMailboxesProbe:
        return AsyncMailboxesProbe(self._core)

    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateMailboxRequest]
    ) -> models.Mailbox:
        """Create a mailbox.

        Replies of users leave through it in the conversations that have its id as `mailbox_id`. In test mode only the
        transport `sandbox` is possible, which sends nothing. A workspace can have 100 mailboxes in each mode; beyond that,
        `too_many_items` is returned. Emits `mailbox.connected`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, duplicate_value, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_MAILBOX, models.Mailbox, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListMailboxesQuery]
    ) -> AsyncPage[models.Mailbox]:
        """List mailboxes.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_MAILBOXES, models.Mailbox, (), query, options))

    async def delete(self, mailbox_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a mailbox.

        What waits is not sent: its messages are `failed`. Conversations keep their messages, and their `mailbox_id` becomes
        null shortly after, with `conversation.updated`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_MAILBOX, (mailbox_id,), options)

    @overload
    async def get(self, mailbox_id: str, /, *, options: AsyncOptions | None = None) -> models.Mailbox: ...
    @overload
    async def get(self, mailbox_id: str, /, *, options: AsyncReadOptions) -> models.Mailbox | NotModified: ...
    async def get(
        self, mailbox_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Mailbox | NotModified:
        """Retrieve a mailbox.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_MAILBOX, models.Mailbox, (mailbox_id,), {}, options)

    async def update(
        self,
        mailbox_id: str,
        change: Callable[[models.Mailbox], inputs.UpdateMailboxRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateMailboxRequest],
    ) -> models.Mailbox:
        """Update a mailbox.

        Changes only the fields that are sent; `transport`, `receiving`, `import`, `limits` and `acknowledgement` as a
        whole. The same `import` again begins one that is completed anew. What waits is sent with the new transport. Emits
        `mailbox.connected` if the status becomes `connected`.

        Requires the scope `mailboxes:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, missing_parameter, too_many_items, duplicate_value, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_MAILBOX, models.Mailbox, ops.UPDATE_MAILBOX, models.Mailbox, (mailbox_id,), change, body, options
        )

    async def test(self, mailbox_id: str, /, *, options: AsyncOptions | None = None) -> models.MailboxTestResult:
        """Test a mailbox.

        Resolves the name of the server, connects, signs in, sends a mail from the mailbox to itself, and tells whether
        mails are signed in the name of a verified sending domain. Where the mailbox fetches its mails it also opens the
        inbox, with `imap_smtp` after signing in at the IMAP server (`receiving`). Returns 200 whatever the outcome; look at
        `checks`. A test that passes connects a mailbox that was disconnected. Where the mailbox receives its mails, `probe`
        tells what is known of the way back, at most once a minute anew; read it until it is no longer `pending`, which
        takes two minutes at most.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.TEST_MAILBOX, models.MailboxTestResult, (mailbox_id,), {}, options)
