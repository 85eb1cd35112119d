# Generated from the API document by `npm run sdks`. Do not edit.

"""Contacts."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import Deleted, NotModified, Result
from ..._core.page import AsyncChanges, AsyncPage, Changes, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from datetime import datetime

    from .. import inputs


class ContactsHistory(Resource):
    def list(
        self, contact_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListContactHistoryQuery]
    ) -> Page[models.HistoryEntry]:
        """List the changes of a contact.

        Returns who changed what in the contact, and when, newest first by default: an entry for its creation and one for
        each later change, from the event log of the last 30 days. The history of a deleted contact is not returned; its
        events remain in `GET /v1/events`.

        Requires the scope `contacts:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(self._core.listing(ops.LIST_CONTACT_HISTORY, models.HistoryEntry, (contact_id,), query, options))


class Contacts(Resource):
    @cached_property
    def history(self) -> ContactsHistory:
        return ContactsHistory(self._core)

    def bulk_update(
        self, *, options: Options | None = None, **body: Unpack[inputs.BulkUpdateContactsRequest]
    ) -> Result[builtins.list[models.BulkItem], models.BulkMeta]:
        """Bulk update contacts.

        Applies one update to up to 100 contacts; each succeeds or fails independently. Returns 200 even if some fail; check
        the `status` of each result. An update that is invalid for every contact returns 422 and changes none. Counts as one
        request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.

        Requires the scope `contacts:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        read_only_parameter, outcome_unknown.
        """
        return run(self._core.results(ops.BULK_UPDATE_CONTACTS, models.BulkItem, models.BulkMeta, (), body, options))

    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateContactRequest]) -> models.Contact:
        """Create a contact.

        Requires an e-mail address, a phone number or an `external_id`. Emits `contact.created`.

        Requires the scope `contacts:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_CONTACT, models.Contact, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListContactsQuery]) -> Page[models.Contact]:
        """List contacts.

        Returns the contacts that match all filters, newest first by default. `q` searches names, e-mail addresses, phone
        numbers, companies and custom fields.

        Requires the scope `contacts:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_CONTACTS, models.Contact, (), query, options))

    def changes(
        self, *, since: str | datetime | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Changes[models.Contact]:
        """Follow changes, from a time on, or behind the `resume_cursor` of an earlier iteration."""
        query = {"updated_after": since, "sort": "updated_at", "order": "asc"}
        return Changes(self._core.listing(ops.LIST_CONTACTS, models.Contact, (), query, options), cursor)

    def delete(self, contact_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a contact.

        Its conversations and tickets are kept and anonymized: the contact is shown as `Deleted contact`. The e-mail address
        can be used again. Emits `contact.deleted`.

        Requires the scope `contacts:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_CONTACT, (contact_id,), options))

    @overload
    def get(self, contact_id: str, /, *, options: Options | None = None) -> models.Contact: ...
    @overload
    def get(self, contact_id: str, /, *, options: ReadOptions) -> models.Contact | NotModified: ...
    def get(self, contact_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Contact | NotModified:
        """Retrieve a contact.

        Requires the scope `contacts:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_CONTACT, models.Contact, (contact_id,), {}, options))

    def update(
        self,
        contact_id: str,
        change: Callable[[models.Contact], inputs.UpdateContactRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateContactRequest],
    ) -> models.Contact:
        """Update a contact.

        Changes only the fields that are sent. A contact must keep an e-mail address, a phone number or an `external_id`.
        Conversations and tickets show a new name, e-mail address or phone number within two seconds. Emits
        `contact.updated`. No event is sent if the request changes nothing.

        Requires the scope `contacts:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, duplicate_value, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_CONTACT, models.Contact, ops.UPDATE_CONTACT, models.Contact, (contact_id,), change, body, options
            )
        )

    def upsert(
        self, *, options: Options | None = None, **body: Unpack[inputs.UpsertContactsRequest]
    ) -> Result[models.Contact, models.UpsertMeta]:
        """Create or update a contact.

        Finds the contact by `external_id`, or else by `email` (case-insensitive), and changes the fields that are sent, as
        an update does; a contact that is found by neither is created. If the two belong to different contacts, nothing is
        changed: 422 `ambiguous_match`. Emits `contact.created`, or `contact.updated` unless nothing changed.

        Requires the scope `contacts:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        ambiguous_match, outcome_unknown.
        """
        return run(self._core.result(ops.UPSERT_CONTACTS, models.Contact, models.UpsertMeta, (), body, options))


class AsyncContactsHistory(Resource):
    def list(
        self, contact_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListContactHistoryQuery]
    ) -> AsyncPage[models.HistoryEntry]:
        """List the changes of a contact.

        Returns who changed what in the contact, and when, newest first by default: an entry for its creation and one for
        each later change, from the event log of the last 30 days. The history of a deleted contact is not returned; its
        events remain in `GET /v1/events`.

        Requires the scope `contacts:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(self._core.listing(ops.LIST_CONTACT_HISTORY, models.HistoryEntry, (contact_id,), query, options))


