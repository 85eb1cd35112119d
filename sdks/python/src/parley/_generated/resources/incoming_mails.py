# Generated from the API document by `npm run sdks`. Do not edit.

"""IncomingMails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import NotModified
from ..._core.page import AsyncPage, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from .. import inputs


class IncomingMails(Resource):
    def create(
        self, *, options: Options | None = None, **body: Unpack[inputs.CreateIncomingMailRequest]
    ) -> models.IncomingMail:
        """Receive a mail in a sandbox.

        Has a sandbox receive a mail, as if it had arrived: it is read soon, and what becomes of it is what would become of
        it in a mailbox. Only for a mailbox with the transport `sandbox`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        file_too_large, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_INCOMING_MAIL, models.IncomingMail, (), body, options))

    def list(
        self, *, options: Options | None = None, **query: Unpack[inputs.ListIncomingMailsQuery]
    ) -> Page[models.IncomingMail]:
        """List incoming mails.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_INCOMING_MAILS, models.IncomingMail, (), query, options))

    def discard(self, incoming_mail_id: str, /, *, options: Options | None = None) -> models.IncomingMail:
        """Discard an incoming mail.

        The mail and its source are deleted, and a copy of it that arrives later is ignored. Only for one with the status
        `quarantined` or `failed`; others are returned as they are.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.DISCARD_INCOMING_MAIL, models.IncomingMail, (incoming_mail_id,), {}, options))

    @overload
    def get(self, incoming_mail_id: str, /, *, options: Options | None = None) -> models.IncomingMail: ...
    @overload
    def get(self, incoming_mail_id: str, /, *, options: ReadOptions) -> models.IncomingMail | NotModified: ...
    def get(
        self, incoming_mail_id: str, /, *, options: ReadOptions | Options | None = None
    ) -> models.IncomingMail | NotModified:
        """Retrieve an incoming mail.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_INCOMING_MAIL, models.IncomingMail, (incoming_mail_id,), {}, options))

    def release(self, incoming_mail_id: str, /, *, options: Options | None = None) -> models.IncomingMail:
        """Release a mail from quarantine.

        The mail becomes a message soon, unless it cannot be read or no contact can be made of its sender: it is held back
        again then. If it was held back as `spam` or `flood`, its sender gets a sender rule that allows it. Only for one
        with the status `quarantined`; others are returned as they are.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.RELEASE_INCOMING_MAIL, models.IncomingMail, (incoming_mail_id,), {}, options))

    def retry(self, incoming_mail_id: str, /, *, options: Options | None = None) -> models.IncomingMail:
        """Retry an incoming mail.

        The mail is read again. Only for one with the status `failed`; others are returned as they are. Refused for a mail
        without a source, such as one that is too large: it is at its mail server.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.RETRY_INCOMING_MAIL, models.IncomingMail, (incoming_mail_id,), {}, options))


class AsyncIncomingMails(Resource):
    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateIncomingMailRequest]
    ) -> models.IncomingMail:
        """Receive a mail in a sandbox.

        Has a sandbox receive a mail, as if it had arrived: it is read soon, and what becomes of it is what would become of
        it in a mailbox. Only for a mailbox with the transport `sandbox`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        file_too_large, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_INCOMING_MAIL, models.IncomingMail, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListIncomingMailsQuery]
    ) -> AsyncPage[models.IncomingMail]:
        """List incoming mails.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_INCOMING_MAILS, models.IncomingMail, (), query, options))

    async def discard(self, incoming_mail_id: str, /, *, options: AsyncOptions | None = None) -> models.IncomingMail:
        """Discard an incoming mail.

        The mail and its source are deleted, and a copy of it that arrives later is ignored. Only for one with the status
        `quarantined` or `failed`; others are returned as they are.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.DISCARD_INCOMING_MAIL, models.IncomingMail, (incoming_mail_id,), {}, options)

    @overload
    async def get(self, incoming_mail_id: str, /, *, options: AsyncOptions | None = None) -> models.IncomingMail: ...
    @overload
    async def get(self, incoming_mail_id: str, /, *, options: AsyncReadOptions) -> models.IncomingMail | NotModified: ...
    async def get(
        self, incoming_mail_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.IncomingMail | NotModified:
        """Retrieve an incoming mail.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_INCOMING_MAIL, models.IncomingMail, (incoming_mail_id,), {}, options)

    async def release(self, incoming_mail_id: str, /, *, options: AsyncOptions | None = None) -> models.IncomingMail:
        """Release a mail from quarantine.

        The mail becomes a message soon, unless it cannot be read or no contact can be made of its sender: it is held back
        again then. If it was held back as `spam` or `flood`, its sender gets a sender rule that allows it. Only for one
        with the status `quarantined`; others are returned as they are.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.RELEASE_INCOMING_MAIL, models.IncomingMail, (incoming_mail_id,), {}, options)

    async def retry(self, incoming_mail_id: str, /, *, options: AsyncOptions | None = None) -> models.IncomingMail:
        """Retry an incoming mail.

        The mail is read again. Only for one with the status `failed`; others are returned as they are. Refused for a mail
        without a source, such as one that is too large: it is at its mail server.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.RETRY_INCOMING_MAIL, models.IncomingMail, (incoming_mail_id,), {}, options)
