# Generated from the API document by `npm run sdks`. Do not edit.

"""Conversations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from ..._core.client import Resource
from ..._core.model import Deleted, NotModified
from ..._core.page import AsyncChanges, AsyncPage, Changes, Page
from ..._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from ..._core.sync_transport import run
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from datetime import datetime

    from .. import inputs


class ConversationsHistory(Resource):
    def list(
        self, conversation_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListConversationHistoryQuery]
    ) -> Page[models.HistoryEntry]:
        """List the changes of a conversation.

        Returns who changed what in the conversation, and when, newest first by default: an entry for its creation and one
        for each later change, from the event log of the last 30 days. The history of a deleted conversation is not
        returned; its events remain in `GET /v1/events`. A tag that is renamed or deleted changes every conversation that
        has it, without an entry: see `tag.updated` and `tag.deleted` there. Messages are no changes: list them with `GET
        /v1/conversations/{conversation_id}/messages`.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(self._core.listing(ops.LIST_CONVERSATION_HISTORY, models.HistoryEntry, (conversation_id,), query, options))


class ConversationsReplyRecipients(Resource):
    @overload
    def get(self, conversation_id: str, /, *, options: Options | None = None) -> models.ReplyRecipients: ...
    @overload
    def get(self, conversation_id: str, /, *, options: ReadOptions) -> models.ReplyRecipients | NotModified: ...
    def get(
        self, conversation_id: str, /, *, options: ReadOptions | Options | None = None
    ) -> models.ReplyRecipients | NotModified:
        """Retrieve the recipients of a reply.

        Whom a reply by mail goes to unless its `email` says otherwise: those of the last mail of the conversation, with the
        present address of the contact for a former one; the contact alone if it has written since, or if there is no mail.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_REPLY_RECIPIENTS, models.ReplyRecipients, (conversation_id,), {}, options))


class ConversationsMessagesEmail(Resource):
    @overload
    def get(self, conversation_id: str, message_id: str, /, *, options: Options | None = None) -> models.MailContent: ...
    @overload
    def get(self, conversation_id: str, message_id: str, /, *, options: ReadOptions) -> models.MailContent | NotModified: ...
    def get(
        self, conversation_id: str, message_id: str, /, *, options: ReadOptions | Options | None = None
    ) -> models.MailContent | NotModified:
        """Retrieve the mail of a message.

        Returns the headers of a mail, and links to its source and to its HTML. The links of an incoming mail work until
        they expire or the message is redacted. A message whose `email` is null is a 404.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_MESSAGE_EMAIL, models.MailContent, (conversation_id, message_id), {}, options))


