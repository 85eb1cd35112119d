# Generated from the API document by `npm run sdks`. Do not edit.

"""Conversations."""

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


class ConversationsFollowers(Resource):
    def create(
        self, conversation_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.AddConversationFollowerRequest]
    ) -> models.Followers:
        """Follow a conversation.

        A follower is notified when the contact writes. Users who are mentioned in a note become followers too, and to
        follow twice changes nothing. A record has at most 50 followers; one that has them takes no more.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.ADD_CONVERSATION_FOLLOWER, models.Followers, (conversation_id,), body, options))

    @overload
    def get(self, conversation_id: str, /, *, options: Options | None = None) -> models.Followers: ...
    @overload
    def get(self, conversation_id: str, /, *, options: ReadOptions) -> models.Followers | NotModified: ...
    def get(self, conversation_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Followers | NotModified:
        """List the followers of a conversation.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.LIST_CONVERSATION_FOLLOWERS, models.Followers, (conversation_id,), {}, options))

    def delete(self, conversation_id: str, user_id: str, /, *, options: Options | None = None) -> Deleted:
        """Stop following a conversation.

        Removes a follower; 404 for a user who does not follow the conversation.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: insufficient_scope, not_found, outcome_unknown.
        """
        return run(self._core.nothing(ops.REMOVE_CONVERSATION_FOLLOWER, (conversation_id, user_id), options))


