# Generated from the API document by `npm run sdks`. Do not edit.

"""ContactForms."""

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


class ContactForms(Resource):
    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateContactFormRequest]) -> models.ContactForm:
        """Create a contact_form.

        A form on a web site that is sent to its `url` makes a conversation with the channel `form`; see the guide. A
        workspace can have 100 forms in each mode; beyond that, `too_many_items` is returned.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_CONTACT_FORM, models.ContactForm, (), body, options))

    def list(
        self, *, options: Options | None = None, **query: Unpack[inputs.ListContactFormsQuery]
    ) -> Page[models.ContactForm]:
        """List contact forms.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_CONTACT_FORMS, models.ContactForm, (), query, options))

    def delete(self, contact_form_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a contact form.

        Messages that wait for a confirmation are deleted with it. Its conversations stay.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_CONTACT_FORM, (contact_form_id,), options))

    @overload
    def get(self, contact_form_id: str, /, *, options: Options | None = None) -> models.ContactForm: ...
    @overload
    def get(self, contact_form_id: str, /, *, options: ReadOptions) -> models.ContactForm | NotModified: ...
    def get(self, contact_form_id: str, /, *, options: ReadOptions | Options | None = None) -> models.ContactForm | NotModified:
        """Retrieve a contact form.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_CONTACT_FORM, models.ContactForm, (contact_form_id,), {}, options))

    def update(
        self,
        contact_form_id: str,
        change: Callable[[models.ContactForm], inputs.UpdateContactFormRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateContactFormRequest],
    ) -> models.ContactForm:
        """Update a contact form.

        Changes only the fields that are sent; `allowed_origins` and `tags` as a whole. Messages that wait for a
        confirmation still do.

        Requires the scope `mailboxes:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_CONTACT_FORM,
                models.ContactForm,
                ops.UPDATE_CONTACT_FORM,
                models.ContactForm,
                (contact_form_id,),
                change,
                body,
                options,
            )
        )

    def rotate_key(self, contact_form_id: str, /, *, options: Options | None = None) -> models.ContactForm:
        """Rotate the key of a contact form.

        The form has another URL from now on; submissions to the old one are answered 404.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.ROTATE_CONTACT_FORM_KEY, models.ContactForm, (contact_form_id,), {}, options))


class AsyncContactForms(Resource):
    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateContactFormRequest]
    ) -> models.ContactForm:
        """Create a contact_form.

        A form on a web site that is sent to its `url` makes a conversation with the channel `form`; see the guide. A
        workspace can have 100 forms in each mode; beyond that, `too_many_items` is returned.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_CONTACT_FORM, models.ContactForm, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListContactFormsQuery]
    ) -> AsyncPage[models.ContactForm]:
        """List contact forms.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_CONTACT_FORMS, models.ContactForm, (), query, options))

    async def delete(self, contact_form_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a contact form.

        Messages that wait for a confirmation are deleted with it. Its conversations stay.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_CONTACT_FORM, (contact_form_id,), options)

    @overload
    async def get(self, contact_form_id: str, /, *, options: AsyncOptions | None = None) -> models.ContactForm: ...
    @overload
    async def get(self, contact_form_id: str, /, *, options: AsyncReadOptions) -> models.ContactForm | NotModified: ...
    async def get(
        self, contact_form_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.ContactForm | NotModified:
        """Retrieve a contact form.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_CONTACT_FORM, models.ContactForm, (contact_form_id,), {}, options)

    async def update(
        self,
        contact_form_id: str,
        change: Callable[[models.ContactForm], inputs.UpdateContactFormRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateContactFormRequest],
    ) -> models.ContactForm:
        """Update a contact form.

        Changes only the fields that are sent; `allowed_origins` and `tags` as a whole. Messages that wait for a
        confirmation still do.

        Requires the scope `mailboxes:manage`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_CONTACT_FORM,
            models.ContactForm,
            ops.UPDATE_CONTACT_FORM,
            models.ContactForm,
            (contact_form_id,),
            change,
            body,
            options,
        )

    async def rotate_key(self, contact_form_id: str, /, *, options: AsyncOptions | None = None) -> models.ContactForm:
        """Rotate the key of a contact form.

        The form has another URL from now on; submissions to the old one are answered 404.

        Requires the scope `mailboxes:manage`.

        Error codes, besides those of all: insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.ROTATE_CONTACT_FORM_KEY, models.ContactForm, (contact_form_id,), {}, options)