class AsyncContacts(Resource):
    @cached_property
    def history(self) -> AsyncContactsHistory:
        return AsyncContactsHistory(self._core)

    async def bulk_update(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.BulkUpdateContactsRequest]
    ) -> Result[builtins.list[models.BulkItem], models.BulkMeta]:
        """Bulk update contacts.

        Applies one update to up to 100 contacts; each succeeds or fails independently. Returns 200 even if some fail; check
        the `status` of each result. An update that is invalid for every contact returns 422 and changes none. Counts as one
        request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.

        Requires the scope `contacts:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        read_only_parameter, outcome_unknown.
        """
        return await self._core.results(ops.BULK_UPDATE_CONTACTS, models.BulkItem, models.BulkMeta, (), body, options)

    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateContactRequest]
    ) -> models.Contact:
        """Create a contact.

        Requires an e-mail address, a phone number or an `external_id`. Emits `contact.created`.

        Requires the scope `contacts:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        duplicate_value, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_CONTACT, models.Contact, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListContactsQuery]
    ) -> AsyncPage[models.Contact]:
        """List contacts.

        Returns the contacts that match all filters, newest first by default. `q` searches names, e-mail addresses, phone
        numbers, companies and custom fields.

        Requires the scope `contacts:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_CONTACTS, models.Contact, (), query, options))

    def changes(
        self, *, since: str | datetime | None = None, cursor: str | None = None, options: AsyncOptions | None = None
    ) -> AsyncChanges[models.Contact]:
        """Follow changes, from a time on, or behind the `resume_cursor` of an earlier iteration."""
        query = {"updated_after": since, "sort": "updated_at", "order": "asc"}
        return AsyncChanges(self._core.listing(ops.LIST_CONTACTS, models.Contact, (), query, options), cursor)

    async def delete(self, contact_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a contact.

        Its conversations and tickets are kept and anonymized: the contact is shown as `Deleted contact`. The e-mail address
        can be used again. Emits `contact.deleted`.

        Requires the scope `contacts:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_CONTACT, (contact_id,), options)

    @overload
    async def get(self, contact_id: str, /, *, options: AsyncOptions | None = None) -> models.Contact: ...
    @overload
    async def get(self, contact_id: str, /, *, options: AsyncReadOptions) -> models.Contact | NotModified: ...
    async def get(
        self, contact_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Contact | NotModified:
        """Retrieve a contact.

        Requires the scope `contacts:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_CONTACT, models.Contact, (contact_id,), {}, options)

    async def update(
        self,
        contact_id: str,
        change: Callable[[models.Contact], inputs.UpdateContactRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateContactRequest],
    ) -> models.Contact:
        """Update a contact.

        Changes only the fields that are sent. A contact must keep an e-mail address, a phone number or an `external_id`.
        Conversations and tickets show a new name, e-mail address or phone number within two seconds. Emits
        `contact.updated`. No event is sent if the request changes nothing.

        Requires the scope `contacts:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, duplicate_value, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_CONTACT, models.Contact, ops.UPDATE_CONTACT, models.Contact, (contact_id,), change, body, options
        )

    async def upsert(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.UpsertContactsRequest]
    ) -> Result[models.Contact, models.UpsertMeta]:
        """Create or update a contact.

        Finds the contact by `external_id`, or else by `email` (case-insensitive), and changes the fields that are sent, as
        an update does; a contact that is found by neither is created. If the two belong to different contacts, nothing is
        changed: 422 `ambiguous_match`. Emits `contact.created`, or `contact.updated` unless nothing changed.

        Requires the scope `contacts:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        ambiguous_match, outcome_unknown.
        """
        return await self._core.result(ops.UPSERT_CONTACTS, models.Contact, models.UpsertMeta, (), body, options)