class ConversationsDraft(Resource):
    def delete(self, conversation_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a draft.

        Deletes what the user has begun to write in the conversation. It is that of the user of the credential: nobody else
        reads or changes it. The next message of the same type that the user creates there with another credential than an
        API key deletes it too.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_DRAFT, (conversation_id,), options))

    @overload
    def get(self, conversation_id: str, /, *, options: Options | None = None) -> models.Draft: ...
    @overload
    def get(self, conversation_id: str, /, *, options: ReadOptions) -> models.Draft | NotModified: ...
    def get(self, conversation_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Draft | NotModified:
        """Retrieve a draft.

        Returns what the user has begun to write in the conversation; 404 without one. It is that of the user of the
        credential: nobody else reads or changes it.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.GET_DRAFT, models.Draft, (conversation_id,), {}, options))

    def save(
        self, conversation_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.SaveDraftRequest]
    ) -> models.Draft:
        """Save a draft.

        Stores what the user has begun to write in the conversation, in the place of the draft before. It is that of the
        user of the credential: nobody else reads or changes it. It takes what the creation of a message takes, up to 64 KiB
        together; whether its files exist is checked when the message is created. With the `ETag` of the draft in `If-Match`
        a draft that another tab has changed or deleted since returns 412. Emits no event.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, precondition_failed, invalid_parameter, missing_parameter, too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.SAVE_DRAFT, models.Draft, (conversation_id,), body, options))


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
        within a second, the tickets linked to it. With the `ETag` of the conversation in `If-Match` nothing is written if
        the conversation has changed since, such as by a message of somebody else: 412. The activity of the conversation
        follows: `last_message_at`, `last_message_by`, `messages_count`, `waiting_since`. Emits `message.created`, and
        `conversation.updated` only if the message changes the status, with `conversation.status_changed`.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding,
        malformed_multipart, insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        precondition_failed, too_many_items, file_too_large, unsupported_file_type, invalid_parameter, read_only_parameter,
        missing_parameter, duplicate_value, outcome_unknown.
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
        search too, and the files that no other message has. Its author may do so, an admin, and API keys. The message keeps
        its place in the conversation, with an empty `body`, `redacted_at` and `redacted_by`; redacting it again is a 404.
        Emits `message.redacted`. Within seconds the copies follow: the source of a mail, the event log, pending deliveries
        of webhooks, which send the message without its content, and stored responses of an `Idempotency-Key`.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
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

    def update(
        self,
        conversation_id: str,
        message_id: str,
        change: Callable[[models.Message], inputs.UpdateMessageRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateMessageRequest],
    ) -> models.Message:
        """Edit a note.

        Changes the text of an internal note, which its author, an admin and API keys may do. `edited_at` and `edited_by`
        tell of the last change; `message.updated`, which it emits, has the former text in `previous`, and names who has
        made the change in `actor`. Other messages are what somebody has sent or received, and a note that came as a mail is
        that mail: these return 409 `not_editable`, as a redacted note does.

        Requires the scope `conversations:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, not_editable, precondition_failed,
        invalid_parameter, read_only_parameter, missing_parameter, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_MESSAGE,
                models.Message,
                ops.UPDATE_MESSAGE,
                models.Message,
                (conversation_id, message_id),
                change,
                body,
                options,
            )
        )

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
    def followers(self) -> ConversationsFollowers:
        return ConversationsFollowers(self._core)

    @cached_property
    def draft(self) -> ConversationsDraft:
        return ConversationsDraft(self._core)

    @cached_property
    def messages(self) -> ConversationsMessages:
        return ConversationsMessages(self._core)

    def bulk_update(
        self, *, options: Options | None = None, **body: Unpack[inputs.BulkUpdateConversationsRequest]
    ) -> Result[builtins.list[models.BulkItem], models.BulkMeta]:
        """Bulk update conversations.

        Applies one update to up to 100 conversations; each succeeds or fails independently. Returns 200 even if some fail;
        check the `status` of each result. An update that is invalid for every conversation returns 422 and changes none.
        Counts as one request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        read_only_parameter, outcome_unknown.
        """
        return run(self._core.results(ops.BULK_UPDATE_CONVERSATIONS, models.BulkItem, models.BulkMeta, (), body, options))

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

        Deletes the conversation and its messages permanently, with those that were merged into it, and with the files that
        no other message has. Its contact is kept, and so are linked tickets, whose `conversation_id` becomes null within a
        second. Emits `conversation.deleted` for each, and no event for each message.

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
        `conversation.status_changed`, `conversation.team_changed`, `conversation.snoozed`, `conversation.woken` and
        `conversation.assigned` where they apply. No event is sent if the request changes nothing.

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

    def merge(
        self, conversation_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.MergeConversationRequest]
    ) -> models.Conversation:
        """Merge conversations.

        Merges other conversations into this one, which keeps its own values and gets their messages with their files, their
        participants and tags, and their custom fields that it lacks. Lists, counts and search have the merged conversations
        no more, and their ids lead to this conversation in reads and writes, but not in its deletion; its `merged_from`
        names them. Can be undone for 30 days with `POST /v1/conversations/{conversation_id}/unmerge`. All or nothing: one
        id that cannot be merged changes nothing; one that was merged into it before is ignored. Emits `conversation.merged`
        for each merged conversation and `conversation.updated` for this one. All have the same contact, and the merged ones
        have at most 5000 messages together. What the contact answers to a mail of a merged conversation, and what a
        connector receives for it, goes to this one. Linked tickets follow within a second.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        outcome_unknown.
        """
        return run(self._core.record(ops.MERGE_CONVERSATION, models.Conversation, (conversation_id,), body, options))

    def split(
        self, conversation_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.SplitConversationRequest]
    ) -> models.Conversation:
        """Split a conversation.

        Moves messages into a new open conversation of the same contact, with the same priority, inbox, team, assignee and
        channel, without tags and custom fields. Files move with their messages. What answers a mail among them goes to the
        new conversation within a second, unless it is sent to a reply address of this one. Emits `conversation.created` for
        it, and `conversation.split` and `conversation.updated` for this one.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return run(self._core.record(ops.SPLIT_CONVERSATION, models.Conversation, (conversation_id,), body, options))

    def unmerge(
        self, conversation_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.UnmergeConversationRequest]
    ) -> models.Conversation:
        """Undo a merge of conversations.

        Gives conversations back that were merged into this one within the last 30 days, each with the values that it had,
        with the messages that it brought and that were not moved since; participants stay in both. One that is a
        conversation of its own is ignored. What it brought is taken from this conversation, unless it was changed since;
        what came after the merge stays here. References to records that were deleted since are null, and so is the assignee
        of open work who was deactivated. Emits `conversation.unmerged` for each and `conversation.updated` for this
        conversation.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        outcome_unknown.
        """
        return run(self._core.record(ops.UNMERGE_CONVERSATION, models.Conversation, (conversation_id,), body, options))

    def presence(
        self, conversation_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.ReportPresenceRequest]
    ) -> models.Presence:
        """Report presence in a conversation.

        Says for 15 seconds that the user of the credential reads the conversation or writes in it. Event streams with
        `presence=true` tell it; nothing else does, and no event is logged. A client repeats it every 10 seconds while it
        lasts.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.REPORT_PRESENCE, models.Presence, (conversation_id,), body, options))


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


class AsyncConversationsFollowers(Resource):
    async def create(
        self,
        conversation_id: str,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.AddConversationFollowerRequest],
    ) -> models.Followers:
        """Follow a conversation.

        A follower is notified when the contact writes. Users who are mentioned in a note become followers too, and to
        follow twice changes nothing. A record has at most 50 followers; one that has them takes no more.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.ADD_CONVERSATION_FOLLOWER, models.Followers, (conversation_id,), body, options)

    @overload
    async def get(self, conversation_id: str, /, *, options: AsyncOptions | None = None) -> models.Followers: ...
    @overload
    async def get(self, conversation_id: str, /, *, options: AsyncReadOptions) -> models.Followers | NotModified: ...
    async def get(
        self, conversation_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Followers | NotModified:
        """List the followers of a conversation.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.LIST_CONVERSATION_FOLLOWERS, models.Followers, (conversation_id,), {}, options)

    async def delete(self, conversation_id: str, user_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Stop following a conversation.

        Removes a follower; 404 for a user who does not follow the conversation.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: insufficient_scope, not_found, outcome_unknown.
        """
        return await self._core.nothing(ops.REMOVE_CONVERSATION_FOLLOWER, (conversation_id, user_id), options)


class AsyncConversationsDraft(Resource):
    async def delete(self, conversation_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a draft.

        Deletes what the user has begun to write in the conversation. It is that of the user of the credential: nobody else
        reads or changes it. The next message of the same type that the user creates there with another credential than an
        API key deletes it too.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: insufficient_scope, not_found, precondition_failed, outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_DRAFT, (conversation_id,), options)

    @overload
    async def get(self, conversation_id: str, /, *, options: AsyncOptions | None = None) -> models.Draft: ...
    @overload
    async def get(self, conversation_id: str, /, *, options: AsyncReadOptions) -> models.Draft | NotModified: ...
    async def get(
        self, conversation_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Draft | NotModified:
        """Retrieve a draft.

        Returns what the user has begun to write in the conversation; 404 without one. It is that of the user of the
        credential: nobody else reads or changes it.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.GET_DRAFT, models.Draft, (conversation_id,), {}, options)

    async def save(
        self, conversation_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.SaveDraftRequest]
    ) -> models.Draft:
        """Save a draft.

        Stores what the user has begun to write in the conversation, in the place of the draft before. It is that of the
        user of the credential: nobody else reads or changes it. It takes what the creation of a message takes, up to 64 KiB
        together; whether its files exist is checked when the message is created. With the `ETag` of the draft in `If-Match`
        a draft that another tab has changed or deleted since returns 412. Emits no event.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, precondition_failed, invalid_parameter, missing_parameter, too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.SAVE_DRAFT, models.Draft, (conversation_id,), body, options)


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
        within a second, the tickets linked to it. With the `ETag` of the conversation in `If-Match` nothing is written if
        the conversation has changed since, such as by a message of somebody else: 412. The activity of the conversation
        follows: `last_message_at`, `last_message_by`, `messages_count`, `waiting_since`. Emits `message.created`, and
        `conversation.updated` only if the message changes the status, with `conversation.status_changed`.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding,
        malformed_multipart, insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress,
        precondition_failed, too_many_items, file_too_large, unsupported_file_type, invalid_parameter, read_only_parameter,
        missing_parameter, duplicate_value, outcome_unknown.
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
        search too, and the files that no other message has. Its author may do so, an admin, and API keys. The message keeps
        its place in the conversation, with an empty `body`, `redacted_at` and `redacted_by`; redacting it again is a 404.
        Emits `message.redacted`. Within seconds the copies follow: the source of a mail, the event log, pending deliveries
        of webhooks, which send the message without its content, and stored responses of an `Idempotency-Key`.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
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

    async def update(
        self,
        conversation_id: str,
        message_id: str,
        change: Callable[[models.Message], inputs.UpdateMessageRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateMessageRequest],
    ) -> models.Message:
        """Edit a note.

        Changes the text of an internal note, which its author, an admin and API keys may do. `edited_at` and `edited_by`
        tell of the last change; `message.updated`, which it emits, has the former text in `previous`, and names who has
        made the change in `actor`. Other messages are what somebody has sent or received, and a note that came as a mail is
        that mail: these return 409 `not_editable`, as a redacted note does.

        Requires the scope `conversations:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        role_forbidden, not_found, idempotency_mismatch, idempotency_in_progress, not_editable, precondition_failed,
        invalid_parameter, read_only_parameter, missing_parameter, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_MESSAGE,
            models.Message,
            ops.UPDATE_MESSAGE,
            models.Message,
            (conversation_id, message_id),
            change,
            body,
            options,
        )

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
    def followers(self) -> AsyncConversationsFollowers:
        return AsyncConversationsFollowers(self._core)

    @cached_property
    def draft(self) -> AsyncConversationsDraft:
        return AsyncConversationsDraft(self._core)

    @cached_property
    def messages(self) -> AsyncConversationsMessages:
        return AsyncConversationsMessages(self._core)

    async def bulk_update(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.BulkUpdateConversationsRequest]
    ) -> Result[builtins.list[models.BulkItem], models.BulkMeta]:
        """Bulk update conversations.

        Applies one update to up to 100 conversations; each succeeds or fails independently. Returns 200 even if some fail;
        check the `status` of each result. An update that is invalid for every conversation returns 422 and changes none.
        Counts as one request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        read_only_parameter, outcome_unknown.
        """
        return await self._core.results(ops.BULK_UPDATE_CONVERSATIONS, models.BulkItem, models.BulkMeta, (), body, options)

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

        Deletes the conversation and its messages permanently, with those that were merged into it, and with the files that
        no other message has. Its contact is kept, and so are linked tickets, whose `conversation_id` becomes null within a
        second. Emits `conversation.deleted` for each, and no event for each message.

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
        `conversation.status_changed`, `conversation.team_changed`, `conversation.snoozed`, `conversation.woken` and
        `conversation.assigned` where they apply. No event is sent if the request changes nothing.

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

    async def merge(
        self, conversation_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.MergeConversationRequest]
    ) -> models.Conversation:
        """Merge conversations.

        Merges other conversations into this one, which keeps its own values and gets their messages with their files, their
        participants and tags, and their custom fields that it lacks. Lists, counts and search have the merged conversations
        no more, and their ids lead to this conversation in reads and writes, but not in its deletion; its `merged_from`
        names them. Can be undone for 30 days with `POST /v1/conversations/{conversation_id}/unmerge`. All or nothing: one
        id that cannot be merged changes nothing; one that was merged into it before is ignored. Emits `conversation.merged`
        for each merged conversation and `conversation.updated` for this one. All have the same contact, and the merged ones
        have at most 5000 messages together. What the contact answers to a mail of a merged conversation, and what a
        connector receives for it, goes to this one. Linked tickets follow within a second.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        outcome_unknown.
        """
        return await self._core.record(ops.MERGE_CONVERSATION, models.Conversation, (conversation_id,), body, options)

    async def split(
        self, conversation_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.SplitConversationRequest]
    ) -> models.Conversation:
        """Split a conversation.

        Moves messages into a new open conversation of the same contact, with the same priority, inbox, team, assignee and
        channel, without tags and custom fields. Files move with their messages. What answers a mail among them goes to the
        new conversation within a second, unless it is sent to a reply address of this one. Emits `conversation.created` for
        it, and `conversation.split` and `conversation.updated` for this one.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, outcome_unknown.
        """
        return await self._core.record(ops.SPLIT_CONVERSATION, models.Conversation, (conversation_id,), body, options)

    async def unmerge(
        self, conversation_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.UnmergeConversationRequest]
    ) -> models.Conversation:
        """Undo a merge of conversations.

        Gives conversations back that were merged into this one within the last 30 days, each with the values that it had,
        with the messages that it brought and that were not moved since; participants stay in both. One that is a
        conversation of its own is ignored. What it brought is taken from this conversation, unless it was changed since;
        what came after the merge stays here. References to records that were deleted since are null, and so is the assignee
        of open work who was deactivated. Emits `conversation.unmerged` for each and `conversation.updated` for this
        conversation.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        outcome_unknown.
        """
        return await self._core.record(ops.UNMERGE_CONVERSATION, models.Conversation, (conversation_id,), body, options)

    async def presence(
        self, conversation_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.ReportPresenceRequest]
    ) -> models.Presence:
        """Report presence in a conversation.

        Says for 15 seconds that the user of the credential reads the conversation or writes in it. Event streams with
        `presence=true` tell it; nothing else does, and no event is logged. A client repeats it every 10 seconds while it
        lasts.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, outcome_unknown.
        """
        return await self._core.record(ops.REPORT_PRESENCE, models.Presence, (conversation_id,), body, options)
