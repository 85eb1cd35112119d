# Generated from the API document by `npm run sdks`. Do not edit.

"""Tickets."""

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


class TicketsMessages(Resource):
    def create(
        self, ticket_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.CreateMessageTicketRequest]
    ) -> models.Message:
        """Create a message of a ticket.

        Adds a message to the linked conversation, as the creation of a message there does. The first message of a ticket
        without a conversation creates one with the contact of the ticket, its subject, its priority and its inbox, and
        links it, which emits `conversation.created` and `ticket.updated`; a ticket without a contact is a 422. Emits
        `message.created`.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding,
        malformed_multipart, insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress, too_many_items,
        file_too_large, unsupported_file_type, invalid_parameter, read_only_parameter, missing_parameter, duplicate_value,
        outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_MESSAGE_TICKET, models.Message, (ticket_id,), body, options))

    def list(
        self, ticket_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListMessagesTicketsQuery]
    ) -> Page[models.Message]:
        """List the messages of a ticket.

        Returns the messages of the linked conversation, as the list of its messages does; none without a conversation.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(self._core.listing(ops.LIST_MESSAGES_TICKETS, models.Message, (ticket_id,), query, options))


class TicketsHistory(Resource):
    def list(
        self, ticket_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.ListTicketHistoryQuery]
    ) -> Page[models.HistoryEntry]:
        """List the changes of a ticket.

        Returns who changed what in the ticket, and when, newest first by default: an entry for its creation and one for
        each later change, from the event log of the last 30 days. The history of a deleted ticket is not returned; its
        events remain in `GET /v1/events`. A tag that is renamed or deleted changes every ticket that has it, without an
        entry: see `tag.updated` and `tag.deleted` there.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return Page(self._core.listing(ops.LIST_TICKET_HISTORY, models.HistoryEntry, (ticket_id,), query, options))


class TicketsLinks(Resource):
    def create(
        self, ticket_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.LinkTicketRequest]
    ) -> models.Ticket:
        """Link two tickets.

        Both tickets show the link in `links`: the other end of `parent` is `child`, and that of `duplicate_of` is
        `duplicate`. Two tickets have one link, so that the same one again changes nothing; a ticket has one parent and at
        most 100 links, and no ticket is above itself. A link goes within a second when one of its tickets is deleted; that
        of a merged ticket keeps its id, which leads to what it was merged into. Emits `ticket.updated` for both.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        outcome_unknown.
        """
        return run(self._core.record(ops.LINK_TICKET, models.Ticket, (ticket_id,), body, options))

    def delete(self, ticket_id: str, linked_ticket_id: str, /, *, options: Options | None = None) -> Deleted:
        """Remove the link of two tickets.

        Removes it from both tickets. Emits `ticket.updated` for each.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: insufficient_scope, not_found, outcome_unknown.
        """
        return run(self._core.nothing(ops.UNLINK_TICKET, (ticket_id, linked_ticket_id), options))


class TicketsFollowers(Resource):
    def create(
        self, ticket_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.AddTicketFollowerRequest]
    ) -> models.Followers:
        """Follow a ticket.

        A follower is notified when the contact writes. Users who are mentioned in a note become followers too, and to
        follow twice changes nothing. A record has at most 50 followers; one that has them takes no more.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, outcome_unknown.
        """
        return run(self._core.record(ops.ADD_TICKET_FOLLOWER, models.Followers, (ticket_id,), body, options))

    @overload
    def get(self, ticket_id: str, /, *, options: Options | None = None) -> models.Followers: ...
    @overload
    def get(self, ticket_id: str, /, *, options: ReadOptions) -> models.Followers | NotModified: ...
    def get(self, ticket_id: str, /, *, options: ReadOptions | Options | None = None) -> models.Followers | NotModified:
        """List the followers of a ticket.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return run(self._core.read(ops.LIST_TICKET_FOLLOWERS, models.Followers, (ticket_id,), {}, options))

    def delete(self, ticket_id: str, user_id: str, /, *, options: Options | None = None) -> Deleted:
        """Stop following a ticket.

        Removes a follower; 404 for a user who does not follow the ticket.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: insufficient_scope, not_found, outcome_unknown.
        """
        return run(self._core.nothing(ops.REMOVE_TICKET_FOLLOWER, (ticket_id, user_id), options))


