# Generated from the API document by `npm run sdks`. Do not edit.

"""The clients. A resource is imported when it is used first."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from .._core.client import AsyncClient, Client
from .._core.model import NotModified, Result
from .._core.request import AsyncOptions, AsyncReadOptions, Options, ReadOptions
from .._core.sync_transport import run
from . import models
from . import operations as ops

if TYPE_CHECKING:
    from . import inputs
    from .resources.availability import AsyncAvailability, Availability
    from .resources.connections import AsyncConnections, Connections
    from .resources.contact_forms import AsyncContactForms, ContactForms
    from .resources.contacts import AsyncContacts, Contacts
    from .resources.conversations import AsyncConversations, Conversations
    from .resources.events import AsyncEvents, Events
    from .resources.files import AsyncFiles, Files
    from .resources.inboxes import AsyncInboxes, Inboxes
    from .resources.incoming_mails import AsyncIncomingMails, IncomingMails
    from .resources.jobs import AsyncJobs, Jobs
    from .resources.macros import AsyncMacros, Macros
    from .resources.mailboxes import AsyncMailboxes, Mailboxes
    from .resources.notifications import AsyncNotifications, Notifications
    from .resources.reports import AsyncReports, Reports
    from .resources.sender_rules import AsyncSenderRules, SenderRules
    from .resources.sending_domains import AsyncSendingDomains, SendingDomains
    from .resources.suppressions import AsyncSuppressions, Suppressions
    from .resources.tags import AsyncTags, Tags
    from .resources.teams import AsyncTeams, Teams
    from .resources.tickets import AsyncTickets, Tickets
    from .resources.users import AsyncUsers, Users
    from .resources.views import AsyncViews, Views
    from .resources.webhooks import AsyncWebhooks, Webhooks
    from .resources.workspace import AsyncWorkspace, Workspace


class Parley(Client):
    """The API: `ticket = Parley(…).tickets.get(id)`."""

    @cached_property
    def teams(self) -> Teams:
        from .resources.teams import Teams

        return Teams(self._core)

    @cached_property
    def connections(self) -> Connections:
        from .resources.connections import Connections

        return Connections(self._core)

    @cached_property
    def contacts(self) -> Contacts:
        from .resources.contacts import Contacts

        return Contacts(self._core)

    @cached_property
    def contact_forms(self) -> ContactForms:
        from .resources.contact_forms import ContactForms

        return ContactForms(self._core)

    @cached_property
    def conversations(self) -> Conversations:
        from .resources.conversations import Conversations

        return Conversations(self._core)

    @cached_property
    def webhooks(self) -> Webhooks:
        from .resources.webhooks import Webhooks

        return Webhooks(self._core)

    @cached_property
    def events(self) -> Events:
        from .resources.events import Events

        return Events(self._core)

    @cached_property
    def files(self) -> Files:
        from .resources.files import Files

        return Files(self._core)

    @cached_property
    def inboxes(self) -> Inboxes:
        from .resources.inboxes import Inboxes

        return Inboxes(self._core)

    @cached_property
    def incoming_mails(self) -> IncomingMails:
        from .resources.incoming_mails import IncomingMails

        return IncomingMails(self._core)

    @cached_property
    def jobs(self) -> Jobs:
        from .resources.jobs import Jobs

        return Jobs(self._core)

    @cached_property
    def macros(self) -> Macros:
        from .resources.macros import Macros

        return Macros(self._core)

    @cached_property
    def mailboxes(self) -> Mailboxes:
        from .resources.mailboxes import Mailboxes

        return Mailboxes(self._core)

    @cached_property
    def availability(self) -> Availability:
        from .resources.availability import Availability

        return Availability(self._core)

    @cached_property
    def notifications(self) -> Notifications:
        from .resources.notifications import Notifications

        return Notifications(self._core)

    @cached_property
    def reports(self) -> Reports:
        from .resources.reports import Reports

        return Reports(self._core)

    @cached_property
    def sender_rules(self) -> SenderRules:
        from .resources.sender_rules import SenderRules

        return SenderRules(self._core)

    @cached_property
    def sending_domains(self) -> SendingDomains:
        from .resources.sending_domains import SendingDomains

        return SendingDomains(self._core)

    @cached_property
    def suppressions(self) -> Suppressions:
        from .resources.suppressions import Suppressions

        return Suppressions(self._core)

    @cached_property
    def tags(self) -> Tags:
        from .resources.tags import Tags

        return Tags(self._core)

    @cached_property
    def tickets(self) -> Tickets:
        from .resources.tickets import Tickets

        return Tickets(self._core)

    @cached_property
    def users(self) -> Users:
        from .resources.users import Users

        return Users(self._core)

    @cached_property
    def views(self) -> Views:
        from .resources.views import Views

        return Views(self._core)

    @cached_property
    def workspace(self) -> Workspace:
        from .resources.workspace import Workspace

        return Workspace(self._core)

    @overload
    def me(self, *, options: Options | None = None) -> models.Me: ...
    @overload
    def me(self, *, options: ReadOptions) -> models.Me | NotModified: ...
    def me(self, *, options: ReadOptions | Options | None = None) -> models.Me | NotModified:
        """Retrieve the current credential and its user.

        Use it to check that a credential is valid.

        Any valid token is accepted.
        """
        return run(self._core.read(ops.GET_ME, models.Me, (), {}, options))

    def search(
        self, *, options: Options | None = None, **query: Unpack[inputs.SearchQuery]
    ) -> Result[models.SearchResults, models.SearchMeta]:
        """Search conversations, contacts and tickets.

        Searches conversations by subject, tags, custom fields, contact and messages; contacts by name, e-mail address,
        phone number, company and custom fields; tickets by subject, description, tags, custom fields and contact. The
        newest 500 matches of each type are ranked by relevance; of more than 25, those are left out whose texts would make
        them larger than 4 MiB together. Types that the token has no scope for are empty; requesting one with `type` returns
        403. If a type cannot be searched in time, its group is empty and listed in `meta.partial`.

        Requires the scope `conversations:read` or `contacts:read` or `tickets:read`.

        Error codes, besides those of all: insufficient_scope, invalid_parameter, missing_parameter.
        """
        return run(self._core.result(ops.SEARCH, models.SearchResults, models.SearchMeta, (), query, options))


class AsyncParley(AsyncClient):
    """The API: `ticket = await AsyncParley(…).tickets.get(id)`."""

    @cached_property
    def teams(self) -> AsyncTeams:
        from .resources.teams import AsyncTeams

        return AsyncTeams(self._core)

    @cached_property
    def connections(self) -> AsyncConnections:
        from .resources.connections import AsyncConnections

        return AsyncConnections(self._core)

    @cached_property
    def contacts(self) -> AsyncContacts:
        from .resources.contacts import AsyncContacts

        return AsyncContacts(self._core)

    @cached_property
    def contact_forms(self) -> AsyncContactForms:
        from .resources.contact_forms import AsyncContactForms

        return AsyncContactForms(self._core)

    @cached_property
    def conversations(self) -> AsyncConversations:
        from .resources.conversations import AsyncConversations

        return AsyncConversations(self._core)

    @cached_property
    def webhooks(self) -> AsyncWebhooks:
        from .resources.webhooks import AsyncWebhooks

        return AsyncWebhooks(self._core)

    @cached_property
    def events(self) -> AsyncEvents:
        from .resources.events import AsyncEvents

        return AsyncEvents(self._core)

    @cached_property
    def files(self) -> AsyncFiles:
        from .resources.files import AsyncFiles

        return AsyncFiles(self._core)

    @cached_property
    def inboxes(self) -> AsyncInboxes:
        from .resources.inboxes import AsyncInboxes

        return AsyncInboxes(self._core)

    @cached_property
    def incoming_mails(self) -> AsyncIncomingMails:
        from .resources.incoming_mails import AsyncIncomingMails

        return AsyncIncomingMails(self._core)

    @cached_property
    def jobs(self) -> AsyncJobs:
        from .resources.jobs import AsyncJobs

        return AsyncJobs(self._core)

    @cached_property
    def macros(self) -> AsyncMacros:
        from .resources.macros import AsyncMacros

        return AsyncMacros(self._core)

    @cached_property
    def mailboxes(self) -> AsyncMailboxes:
        from .resources.mailboxes import AsyncMailboxes

        return AsyncMailboxes(self._core)

    @cached_property
    def availability(self) -> AsyncAvailability:
        from .resources.availability import AsyncAvailability

        return AsyncAvailability(self._core)

    @cached_property
    def notifications(self) -> AsyncNotifications:
        from .resources.notifications import AsyncNotifications

        return AsyncNotifications(self._core)

    @cached_property
    def reports(self) -> AsyncReports:
        from .resources.reports import AsyncReports

        return AsyncReports(self._core)

    @cached_property
    def sender_rules(self) -> AsyncSenderRules:
        from .resources.sender_rules import AsyncSenderRules

        return AsyncSenderRules(self._core)

    @cached_property
    def sending_domains(self) -> AsyncSendingDomains:
        from .resources.sending_domains import AsyncSendingDomains

        return AsyncSendingDomains(self._core)

    @cached_property
    def suppressions(self) -> AsyncSuppressions:
        from .resources.suppressions import AsyncSuppressions

        return AsyncSuppressions(self._core)

    @cached_property
    def tags(self) -> AsyncTags:
        from .resources.tags import AsyncTags

        return AsyncTags(self._core)

    @cached_property
    def tickets(self) -> AsyncTickets:
        from .resources.tickets import AsyncTickets

        return AsyncTickets(self._core)

    @cached_property
    def users(self) -> AsyncUsers:
        from .resources.users import AsyncUsers

        return AsyncUsers(self._core)

    @cached_property
    def views(self) -> AsyncViews:
        from .resources.views import AsyncViews

        return AsyncViews(self._core)

    @cached_property
    def workspace(self) -> AsyncWorkspace:
        from .resources.workspace import AsyncWorkspace

        return AsyncWorkspace(self._core)

    @overload
    async def me(self, *, options: AsyncOptions | None = None) -> models.Me: ...
    @overload
    async def me(self, *, options: AsyncReadOptions) -> models.Me | NotModified: ...
    async def me(self, *, options: AsyncReadOptions | AsyncOptions | None = None) -> models.Me | NotModified:
        """Retrieve the current credential and its user.

        Use it to check that a credential is valid.

        Any valid token is accepted.
        """
        return await self._core.read(ops.GET_ME, models.Me, (), {}, options)

    async def search(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.SearchQuery]
    ) -> Result[models.SearchResults, models.SearchMeta]:
        """Search conversations, contacts and tickets.

        Searches conversations by subject, tags, custom fields, contact and messages; contacts by name, e-mail address,
        phone number, company and custom fields; tickets by subject, description, tags, custom fields and contact. The
        newest 500 matches of each type are ranked by relevance; of more than 25, those are left out whose texts would make
        them larger than 4 MiB together. Types that the token has no scope for are empty; requesting one with `type` returns
        403. If a type cannot be searched in time, its group is empty and listed in `meta.partial`.

        Requires the scope `conversations:read` or `contacts:read` or `tickets:read`.

        Error codes, besides those of all: insufficient_scope, invalid_parameter, missing_parameter.
        """
        return await self._core.result(ops.SEARCH, models.SearchResults, models.SearchMeta, (), query, options)
