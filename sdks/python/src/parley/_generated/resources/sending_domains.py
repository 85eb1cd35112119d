# Generated from the API document by `npm run sdks`. Do not edit.

"""SendingDomains."""

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


class SendingDomains(Resource):
    def create(
        self, *, options: Options | None = None, **body: Unpack[inputs.CreateSendingDomainRequest]
    ) -> models.SendingDomain:
        """Create a sending_domain.

        Makes a DKIM key for the domain and returns the records to publish. Needed only where mails leave through a server
        that does not sign them itself. A verified domain belongs to one workspace of the installation.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_SENDING_DOMAIN, models.SendingDomain, (), body, options))

    def list(
        self, *, options: Options | None = None, **query: Unpack[inputs.ListSendingDomainsQuery]
    ) -> Page[models.SendingDomain]:
        """List sending_domains.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_SENDING_DOMAINS, models.SendingDomain, (), query, options))

    def delete(self, sending_domain_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a sending_domain.

        Mails from the domain are no longer signed.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_SENDING_DOMAIN, (sending_domain_id,), options))

    @overload
    def get(self, sending_domain_id: str, /, *, options: Options | None = None) -> models.SendingDomain: ...
    @overload
    def get(self, sending_domain_id: str, /, *, options: ReadOptions) -> models.SendingDomain | NotModified: ...
    def get(
        self, sending_domain_id: str, /, *, options: ReadOptions | Options | None = None
    ) -> models.SendingDomain | NotModified:
        """Retrieve a sending_domain.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_SENDING_DOMAIN, models.SendingDomain, (sending_domain_id,), {}, options))

    def verify(self, sending_domain_id: str, /, *, options: Options | None = None) -> models.SendingDomain:
        """Verify a sending domain.

        Looks the DNS records up. Returns 200 whatever it finds; look at `status` and `records`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.VERIFY_SENDING_DOMAIN, models.SendingDomain, (sending_domain_id,), {}, options))


class AsyncSendingDomains(Resource):
    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateSendingDomainRequest]
    ) -> models.SendingDomain:
        """Create a sending_domain.

        Makes a DKIM key for the domain and returns the records to publish. Needed only where mails leave through a server
        that does not sign them itself. A verified domain belongs to one workspace of the installation.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_SENDING_DOMAIN, models.SendingDomain, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListSendingDomainsQuery]
    ) -> AsyncPage[models.SendingDomain]:
        """List sending_domains.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_SENDING_DOMAINS, models.SendingDomain, (), query, options))

    async def delete(self, sending_domain_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a sending_domain.

        Mails from the domain are no longer signed.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_SENDING_DOMAIN, (sending_domain_id,), options)

    @overload
    async def get(self, sending_domain_id: str, /, *, options: AsyncOptions | None = None) -> models.SendingDomain: ...
    @overload
    async def get(self, sending_domain_id: str, /, *, options: AsyncReadOptions) -> models.SendingDomain | NotModified: ...
    async def get(
        self, sending_domain_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.SendingDomain | NotModified:
        """Retrieve a sending_domain.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_SENDING_DOMAIN, models.SendingDomain, (sending_domain_id,), {}, options)

    async def verify(self, sending_domain_id: str, /, *, options: AsyncOptions | None = None) -> models.SendingDomain:
        """Verify a sending domain.

        Looks the DNS records up. Returns 200 whatever it finds; look at `status` and `records`.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.VERIFY_SENDING_DOMAIN, models.SendingDomain, (sending_domain_id,), {}, options)