class Tickets(Resource):
    @cached_property
    def messages(self) -> TicketsMessages:
        return TicketsMessages(self._core)

    @cached_property
    def history(self) -> TicketsHistory:
        return TicketsHistory(self._core)

    @cached_property
    def links(self) -> TicketsLinks:
        return TicketsLinks(self._core)

    @cached_property
    def followers(self) -> TicketsFollowers:
        return TicketsFollowers(self._core)

    def bulk_update(
        self, *, options: Options | None = None, **body: Unpack[inputs.BulkUpdateTicketsRequest]
    ) -> Result[builtins.list[models.BulkItem], models.BulkMeta]:
        """Bulk update tickets.

        Applies one update to up to 100 tickets; each succeeds or fails independently. Returns 200 even if some fail; check
        the `status` of each result. An update that is invalid for every ticket returns 422 and changes none. Counts as one
        request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        read_only_parameter, outcome_unknown.
        """
        return run(self._core.results(ops.BULK_UPDATE_TICKETS, models.BulkItem, models.BulkMeta, (), body, options))

    def create(self, *, options: Options | None = None, **body: Unpack[inputs.CreateTicketRequest]) -> models.Ticket:
        """Create a ticket.

        The first-response SLA starts when the ticket is created. If nobody has what names the `contact`, a contact is
        created and `contact.created` emitted. If `conversation_id` is set and `contact` is omitted, the ticket gets the
        contact of the conversation. Emits `ticket.created`, and `ticket.assigned` if `assignee_id` is set. `message` (or
        `attachments`) is written first, with its conversation, and remains if the ticket is then refused; it emits
        `message.created`, and `conversation.created` if it begins one.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, ambiguous_match, duplicate_value, file_too_large, outcome_unknown.
        """
        return run(self._core.record(ops.CREATE_TICKET, models.Ticket, (), body, options))

    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListTicketsQuery]) -> Page[models.Ticket]:
        """List tickets.

        Returns the tickets that match all filters, newest first by default. `sort=priority` sorts by urgency, not by name.
        `q` searches subjects, descriptions, tags, custom fields, and the names, e-mail addresses and phone numbers of
        contacts. A ticket shows the name, e-mail address and phone number of its contact and the name of its assignee:
        their changes do not change its `updated_at`, nor does the time, which changes `sla.status`.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_TICKETS, models.Ticket, (), query, options))

    def changes(
        self, *, since: str | datetime | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Changes[models.Ticket]:
        """Follow changes, from a time on, or behind the `resume_cursor` of an earlier iteration."""
        query = {"updated_after": since, "sort": "updated_at", "order": "asc"}
        return Changes(self._core.listing(ops.LIST_TICKETS, models.Ticket, (), query, options), cursor)

    def delete(self, ticket_id: str, /, *, options: Options | None = None) -> Deleted:
        """Delete a ticket.

        Deletes the ticket permanently, with those that were merged into it; its contact and its conversation are kept.
        Emits `ticket.deleted` for each. The log of webhook deliveries and stored responses of an `Idempotency-Key` may
        contain the ticket until they expire.

        Requires the scope `tickets:write`.

        Of users, only admins may do this. API keys need no role.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return run(self._core.nothing(ops.DELETE_TICKET, (ticket_id,), options))

    @overload
    def get(
        self, ticket_id: str, /, *, options: Options | None = None, **query: Unpack[inputs.GetTicketQuery]
    ) -> models.Ticket: ...
    @overload
    def get(
        self, ticket_id: str, /, *, options: ReadOptions, **query: Unpack[inputs.GetTicketQuery]
    ) -> models.Ticket | NotModified: ...
    def get(
        self, ticket_id: str, /, *, options: ReadOptions | Options | None = None, **query: Unpack[inputs.GetTicketQuery]
    ) -> models.Ticket | NotModified:
        """Retrieve a ticket.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: insufficient_scope, not_found, invalid_parameter.
        """
        return run(self._core.read(ops.GET_TICKET, models.Ticket, (ticket_id,), query, options))

    def update(
        self,
        ticket_id: str,
        change: Callable[[models.Ticket], inputs.UpdateTicketRequest] | None = None,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[inputs.UpdateTicketRequest],
    ) -> models.Ticket:
        """Update a ticket.

        Changes only the fields that are sent. All status transitions are allowed. `resolved` and `closed` stop the
        first-response SLA; reopening a ticket that has no response restarts it, and a new `priority` sets a new target. A
        ticket that is reopened while its assignee is deactivated becomes unassigned. Emits `ticket.updated`, plus
        `ticket.assigned`, `ticket.team_changed`, `ticket.status_changed`, `ticket.snoozed` and `ticket.woken` where they
        apply. No event is sent if the request changes nothing.

        Requires the scope `tickets:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, ambiguous_match, duplicate_value, missing_parameter, outcome_unknown.
        """
        return run(
            self._core.update(
                ops.GET_TICKET, models.Ticket, ops.UPDATE_TICKET, models.Ticket, (ticket_id,), change, body, options
            )
        )

    def merge(
        self, ticket_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.MergeTicketRequest]
    ) -> models.Ticket:
        """Merge tickets.

        Merges other tickets into this one, which keeps its own values and gets their tags, and their custom fields that it
        lacks; without a conversation, it gets the first of theirs that has the same contact. Lists, counts and search have
        the merged tickets no more, and their ids lead to this ticket in reads and writes, but not in its deletion; its
        `merged_from` names them. Can be undone for 30 days with `POST /v1/tickets/{ticket_id}/unmerge`. All or nothing: one
        id that cannot be merged changes nothing; one that was merged into it before is ignored. Emits `ticket.merged` for
        each merged ticket and `ticket.updated` for this one. The SLA is that of this ticket.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        outcome_unknown.
        """
        return run(self._core.record(ops.MERGE_TICKET, models.Ticket, (ticket_id,), body, options))

    def unmerge(
        self, ticket_id: str, /, *, options: Options | None = None, **body: Unpack[inputs.UnmergeTicketRequest]
    ) -> models.Ticket:
        """Undo a merge of tickets.

        Gives tickets back that were merged into this one within the last 30 days, each with the values that it had. One
        that is a ticket of its own is ignored. What it brought is taken from this ticket, unless it was changed since; what
        came after the merge stays here. References to records that were deleted since are null, and so is the assignee of
        open work who was deactivated. Emits `ticket.unmerged` for each and `ticket.updated` for this ticket.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        outcome_unknown.
        """
        return run(self._core.record(ops.UNMERGE_TICKET, models.Ticket, (ticket_id,), body, options))

    def upsert(
        self, *, options: Options | None = None, **body: Unpack[inputs.UpsertTicketsRequest]
    ) -> Result[models.Ticket, models.UpsertMeta]:
        """Create or update a ticket.

        Finds the ticket by `external_id` and changes the fields that are sent, as an update does but for `status`; if there
        is none, it is created, for which `subject` or `description` is required. Emits the events of a creation, or those
        of an update.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, ambiguous_match, outcome_unknown.
        """
        return run(self._core.result(ops.UPSERT_TICKETS, models.Ticket, models.UpsertMeta, (), body, options))