class ConversationsMessages(Resource):
    @cached_property
    def email(self) -> ConversationsMessagesEmail:
        return ConversationsMessagesEmail(self._core)

    def create(
        self, conversation_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.CreateMessageRequest]
    ) -> models.Message:
        """Create a message.

        Adds a message to the conversation as the user of the credential, or as its contact with `author: {type: contact}`.
        A reply of a user leaves, unless `send` is false, if the conversation has a `mailbox_id` or a `connection_id`: it is
        `queued`, and `message.delivery_updated` tells what becomes of it. Without recipients it is `failed` with
        `no_recipients`. Any other message is recorded, not sent: its `delivery` is null. `attachments` has the ids of
        files, which require the scope `files:read`, each of which may be attached to several messages; a multipart form has
        the files themselves, and `author` as JSON; it leaves out what is null. With files `body` may be left out, and
        either the message is created with all of them or nothing is. An API key with the scope `users:write` may name
        another user as the author. A message from the contact opens a conversation that is pending or closed, and so,
        within a second, the tickets linked to it. The activity of the conversation follows: `last_message_at`,
        `last_message_by`, `messages_count`, `waiting_since`. Emits `message.created`, and `conversation.updated` only if
        the message changes the status, with `conversation.status_changed`.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding,
        malformed_multipart, insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress, too_many_items,
        file_too_large, unsupported_file_type, invalid_parameter, read_only_parameter, missing_parameter, duplicate_value,
        outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_MESSAGE, models.Message, (conversation_id,), body, options))

    def list(
        self, conversation_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListMessagesQuery]
    ) -> Page[models.Message]:
        """List the messages of a conversation.

        Returns the messages, oldest first by default, including internal notes.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(self._core.listing(ops.LIST_MESSAGES, models.Message, (conversation_id,), query, options))

    def delete(self, conversation_id: str, message_id: str, /, *, options: Options | None = None) -> Deleted:
        """Redact a message.

        Removes the text and the attachments of a message permanently, and cancels its sending if it still waits, from
        search too, and the files that no other message has. The message keeps its place in the conversation, with an empty
        `body` and `redacted_at`; redacting it again is a 404. Emits `message.redacted`. Copies that were made before
        expire: stored responses of an `Idempotency-Key` after 24 hours, the log of webhook deliveries after its retention
        time (30 days by default); pending deliveries are still sent.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_MESSAGE, (conversation_id, message_id), options))

    @overload
    def get(self, conversation_id: str, message_id: str, /, *, options: Options | None = None) -> models.Message: ...
    @overload
    def get(self, conversation_id: str, message_id: str, /, *, options: ReadOptions) -> models.Message | NotModified: ...
    def get(
        self, conversation_id: str, message_id: str, /, *, options: ReadOptions | Options | None = None
    ) -> models.Message | NotModified:
        """Retrieve a message.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_MESSAGE, models.Message, (conversation_id, message_id), {}, options))

    def resend(
        self,
        conversation_id: str,
        message_id: str,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.ResendMessageRequest],
    ) -> models.Message:
        """Send a message again.

        Sends a message again that is `failed`, `bounced`, `unknown` or `cancelled`, through the mailbox or the connection
        that its conversation has now: to the recipients that it has not reached, or to the contact if it had none. `email`
        replaces those of them that it names, such as those in `to`, and what is left out of it stays. It is `queued` again;
        an `unknown` one may arrive twice. Emits `message.delivery_updated`, by which a connector learns of it: the
        `delivery` is `queued`, and was not before.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.RESEND_MESSAGE, models.Message, (conversation_id, message_id), body, options))

    def delivery(
        self,
        conversation_id: str,
        message_id: str,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateMessageDeliveryRequest],
    ) -> models.Message:
        """Report the delivery of a message.

        For connectors: reports what has become of a message with a `connection_id`. States only move forward, so that late
        and repeated reports change nothing. Emits `message.delivery_updated`. A message without a connection is a 422.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        outcome_unknown.
        """
        return run(self._core.record(ops.UPDATE_MESSAGE_DELIVERY, models.Message, (conversation_id, message_id), body, options))


class Conversations(Resource):
    @cached_property
    def history(self) -> ConversationsHistory:
        return ConversationsHistory(self._core)

    @cached_property
    def reply_recipients(self) -> ConversationsReplyRecipients:
        return ConversationsReplyRecipients(self._core)

    @cached_property
    def messages(self) -> ConversationsMessages:
        return ConversationsMessages(self._core)

    def create(
        self, *, options: Options | None = None, **body: Unpack[inputs.CreateConversationRequest]
    ) -> models.Conversation:
        """Create a conversation.

        Creates an open conversation, optionally with its first message. If nobody has what names the `contact`, a contact
        is created and `contact.created` emitted. Emits `conversation.created`, plus `message.created` if `message` is set
        and `conversation.assigned` if `assignee_id` is set.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, ambiguous_match, duplicate_value, file_too_large, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_CONVERSATION, models.Conversation, (), body, options))

    def list(
        self, *, options: Options | None = None, **query: Unpack[inputs.ListConversationsQuery]
    ) -> Page[models.Conversation]:
        """List conversations.

        Returns the conversations that match all filters, newest first by default. `q` searches subjects, tags, custom
        fields, messages, and the names, e-mail addresses and phone numbers of contacts. A conversation shows the name,
        e-mail address and phone number of its contact and the name of its assignee: their changes do not change its
        `updated_at`.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_CONVERSATIONS, models.Conversation, (), query, options))

    def changes(
        self, *, since: str | datetime | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Changes[models.Conversation]:
        """Follow changes, from a time on, or behind the `resume_cursor` of an earlier iteration."""
        query = {"updated_after": since, "sort": "updated_at", "order": "asc"}
        return Changes(self._core.listing(ops.LIST_CONVERSATIONS, models.Conversation, (), query, options), cursor)

    def delete(self, conversation_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a conversation.

        Deletes the conversation and its messages permanently, with the files that no other message has. Its contact is
        kept, and so are linked tickets, whose `conversation_id` becomes null within a second. Emits `conversation.deleted`,
        and no event for each message.

        Requires the scope `conversations:write`.

        Of users, only admins may do this. API keys need no role.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_CONVERSATION, (conversation_id,), options))

    @overload
    def get(
        self, conversation_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.GetConversationQuery]
    ) -> models.Conversation: ...
    @overload
    def get(
        self, conversation_id: str, /, *, options: ReadOptions, **query: Unpack[inputs.GetConversationQuery]
    ) -> models.Conversation | NotModified: ...
    def get(
        self,
        conversation_id: str,
        /,
        *,
        options: ReadOptions | Options | None = None,
        **query: Unpack[inputs.GetConversationQuery],
    ) -> models.Conversation | NotModified:
        """Retrieve a conversation.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found, invalid_parameter.
        """
        return run(self._core.read(ops.GET_CONVERSATION, models.Conversation, (conversation_id,), query, options))

    def update(
        self,
        conversation_id: str,
        change: Callable[[models.Conversation], inputs.UpdateConversationRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateConversationRequest],
    ) -> models.Conversation:
        """Update a conversation.

        Changes only the fields that are sent. All status transitions are allowed. Emits `conversation.updated`, plus
        `conversation.status_changed` and `conversation.assigned` where they apply. No event is sent if the request changes
        nothing.

        Requires the scope `conversations:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, ambiguous_match, duplicate_value, missing_parameter, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_CONVERSATION,
                models.Conversation,
                ops.UPDATE_CONVERSATION,
                models.Conversation,
                (conversation_id,),
                change,
                body,
                options,
            )
        )


class AsyncConversationsHistory(Resource):
    def list(
        self,
        conversation_id: str,
        /,
        *,
        options: AsyncOptions | None = None,
        **query: Unpack[inputs.ListConversationHistoryQuery],
    ) -> AsyncPage[models.HistoryEntry]:
        """List the changes of a conversation.

        Returns who changed what in the conversation, and when, newest first by default: an entry for its creation and one
        for each later change, from the event log of the last 30 days. The history of a deleted conversation is not
        returned; its events remain in `GET /v1/events`. A tag that is renamed or deleted changes every conversation that
        has it, without an entry: see `tag.updated` and `tag.deleted` there. Messages are no changes: list them with `GET
        /v1/conversations/{conversation_id}/messages`.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(
            self._core.listing(ops.LIST_CONVERSATION_HISTORY, models.HistoryEntry, (conversation_id,), query, options)
        )


class AsyncConversationsReplyRecipients(Resource):
    @overload
    async def get(self, conversation_id: str, /, *, options: AsyncOptions | None = None) -> models.ReplyRecipients: ...
    @overload
    async def get(self, conversation_id: str, /, *, options: AsyncReadOptions) -> models.ReplyRecipients | NotModified: ...
    async def get(
        self, conversation_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.ReplyRecipients | NotModified:
        """Retrieve the recipients of a reply.

        Whom a reply by mail goes to unless its `email` says otherwise: those of the last mail of the conversation, with the
        present address of the contact for a former one; the contact alone if it has written since, or if there is no mail.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_REPLY_RECIPIENTS, models.ReplyRecipients, (conversation_id,), {}, options)


class AsyncConversationsMessagesEmail(Resource):
    @overload
    async def get(
        self, conversation_id: str, message_id: str, /, *, options: AsyncOptions | None = None
    ) -> models.MailContent: ...
    @overload
    async def get(
        self, conversation_id: str, message_id: str, /, *, options: AsyncReadOptions
    ) -> models.MailContent | NotModified: ...
    async def get(
        self, conversation_id: str, message_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.MailContent | NotModified:
        """Retrieve the mail of a message.

        Returns the headers of a mail, and links to its source and to its HTML. The links of an incoming mail work until
        they expire or the message is redacted. A message whose `email` is null is a 404.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_MESSAGE_EMAIL, models.MailContent, (conversation_id, message_id), {}, options)


class AsyncConversationsMessages(Resource):
    @cached_property
    def email(self) -> AsyncConversationsMessagesEmail:
        return AsyncConversationsMessagesEmail(self._core)

    async def create(
        self, conversation_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateMessageRequest]
    ) -> models.Message:
        """Create a message.

        Adds a message to the conversation as the user of the credential, or as its contact with `author: {type: contact}`.
        A reply of a user leaves, unless `send` is false, if the conversation has a `mailbox_id` or a `connection_id`: it is
        `queued`, and `message.delivery_updated` tells what becomes of it. Without recipients it is `failed` with
        `no_recipients`. Any other message is recorded, not sent: its `delivery` is null. `attachments` has the ids of
        files, which require the scope `files:read`, each of which may be attached to several messages; a multipart form has
        the files themselves, and `author` as JSON; it leaves out what is null. With files `body` may be left out, and
        either the message is created with all of them or nothing is. An API key with the scope `users:write` may name
        another user as the author. A message from the contact opens a conversation that is pending or closed, and so,
        within a second, the tickets linked to it. The activity of the conversation follows: `last_message_at`,
        `last_message_by`, `messages_count`, `waiting_since`. Emits `message.created`, and `conversation.updated` only if
        the message changes the status, with `conversation.status_changed`.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding,
        malformed_multipart, insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress, too_many_items,
        file_too_large, unsupported_file_type, invalid_parameter, read_only_parameter, missing_parameter, duplicate_value,
        outcome_unknown.
        """
        return await self._core.record(ops.CREATE_MESSAGE, models.Message, (conversation_id,), body, options)

    def list(
        self, conversation_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListMessagesQuery]
    ) -> AsyncPage[models.Message]:
        """List the messages of a conversation.

        Returns the messages, oldest first by default, including internal notes.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(self._core.listing(ops.LIST_MESSAGES, models.Message, (conversation_id,), query, options))

    async def delete(self, conversation_id: str, message_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Redact a message.

        Removes the text and the attachments of a message permanently, and cancels its sending if it still waits, from
        search too, and the files that no other message has. The message keeps its place in the conversation, with an empty
        `body` and `redacted_at`; redacting it again is a 404. Emits `message.redacted`. Copies that were made before
        expire: stored responses of an `Idempotency-Key` after 24 hours, the log of webhook deliveries after its retention
        time (30 days by default); pending deliveries are still sent.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_MESSAGE, (conversation_id, message_id), options)

    @overload
    async def get(self, conversation_id: str, message_id: str, /, *, options: AsyncOptions | None = None) -> models.Message: ...
    @overload
    async def get(
        self, conversation_id: str, message_id: str, /, *, options: AsyncReadOptions
    ) -> models.Message | NotModified: ...
    async def get(
        self, conversation_id: str, message_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Message | NotModified:
        """Retrieve a message.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_MESSAGE, models.Message, (conversation_id, message_id), {}, options)

    async def resend(
        self,
        conversation_id: str,
        message_id: str,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.ResendMessageRequest],
    ) -> models.Message:
        """Send a message again.

        Sends a message again that is `failed`, `bounced`, `unknown` or `cancelled`, through the mailbox or the connection
        that its conversation has now: to the recipients that it has not reached, or to the contact if it had none. `email`
        replaces those of them that it names, such as those in `to`, and what is left out of it stays. It is `queued` again;
        an `unknown` one may arrive twice. Emits `message.delivery_updated`, by which a connector learns of it: the
        `delivery` is `queued`, and was not before.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.RESEND_MESSAGE, models.Message, (conversation_id, message_id), body, options)

    async def delivery(
        self,
        conversation_id: str,
        message_id: str,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateMessageDeliveryRequest],
    ) -> models.Message:
        """Report the delivery of a message.

        For connectors: reports what has become of a message with a `connection_id`. States only move forward, so that late
        and repeated reports change nothing. Emits `message.delivery_updated`. A message without a connection is a 422.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        outcome_unknown.
        """
        return await self._core.record(
            ops.UPDATE_MESSAGE_DELIVERY, models.Message, (conversation_id, message_id), body, options
        )


class AsyncConversations(Resource):
    @cached_property
    def history(self) -> AsyncConversationsHistory:
        return AsyncConversationsHistory(self._core)

    @cached_property
    def reply_recipients(self) -> AsyncConversationsReplyRecipients:
        return AsyncConversationsReplyRecipients(self._core)

    @cached_property
    def messages(self) -> AsyncConversationsMessages:
        return AsyncConversationsMessages(self._core)

    async def create(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateConversationRequest]
    ) -> models.Conversation:
        """Create a conversation.

        Creates an open conversation, optionally with its first message. If nobody has what names the `contact`, a contact
        is created and `contact.created` emitted. Emits `conversation.created`, plus `message.created` if `message` is set
        and `conversation.assigned` if `assignee_id` is set.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, ambiguous_match, duplicate_value, file_too_large, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_CONVERSATION, models.Conversation, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListConversationsQuery]
    ) -> AsyncPage[models.Conversation]:
        """List conversations.

        Returns the conversations that match all filters, newest first by default. `q` searches subjects, tags, custom
        fields, messages, and the names, e-mail addresses and phone numbers of contacts. A conversation shows the name,
        e-mail address and phone number of its contact and the name of its assignee: their changes do not change its
        `updated_at`.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_CONVERSATIONS, models.Conversation, (), query, options))

    def changes(
        self, *, since: str | datetime | None = None, cursor: str | None = None, options: AsyncOptions | None = None
    ) -> AsyncChanges[models.Conversation]:
        """Follow changes, from a time on, or behind the `resume_cursor` of an earlier iteration."""
        query = {"updated_after": since, "sort": "updated_at", "order": "asc"}
        return AsyncChanges(self._core.listing(ops.LIST_CONVERSATIONS, models.Conversation, (), query, options), cursor)

    async def delete(self, conversation_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a conversation.

        Deletes the conversation and its messages permanently, with the files that no other message has. Its contact is
        kept, and so are linked tickets, whose `conversation_id` becomes null within a second. Emits `conversation.deleted`,
        and no event for each message.

        Requires the scope `conversations:write`.

        Of users, only admins may do this. API keys need no role.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_CONVERSATION, (conversation_id,), options)

    @overload
    async def get(
        self, conversation_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.GetConversationQuery]
    ) -> models.Conversation: ...
    @overload
    async def get(
        self, conversation_id: str, /, *, options: AsyncReadOptions, **query: Unpack[inputs.GetConversationQuery]
    ) -> models.Conversation | NotModified: ...
    async def get(
        self,
        conversation_id: str,
        /,
        *,
        options: AsyncReadOptions | AsyncOptions | None = None,
        **query: Unpack[inputs.GetConversationQuery],
    ) -> models.Conversation | NotModified:
        """Retrieve a conversation.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found, invalid_parameter.
        """
        return await self._core.read(ops.GET_CONVERSATION, models.Conversation, (conversation_id,), query, options)

    async def update(
        self,
        conversation_id: str,
        change: Callable[[models.Conversation], inputs.UpdateConversationRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateConversationRequest],
    ) -> models.Conversation:
        """Update a conversation.

        Changes only the fields that are sent. All status transitions are allowed. Emits `conversation.updated`, plus
        `conversation.status_changed` and `conversation.assigned` where they apply. No event is sent if the request changes
        nothing.

        Requires the scope `conversations:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, ambiguous_match, duplicate_value, missing_parameter, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_CONVERSATION,
            models.Conversation,
            ops.UPDATE_CONVERSATION,
            models.Conversation,
            (conversation_id,),
            change,
            body,
            options,
        )