class AsyncTicketsMessages(Resource):
    async def create(
        self, ticket_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateMessageTicketRequest]
    ) -> models.Message:
        """Create a message of a ticket.

        Adds a message to the linked conversation, as the creation of a message there does. The first message of a ticket
        without a conversation creates one with the contact of the ticket, its subject, its priority and its inbox, and
        links it, which emits `conversation.created` and `ticket.updated`; a ticket without a contact is a 422. Emits
        `message.created`.

        Requires the scope `conversations:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding,
        malformed_multipart, insufficient_scope, not_found, idempotency_mismatch, idempotency_in_progress, too_many_items,
        file_too_large, unsupported_file_type, invalid_parameter, read_only_parameter, missing_parameter, duplicate_value,
        outcome_unknown.
        """
        return await self._core.record(ops.CREATE_MESSAGE_TICKET, models.Message, (ticket_id,), body, options)

    def list(
        self, ticket_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListMessagesTicketsQuery]
    ) -> AsyncPage[models.Message]:
        """List the messages of a ticket.

        Returns the messages of the linked conversation, as the list of its messages does; none without a conversation.

        Requires the scope `conversations:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(self._core.listing(ops.LIST_MESSAGES_TICKETS, models.Message, (ticket_id,), query, options))


class AsyncTicketsHistory(Resource):
    def list(
        self, ticket_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListTicketHistoryQuery]
    ) -> AsyncPage[models.HistoryEntry]:
        """List the changes of a ticket.

        Returns who changed what in the ticket, and when, newest first by default: an entry for its creation and one for
        each later change, from the event log of the last 30 days. The history of a deleted ticket is not returned; its
        events remain in `GET /v1/events`. A tag that is renamed or deleted changes every ticket that has it, without an
        entry: see `tag.updated` and `tag.deleted` there.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, not_found.
        """
        return AsyncPage(self._core.listing(ops.LIST_TICKET_HISTORY, models.HistoryEntry, (ticket_id,), query, options))


class AsyncTicketsLinks(Resource):
    async def create(
        self, ticket_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.LinkTicketRequest]
    ) -> models.Ticket:
        """Link two tickets.

        Both tickets show the link in `links`: the other end of `parent` is `child`, and that of `duplicate_of` is
        `duplicate`. Two tickets have one link, so that the same one again changes nothing; a ticket has one parent and at
        most 100 links, and no ticket is above itself. A link goes within a second when one of its tickets is deleted; that
        of a merged ticket keeps its id, which leads to what it was merged into. Emits `ticket.updated` for both.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        outcome_unknown.
        """
        return await self._core.record(ops.LINK_TICKET, models.Ticket, (ticket_id,), body, options)

    async def delete(self, ticket_id: str, linked_ticket_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Remove the link of two tickets.

        Removes it from both tickets. Emits `ticket.updated` for each.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: insufficient_scope, not_found, outcome_unknown.
        """
        return await self._core.nothing(ops.UNLINK_TICKET, (ticket_id, linked_ticket_id), options)


class AsyncTicketsFollowers(Resource):
    async def create(
        self, ticket_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.AddTicketFollowerRequest]
    ) -> models.Followers:
        """Follow a ticket.

        A follower is notified when the contact writes. Users who are mentioned in a note become followers too, and to
        follow twice changes nothing. A record has at most 50 followers; one that has them takes no more.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, outcome_unknown.
        """
        return await self._core.record(ops.ADD_TICKET_FOLLOWER, models.Followers, (ticket_id,), body, options)

    @overload
    async def get(self, ticket_id: str, /, *, options: AsyncOptions | None = None) -> models.Followers: ...
    @overload
    async def get(self, ticket_id: str, /, *, options: AsyncReadOptions) -> models.Followers | NotModified: ...
    async def get(
        self, ticket_id: str, /, *, options: AsyncReadOptions | AsyncOptions | None = None
    ) -> models.Followers | NotModified:
        """List the followers of a ticket.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: insufficient_scope, not_found.
        """
        return await self._core.read(ops.LIST_TICKET_FOLLOWERS, models.Followers, (ticket_id,), {}, options)

    async def delete(self, ticket_id: str, user_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Stop following a ticket.

        Removes a follower; 404 for a user who does not follow the ticket.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: insufficient_scope, not_found, outcome_unknown.
        """
        return await self._core.nothing(ops.REMOVE_TICKET_FOLLOWER, (ticket_id, user_id), options)


class AsyncTickets(Resource):
    @cached_property
    def messages(self) -> AsyncTicketsMessages:
        return AsyncTicketsMessages(self._core)

    @cached_property
    def history(self) -> AsyncTicketsHistory:
        return AsyncTicketsHistory(self._core)

    @cached_property
    def links(self) -> AsyncTicketsLinks:
        return AsyncTicketsLinks(self._core)

    @cached_property
    def followers(self) -> AsyncTicketsFollowers:
        return AsyncTicketsFollowers(self._core)

    async def bulk_update(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.BulkUpdateTicketsRequest]
    ) -> Result[builtins.list[models.BulkItem], models.BulkMeta]:
        """Bulk update tickets.

        Applies one update to up to 100 tickets; each succeeds or fails independently. Returns 200 even if some fail; check
        the `status` of each result. An update that is invalid for every ticket returns 422 and changes none. Counts as one
        request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        read_only_parameter, outcome_unknown.
        """
        return await self._core.results(ops.BULK_UPDATE_TICKETS, models.BulkItem, models.BulkMeta, (), body, options)

    async def create(self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.CreateTicketRequest]) -> models.Ticket:
        """Create a ticket.

        The first-response SLA starts when the ticket is created. If nobody has what names the `contact`, a contact is
        created and `contact.created` emitted. If `conversation_id` is set and `contact` is omitted, the ticket gets the
        contact of the conversation. Emits `ticket.created`, and `ticket.assigned` if `assignee_id` is set. `message` (or
        `attachments`) is written first, with its conversation, and remains if the ticket is then refused; it emits
        `message.created`, and `conversation.created` if it begins one.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, ambiguous_match, duplicate_value, file_too_large, outcome_unknown.
        """
        return await self._core.record(ops.CREATE_TICKET, models.Ticket, (), body, options)

    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListTicketsQuery]
    ) -> AsyncPage[models.Ticket]:
        """List tickets.

        Returns the tickets that match all filters, newest first by default. `sort=priority` sorts by urgency, not by name.
        `q` searches subjects, descriptions, tags, custom fields, and the names, e-mail addresses and phone numbers of
        contacts. A ticket shows the name, e-mail address and phone number of its contact and the name of its assignee:
        their changes do not change its `updated_at`, nor does the time, which changes `sla.status`.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_TICKETS, models.Ticket, (), query, options))

    def changes(
        self, *, since: str | datetime | None = None, cursor: str | None = None, options: AsyncOptions | None = None
    ) -> AsyncChanges[models.Ticket]:
        """Follow changes, from a time on, or behind the `resume_cursor` of an earlier iteration."""
        query = {"updated_after": since, "sort": "updated_at", "order": "asc"}
        return AsyncChanges(self._core.listing(ops.LIST_TICKETS, models.Ticket, (), query, options), cursor)

    async def delete(self, ticket_id: str, /, *, options: AsyncOptions | None = None) -> Deleted:
        """Delete a ticket.

        Deletes the ticket permanently, with those that were merged into it; its contact and its conversation are kept.
        Emits `ticket.deleted` for each. The log of webhook deliveries and stored responses of an `Idempotency-Key` may
        contain the ticket until they expire.

        Requires the scope `tickets:write`.

        Of users, only admins may do this. API keys need no role.

        Error codes, besides those of all: insufficient_scope, role_forbidden, not_found, precondition_failed,
        outcome_unknown.
        """
        return await self._core.nothing(ops.DELETE_TICKET, (ticket_id,), options)

    @overload
    async def get(
        self, ticket_id: str, /, *, options: AsyncOptions | None = None, **query: Unpack[inputs.GetTicketQuery]
    ) -> models.Ticket: ...
    @overload
    async def get(
        self, ticket_id: str, /, *, options: AsyncReadOptions, **query: Unpack[inputs.GetTicketQuery]
    ) -> models.Ticket | NotModified: ...
    async def get(
        self,
        ticket_id: str,
        /,
        *,
        options: AsyncReadOptions | AsyncOptions | None = None,
        **query: Unpack[inputs.GetTicketQuery],
    ) -> models.Ticket | NotModified:
        """Retrieve a ticket.

        Requires the scope `tickets:read`.

        Error codes, besides those of all: insufficient_scope, not_found, invalid_parameter.
        """
        return await self._core.read(ops.GET_TICKET, models.Ticket, (ticket_id,), query, options)

    async def update(
        self,
        ticket_id: str,
        change: Callable[[models.Ticket], inputs.UpdateTicketRequest] | None = None,
        /,
        *,
        options: AsyncOptions | None = None,
        **body: Unpack[inputs.UpdateTicketRequest],
    ) -> models.Ticket:
        """Update a ticket.

        Changes only the fields that are sent. All status transitions are allowed. `resolved` and `closed` stop the
        first-response SLA; reopening a ticket that has no response restarts it, and a new `priority` sets a new target. A
        ticket that is reopened while its assignee is deactivated becomes unassigned. Emits `ticket.updated`, plus
        `ticket.assigned`, `ticket.team_changed`, `ticket.status_changed`, `ticket.snoozed` and `ticket.woken` where they
        apply. No event is sent if the request changes nothing.

        Requires the scope `tickets:write`.

        `change` is called with the record as it is, and returns what to change; again if another writer was faster.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, precondition_failed, invalid_parameter,
        read_only_parameter, too_many_items, ambiguous_match, duplicate_value, missing_parameter, outcome_unknown.
        """
        return await self._core.update(
            ops.GET_TICKET, models.Ticket, ops.UPDATE_TICKET, models.Ticket, (ticket_id,), change, body, options
        )

    async def merge(
        self, ticket_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.MergeTicketRequest]
    ) -> models.Ticket:
        """Merge tickets.

        Merges other tickets into this one, which keeps its own values and gets their tags, and their custom fields that it
        lacks; without a conversation, it gets the first of theirs that has the same contact. Lists, counts and search have
        the merged tickets no more, and their ids lead to this ticket in reads and writes, but not in its deletion; its
        `merged_from` names them. Can be undone for 30 days with `POST /v1/tickets/{ticket_id}/unmerge`. All or nothing: one
        id that cannot be merged changes nothing; one that was merged into it before is ignored. Emits `ticket.merged` for
        each merged ticket and `ticket.updated` for this one. The SLA is that of this ticket.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        outcome_unknown.
        """
        return await self._core.record(ops.MERGE_TICKET, models.Ticket, (ticket_id,), body, options)

    async def unmerge(
        self, ticket_id: str, /, *, options: AsyncOptions | None = None, **body: Unpack[inputs.UnmergeTicketRequest]
    ) -> models.Ticket:
        """Undo a merge of tickets.

        Gives tickets back that were merged into this one within the last 30 days, each with the values that it had. One
        that is a ticket of its own is ignored. What it brought is taken from this ticket, unless it was changed since; what
        came after the merge stays here. References to records that were deleted since are null, and so is the assignee of
        open work who was deactivated. Emits `ticket.unmerged` for each and `ticket.updated` for this ticket.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        not_found, idempotency_mismatch, idempotency_in_progress, invalid_parameter, missing_parameter, too_many_items,
        outcome_unknown.
        """
        return await self._core.record(ops.UNMERGE_TICKET, models.Ticket, (ticket_id,), body, options)

    async def upsert(
        self, *, options: AsyncOptions | None = None, **body: Unpack[inputs.UpsertTicketsRequest]
    ) -> Result[models.Ticket, models.UpsertMeta]:
        """Create or update a ticket.

        Finds the ticket by `external_id` and changes the fields that are sent, as an update does but for `status`; if there
        is none, it is created, for which `subject` or `description` is required. Emits the events of a creation, or those
        of an update.

        Requires the scope `tickets:write`.

        Error codes, besides those of all: body_too_large, unsupported_media_type, unsupported_encoding, insufficient_scope,
        idempotency_mismatch, idempotency_in_progress, invalid_parameter, read_only_parameter, missing_parameter,
        too_many_items, ambiguous_match, outcome_unknown.
        """
        return await self._core.result(ops.UPSERT_TICKETS, models.Ticket, models.UpsertMeta, (), body, options)
