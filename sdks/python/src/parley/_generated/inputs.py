# Generated from the API document by `npm run sdks`. Do not edit.

"""What the methods take: dictionaries with the fields of the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._core.multipart import FileInput
from . import enums

CustomFieldsPatch: TypeAlias = Mapping[str, str | float | bool | Sequence[str | float | bool] | None]


class AddConversationFollowerRequest(TypedDict):
    """Parameters of `addConversationFollower`."""

    user_id: NotRequired[str]
    """Id of an active user of the workspace; by default the user of the credential."""


class AddTeamMemberRequest(TypedDict):
    """Parameters of `addTeamMember`."""

    user_id: str
    """Id of the user."""


class AddTicketFollowerRequest(TypedDict):
    """Parameters of `addTicketFollower`."""

    user_id: NotRequired[str]
    """Id of an active user of the workspace; by default the user of the credential."""


class ApplyMacroRequest(TypedDict):
    """Parameters of `applyMacro`."""

    conversation_id: NotRequired[str | None]
    """Id of the conversation to apply it to; required without `ticket_id`."""
    ticket_id: NotRequired[str | None]
    """Id of the ticket to apply it to; required without `conversation_id`."""
    preview: NotRequired[bool]
    """Whether to answer what would happen, and change nothing."""


class BulkUpdateContactsRequest(TypedDict):
    """Parameters of `bulkUpdateContacts`."""

    ids: Sequence[str]
    """Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are ignored."""
    update: ContactBulkUpdate
    """Fields to change in every record."""


class BulkUpdateConversationsRequest(TypedDict):
    """Parameters of `bulkUpdateConversations`."""

    ids: Sequence[str]
    """Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are ignored."""
    update: BulkUpdateConversationsRequestUpdate
    """Fields to change in every record."""


class BulkUpdateConversationsRequestUpdate(TypedDict):
    """Fields to change in every record."""

    subject: NotRequired[str | None]
    """Subject line; an empty one is null."""
    external_id: NotRequired[str | None]
    """Id of the conversation in an external system, unique in the workspace and mode, or null."""
    priority: NotRequired[enums.Priority]
    """Priority."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox, or null."""
    mailbox_id: NotRequired[str | None]
    """Id of the mailbox through which replies leave, or null."""
    connection_id: NotRequired[str | None]
    """Id of the connection through which replies leave, or null."""
    tags: NotRequired[Sequence[str]]
    """Names of the tags (case-insensitive), at most 50."""
    assignee_id: NotRequired[str | None]
    """Id of an active user of the workspace, or null to unassign."""
    team_id: NotRequired[str | None]
    """Id of a team of the workspace, or null."""
    snoozed_until: NotRequired[str | None]
    """Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or closing it ends the
    snooze.
    """
    wake_on_reply: NotRequired[bool]
    """Whether a message of the contact ends the snooze (default true); one that a program wrote for it does not. Only a
    snoozed record may have `false`.
    """
    custom_fields: NotRequired[CustomFieldsPatch]
    """Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most
    2^53 - 1, which JSON libraries keep.
    """
    status: NotRequired[enums.ConversationStatus]
    """Current status of the conversation."""
    add_tags: NotRequired[Sequence[str]]
    """Names of tags to add."""
    remove_tags: NotRequired[Sequence[str]]
    """Names of tags to remove (case-insensitive)."""


class BulkUpdateTicketsRequest(TypedDict):
    """Parameters of `bulkUpdateTickets`."""

    ids: Sequence[str]
    """Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are ignored."""
    update: TicketBulkUpdate
    """Fields to change in every record."""


class ContactBulkUpdate(TypedDict):
    """Fields to change in every record."""

    email: NotRequired[str | None]
    """E-mail address, unique in the workspace (case-insensitive)."""
    name: NotRequired[str | None]
    """Full name; an empty one is null."""
    phone: NotRequired[str | None]
    """Phone number, as it was given."""
    external_id: NotRequired[str | None]
    """Id of the contact in an external system, unique in the workspace and mode, or null."""
    company: NotRequired[str | None]
    """Company name."""
    custom_fields: NotRequired[CustomFieldsPatch]
    """Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most
    2^53 - 1, which JSON libraries keep.
    """


class ContactReference(TypedDict):
    """A contact by `id`, `external_id`, `email` or `phone`, of which the first that is given decides. Beside an `id`, the
    others must be those of the same contact. If nobody has the external id, the contact is found by the e-mail address; a
    phone number that several contacts have is that of the oldest. What is null, empty or blank is not given.
    """

    id: NotRequired[str | None]
    """Id of an existing contact."""
    email: NotRequired[str | None]
    """E-mail address of the contact."""
    external_id: NotRequired[str | None]
    """Id of the contact in an external system."""
    phone: NotRequired[str | None]
    """Phone number of the contact, in any grouping; beside another identifier, that of a contact to be created."""
    name: NotRequired[str | None]
    """Full name, used if a new contact is created; an empty one is none."""


class CreateConnectionRequest(TypedDict):
    """Parameters of `createConnection`."""

    name: str
    """Display name."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox of its new conversations, or null."""
    type: NotRequired[enums.ConnectionType]
    """The channel that the connector attaches; `custom` for any other."""


class CreateContactFormRequest(TypedDict):
    """Parameters of `createContactForm`."""

    name: str
    """Display name; mails that ask for a confirmation show it."""
    allowed_origins: NotRequired[Sequence[str]]
    """Origins of the pages that have the form; a submission from a page of another one, or that tells none, is refused. Empty
    allows all.
    """
    redirect_url: NotRequired[str | None]
    """URL of the page that browsers are sent to once the message is received, or null for a plain page."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox of its conversations, or null."""
    mailbox_id: NotRequired[str | None]
    """Id of the mailbox through which replies leave, or null: then replies are recorded, not sent."""
    confirmation: NotRequired[bool]
    """Whether a message waits until its sender confirms its address by a link that is mailed to it. Without it, anybody can
    write in the name of anybody. In live mode it needs a mailbox of the installation.
    """
    tags: NotRequired[Sequence[str]]
    """Names of the tags of its conversations, at most 50."""


class CreateContactRequest(TypedDict):
    """Parameters of `createContact`."""

    email: NotRequired[str | None]
    """E-mail address, unique in the workspace (case-insensitive)."""
    name: NotRequired[str | None]
    """Full name; an empty one is null."""
    phone: NotRequired[str | None]
    """Phone number, as it was given."""
    external_id: NotRequired[str | None]
    """Id of the contact in an external system, unique in the workspace and mode, or null."""
    company: NotRequired[str | None]
    """Company name."""
    custom_fields: NotRequired[CustomFieldsPatch]
    """Empty by default."""


class CreateConversationRequest(TypedDict):
    """Parameters of `createConversation`."""

    contact: ContactReference
    """The contact of the conversation, by id, `external_id`, e-mail address or phone number; created if nobody has it."""
    subject: NotRequired[str | None]
    """Subject line; an empty one is null."""
    external_id: NotRequired[str | None]
    """Id of the conversation in an external system, unique in the workspace and mode, or null."""
    message: NotRequired[NewMessage | None]
    """First message of the conversation, or null."""
    channel: NotRequired[enums.Channel]
    """Channel through which the contact writes."""
    priority: NotRequired[enums.Priority]
    """Priority."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox, or null."""
    mailbox_id: NotRequired[str | None]
    """Id of the mailbox through which replies leave, or null for none; by default that of the inbox, if it has one."""
    connection_id: NotRequired[str | None]
    """Id of the connection through which replies leave, or null."""
    tags: NotRequired[Sequence[str]]
    """Names of the tags (case-insensitive), at most 50."""
    assignee_id: NotRequired[str | None]
    """Id of an active user of the workspace, or null to unassign."""
    team_id: NotRequired[str | None]
    """Id of a team of the workspace, or null for none; by default that of the inbox, if it has one."""
    snoozed_until: NotRequired[str | None]
    """Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or closing it ends the
    snooze.
    """
    wake_on_reply: NotRequired[bool]
    """Whether a message of the contact ends the snooze (default true); one that a program wrote for it does not. Only a
    snoozed record may have `false`.
    """
    custom_fields: NotRequired[CustomFieldsPatch]
    """Empty by default."""


class CreateFileForm(TypedDict):
    """Parameters of `createFile`."""

    folder: NotRequired[str]
    """Path of a folder."""
    file: FileInput
    """The file."""


class CreateInboxRequest(TypedDict):
    """Parameters of `createInbox`."""

    name: str
    """Display name."""
    team_id: NotRequired[str | None]
    """Id of the team to which tickets and conversations that begin in the inbox belong, unless they name another; or null."""


class CreateIncomingMailRequest(TypedDict):
    """Parameters of `createIncomingMail`."""

    mailbox_id: str
    """Id of the mailbox."""
    source: str
    """The mail with its header fields (RFC 5322)."""


class CreateJobRequest(TypedDict):
    """Parameters of `createJob`."""

    resource: enums.JobResource
    """What a job changes: `ticket`, `conversation` or `contact`."""
    ids: NotRequired[Sequence[str] | None]
    """Ids of the records, at most 5000; duplicates are ignored. Required without `filter`."""
    filter: NotRequired[RecordFilterInput | None]
    """The records that match when the job begins, as in views; tickets and conversations only. Required without `ids`."""
    update: Mapping[str, Any]
    """Fields to change in every record, as in the bulk update of the resource; 64 KiB as JSON at most."""


class CreateMacroRequest(TypedDict):
    """Parameters of `createMacro`."""

    name: str
    """Display name."""
    body: NotRequired[str | None]
    """Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a variable, with the text that
    stands in for an empty value; without one an empty value leaves nothing. Rendered, it is plain text.
    """
    message_type: NotRequired[enums.MacroMessageType]
    """What the text of a macro becomes: a `reply` to the contact, or an internal `note`."""
    actions: NotRequired[MacroActionsInput]
    """Empty by default."""
    visibility: NotRequired[enums.ViewVisibility]
    """Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace."""
    team_id: NotRequired[str | None]
    """Id of the team that sees it, with `visibility: team`; otherwise null."""


class CreateMailboxRequest(TypedDict):
    """Parameters of `createMailbox`."""

    name: str
    """Display name."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox whose conversations have this mailbox by default, or null."""
    address: str
    """Address of the mailbox, from which replies are sent. It belongs to one mailbox of the installation."""
    from_name: NotRequired[str | None]
    """Name beside the address of the sender; by default that of the user who replies."""
    signature: NotRequired[str | None]
    """Text below each reply, or null."""
    send_delay: NotRequired[int]
    """Seconds for which a reply waits, and within which its redaction cancels it."""
    on_unknown: NotRequired[enums.UnknownOutcome]
    """What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`; `retry`: it is
    sent once more after 15 minutes, with the same Message-ID, and may arrive twice.
    """
    subaddressing: NotRequired[bool]
    """Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and Microsoft 365 do.
    Answers then go to an address with a token, by which they find their conversation; a server that does not would refuse
    them.
    """
    aliases: NotRequired[Sequence[str]]
    """Further addresses of the mailbox."""
    limits: NotRequired[CreateMailboxRequestLimits]
    """How fast mails leave: by default 600 a minute, without a limit for a day, over 2 connections. Ask your provider for its
    limits.
    """
    acknowledgement: NotRequired[CreateMailboxRequestAcknowledgement]
    """The automatic answer to the first mail of a conversation, once a day for each address, and only where the domain of the
    sender proves that it sent the mail. It has neither the subject nor the text of that mail. Off by default.
    """
    transport: CreateMailboxRequestTransport
    """How mails leave. An update replaces all of it: what it leaves out has its default. Secrets alone are kept if they are
    left out, while host, port, encryption, user and application stay the same; otherwise they have to be given again:
    another server must not get them.
    """
    authserv_id: NotRequired[str | None]
    """The id that your mail server or provider writes into `Authentication-Results` of the mails that it takes, or null. With
    it, the topmost such field with this id proves the sender of a mail that is fetched, or comes by LMTP or from a
    provider; without it, a signature (DKIM) alone does. The server has to remove fields with its id that others have
    written (RFC 8601 section 5).
    """
    receiving: NotRequired[CreateMailboxRequestReceiving | None]
    """How a provider hands over mails that arrive, or null. A secret that is left out is kept while `type` stays the same; the
    URL is another one after another type or null.
    """
    import_: NotRequired[CreateMailboxRequestImport | None]
    """Imports the mails that are in the inbox of the IMAP server already, as closed conversations with the dates of the mails.
    Nothing is sent, and the conversations and messages have no events. What was imported before is not imported again. Null
    ends it, and keeps what was imported. Only for the transport `imap_smtp`.
    """


class CreateMailboxRequestAcknowledgement(TypedDict):
    """The automatic answer to the first mail of a conversation, once a day for each address, and only where the domain of the
    sender proves that it sent the mail. It has neither the subject nor the text of that mail. Off by default.
    """

    enabled: bool
    """Whether acknowledgements are sent."""
    text: NotRequired[str | None]
    """Text of the acknowledgement; by default that the mail was received."""


class CreateMailboxRequestImport(TypedDict):
    since: str
    """Time from which on mails are imported: ISO 8601 date or datetime in the past; UTC unless it has an offset."""


class CreateMailboxRequestLimits(TypedDict):
    """How fast mails leave: by default 600 a minute, without a limit for a day, over 2 connections. Ask your provider for its
    limits.
    """

    per_minute: NotRequired[int]
    """Most attempts to send a mail in a minute."""
    per_day: NotRequired[int | None]
    """Most attempts to send a mail in 24 hours, or null for no limit."""
    concurrency: NotRequired[int]
    """Most connections at a time."""


class CreateMailboxRequestReceiving(TypedDict):
    type: enums.ReceivingType
    """Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`: Mailgun;
    `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic.
    """
    password: NotRequired[str]
    """Password in the URL that the provider calls, with any user name, for `postmark` and for `sendgrid` without a signing
    key: 16 characters at least. Never returned.
    """
    signing_key: NotRequired[str]
    """For `mailgun` the HTTP webhook signing key, for `sendgrid` the public key of the security policy. Never returned."""
    topic_arn: NotRequired[str]
    """ARN of the SNS topic, for `ses`: messages of no other one are taken."""


class CreateMailboxRequestTransport(TypedDict):
    """How mails leave. An update replaces all of it: what it leaves out has its default. Secrets alone are kept if they are
    left out, while host, port, encryption, user and application stay the same; otherwise they have to be given again:
    another server must not get them.
    """

    type: enums.TransportType
    """How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are fetched from the
    inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP authentication, and with
    `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not at all, their outcome is simulated by the
    address of the recipient.
    """
    host: NotRequired[str]
    """Name of the submission server."""
    port: NotRequired[int]
    """Its port: 25, 465, 587, 2525 or one that the operator allows; by default 465 with `tls`, else 587."""
    security: NotRequired[enums.TransportSecurity]
    """By default `tls` on port 465, else `starttls`."""
    authentication: NotRequired[enums.TransportAuthentication]
    """How the mailbox signs in; by default `password` if a username is given, else `none`."""
    username: NotRequired[str]
    """User name at the server."""
    password: NotRequired[str]
    """Password, for `authentication: password`. Never returned."""
    oauth_provider: NotRequired[enums.OAuthProvider]
    """Issuer of the tokens."""
    client_id: NotRequired[str]
    """Id of the OAuth application."""
    client_secret: NotRequired[str]
    """Secret of the OAuth application. Never returned."""
    tenant_id: NotRequired[str]
    """Id of the Microsoft tenant."""
    refresh_token: NotRequired[str]
    """Refresh token of the OAuth application for the mailbox. Never returned."""
    imap_host: NotRequired[str]
    """Name of the IMAP server, for `imap_smtp`, with the same user and the same secrets; by default `host`."""
    imap_port: NotRequired[int]
    """Its port: 993, 143 or one that the operator allows; by default 993, or 143 with `starttls` or `none`."""
    imap_security: NotRequired[enums.TransportSecurity]
    """By default `starttls` on port 143, else `tls`."""
    after_receiving: NotRequired[enums.AfterReceiving]
    """With `imap_smtp` by default `leave`. With `graph`, `leave` has the mails that arrive fetched from the inbox, which needs
    the permission `Mail.Read`; without it the mailbox only sends, also where an update leaves it out.
    """


class CreateMessageRequest(TypedDict):
    """Parameters of `createMessage`."""

    body: NotRequired[str]
    """Text of the message. Required and not blank, unless files are attached; with `email.html` it may be left out."""
    external_id: NotRequired[str | None]
    """Id of the message in an external system, unique in the workspace and mode, or null."""
    type: NotRequired[enums.MessageType]
    """Type of message; defaults to `reply` for users and `comment` for contacts."""
    author: NotRequired[NewMessageAuthor]
    """Author of the message: the user of the credential (the default), another user, or the contact of the conversation."""
    send: NotRequired[bool]
    """Whether a reply of a user leaves through the mailbox or the connection of the conversation; false records it only."""
    email: NotRequired[NewMessageEmail]
    """What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50 recipients at most, none
    of whom is a mailbox of the workspace.
    """
    mentions: NotRequired[Sequence[str]]
    """Ids of active users whom a note mentions, at most 20: they are notified, and follow the conversation. Only for notes."""
    attachments: NotRequired[Sequence[str | FileInput]]
    """Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the scope `files:read`."""


class CreateMessageTicketRequest(TypedDict):
    """Parameters of `createMessageTicket`."""

    body: NotRequired[str]
    """Text of the message. Required and not blank, unless files are attached; with `email.html` it may be left out."""
    external_id: NotRequired[str | None]
    """Id of the message in an external system, unique in the workspace and mode, or null."""
    type: NotRequired[enums.MessageType]
    """Type of message; defaults to `reply` for users and `comment` for contacts."""
    author: NotRequired[NewMessageAuthor]
    """Author of the message: the user of the credential (the default), another user, or the contact of the conversation."""
    send: NotRequired[bool]
    """Whether a reply of a user leaves through the mailbox or the connection of the conversation; false records it only."""
    email: NotRequired[NewMessageEmail]
    """What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50 recipients at most, none
    of whom is a mailbox of the workspace.
    """
    mentions: NotRequired[Sequence[str]]
    """Ids of active users whom a note mentions, at most 20: they are notified, and follow the conversation. Only for notes."""
    attachments: NotRequired[Sequence[str | FileInput]]
    """Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the scope `files:read`."""


class CreateNotificationDeviceRequest(TypedDict):
    """Parameters of `createNotificationDevice`."""

    name: NotRequired[str | None]
    """Name of the browser for its user, or null."""
    endpoint: str
    """URL at the push service, `endpoint` of the PushSubscription."""
    keys: CreateNotificationDeviceRequestKeys
    """Keys with which payloads are encrypted, `keys` of the PushSubscription."""


class CreateNotificationDeviceRequestKeys(TypedDict):
    """Keys with which payloads are encrypted, `keys` of the PushSubscription."""

    p256dh: str
    """Public key of the browser."""
    auth: str
    """Secret of the browser."""


class CreateSenderRuleRequest(TypedDict):
    """Parameters of `createSenderRule`."""

    sender: str
    """An address, or a domain with its subdomains."""
    action: enums.SenderAction
    """`block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as `spam` or `flood`,
    unless the domain asks to refuse mails that nothing proves, and nothing proves them.
    """


class CreateSendingDomainRequest(TypedDict):
    """Parameters of `createSendingDomain`."""

    domain: str
    """Name of the domain."""


class CreateSuppressionRequest(TypedDict):
    """Parameters of `createSuppression`."""

    address: str
    """The address."""


class CreateTagRequest(TypedDict):
    """Parameters of `createTag`."""

    name: str
    """Name, unique in the workspace (case-insensitive)."""
    color: NotRequired[str]
    """Color as `#rrggbb`."""


class CreateTeamRequest(TypedDict):
    """Parameters of `createTeam`."""

    name: str
    """Display name, unique in the workspace."""
    description: NotRequired[str | None]
    """Purpose of the team, or null."""
    assignment: NotRequired[CreateTeamRequestAssignment]
    """How open records of the team that nobody is assigned to are assigned: only to members who are online; empty by default."""


class CreateTeamRequestAssignment(TypedDict):
    """How open records of the team that nobody is assigned to are assigned: only to members who are online; empty by default."""

    mode: NotRequired[enums.AssignmentMode]
    """Who gets the next record of the team: nobody by itself (`manual`), each available member in turn (`round_robin`), or the
    one with the fewest open records (`least_loaded`).
    """
    max_open_per_user: NotRequired[int | None]
    """Number of open records from which on a member is assigned no more by this team; null without a limit."""


class CreateTicketRequest(TypedDict):
    """Parameters of `createTicket`."""

    subject: NotRequired[str | None]
    """Subject line; without it, or if it is blank, the first words of `description` or of `message`."""
    description: NotRequired[str | None]
    """Full text of the request."""
    external_id: NotRequired[str | None]
    """Id of the ticket in an external system, unique in the workspace and mode, or null."""
    priority: NotRequired[enums.Priority]
    """Priority."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox, or null."""
    tags: NotRequired[Sequence[str]]
    """Names of the tags (case-insensitive), at most 50."""
    assignee_id: NotRequired[str | None]
    """Id of an active user of the workspace, or null to unassign."""
    team_id: NotRequired[str | None]
    """Id of a team of the workspace, or null for none; by default that of the inbox, if it has one."""
    snoozed_until: NotRequired[str | None]
    """Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or closing it ends the
    snooze.
    """
    wake_on_reply: NotRequired[bool]
    """Whether a message of the contact ends the snooze (default true); one that a program wrote for it does not. Only a
    snoozed record may have `false`.
    """
    custom_fields: NotRequired[CustomFieldsPatch]
    """Empty by default."""
    conversation_id: NotRequired[str | None]
    """Id of a conversation with the same contact, or null. A reply in it since the creation of the ticket counts as the first
    response, and a message of the contact reopens the ticket. Also requires the scope `conversations:read`.
    """
    contact: NotRequired[ContactReference | None]
    """The contact who requests the ticket, by id, `external_id`, e-mail address or phone number; created if nobody has it."""
    message: NotRequired[NewMessage | None]
    """Message to the contact, or from it, in the linked conversation: that of `conversation_id`, else a new one. Requires one
    of `contact` and `conversation_id`, and the scope `conversations:write`.
    """
    attachments: NotRequired[Sequence[str]]
    """Ids of files that came with the request, each uploaded by `POST /v1/files` in the same mode. They are a message of the
    contact in the linked conversation, so that they require what `message` requires, and the scope `files:read`; files of a
    `message` go into `message.attachments`.
    """


class CreateUserRequest(TypedDict):
    """Parameters of `createUser`."""

    name: str
    """Full name."""
    role: NotRequired[enums.UserRole]
    """Role, which limits what the user and their tokens may do."""
    avatar_url: NotRequired[str | None]
    """URL of the profile picture (http or https), or null."""
    email: str
    """E-mail address."""


class CreateViewRequest(TypedDict):
    """Parameters of `createView`."""

    name: str
    """Display name."""
    filter: NotRequired[RecordFilterInput]
    """Empty by default."""
    sort: NotRequired[enums.ViewSort]
    """Field to sort by, one of those of the list of the resource."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""
    visibility: NotRequired[enums.ViewVisibility]
    """Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace."""
    team_id: NotRequired[str | None]
    """Id of the team that sees it, with `visibility: team`; otherwise null."""
    resource: enums.ViewResource
    """What a view lists: `ticket` or `conversation`."""


class CreateWebhookRequest(TypedDict):
    """Parameters of `createWebhook`."""

    url: str
    """URL of the endpoint (http or https) that receives POST requests."""
    description: NotRequired[str | None]
    """Note about the purpose of the webhook, or null."""
    rate_limit: NotRequired[int | None]
    """Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used
    as a burst.
    """
    filter: NotRequired[RecordFilterInput | None]
    """Conditions on the record of an event, which alone is delivered then; or null. All event types must be of one resource:
    `ticket`, `conversation` or `message`. The fields are those of views, for messages `message.type` and the like; after
    `previous.`, such as in `previous.status`, those of the record before the change. What has no whole record, such as a
    deletion, is always delivered.
    """
    events: Sequence[str]
    """Event types, prefixes like `ticket.*`, or `*`."""
    secret: NotRequired[str]
    """Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to 64 bytes."""
    status: NotRequired[enums.WebhookStatus]
    """Status of the webhook; nothing is delivered while it is disabled."""


class FilterConditionInput(TypedDict):
    """A condition of a filter."""

    field: str
    """Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as `created_at`; or `custom.`
    and the key of a custom field.
    """
    op: enums.FilterOperator
    """How a field is compared with a value."""
    value: Any
    """What the field is compared with: a value as the filter of the list has it, a list of values with `in` and `not_in`, null
    for a record without one, `me` for the user of the credential, or a time, also relative to the present: `{"ago": "2h"}`,
    `{"from_now": "30m"}`.
    """


class LinkTicketRequest(TypedDict):
    """Parameters of `linkTicket`."""

    type: enums.NewTicketLinkType
    """What the other ticket is to this one."""
    linked_ticket_id: str
    """Id of the other ticket."""


class MacroActionsInput(TypedDict):
    """What a macro changes in a record; what is left out stays."""

    status: NotRequired[enums.TicketStatus]
    """The new status; conversations have no `resolved`."""
    priority: NotRequired[enums.Priority]
    """Priority."""
    assignee_id: NotRequired[str | None]
    """Id of the user to assign, `me` for the user who applies the macro (of an API key: its creator), or null to unassign."""
    team_id: NotRequired[str | None]
    """Id of a team of the workspace, or null."""
    add_tags: NotRequired[Sequence[str]]
    """Names of tags to add."""
    remove_tags: NotRequired[Sequence[str]]
    """Names of tags to remove (case-insensitive)."""
    snooze_for: NotRequired[str]
    """Snoozes the record for a time from then on, in minutes, hours or days: `30m`, `4h`, `2d`."""


class MergeConversationRequest(TypedDict):
    """Parameters of `mergeConversation`."""

    from_ids: Sequence[str]
    """Ids of the conversations to merge into this one, at most 50."""


class MergeTicketRequest(TypedDict):
    """Parameters of `mergeTicket`."""

    from_ids: Sequence[str]
    """Ids of the tickets to merge into this one, at most 50."""


class NewMessage(TypedDict):
    body: NotRequired[str]
    """Text of the message. Required and not blank, unless files are attached; with `email.html` it may be left out."""
    external_id: NotRequired[str | None]
    """Id of the message in an external system, unique in the workspace and mode, or null."""
    type: NotRequired[enums.MessageType]
    """Type of message; defaults to `reply` for users and `comment` for contacts."""
    author: NotRequired[NewMessageAuthor]
    """Author of the message: the user of the credential (the default), another user, or the contact of the conversation."""
    send: NotRequired[bool]
    """Whether a reply of a user leaves through the mailbox or the connection of the conversation; false records it only."""
    email: NotRequired[NewMessageEmail]
    """What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50 recipients at most, none
    of whom is a mailbox of the workspace.
    """
    mentions: NotRequired[Sequence[str]]
    """Ids of active users whom a note mentions, at most 20: they are notified, and follow the conversation. Only for notes."""
    attachments: NotRequired[Sequence[str]]
    """Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the scope `files:read`."""


class NewMessageAuthor(TypedDict):
    """Author of the message: the user of the credential (the default), another user, or the contact of the conversation."""

    type: enums.AuthorType
    """Type of the author."""
    id: NotRequired[str]
    """Id of another user who has written the message. Only for API keys with the scope `users:write`."""


class NewMessageEmail(TypedDict):
    """What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50 recipients at most, none
    of whom is a mailbox of the workspace.
    """

    to: NotRequired[Sequence[str]]
    """Addresses of the recipients; by default those of `reply_recipients`."""
    cc: NotRequired[Sequence[str]]
    """Addresses of the recipients of a copy; by default those of `reply_recipients`, and none if `to` is given."""
    bcc: NotRequired[Sequence[str]]
    """Addresses of the recipients of a copy whom no other recipient sees."""
    subject: NotRequired[str]
    """Subject line; by default that of the conversation, as a reply."""
    html: NotRequired[str]
    """Body in HTML, sent beside the text in a form that cannot harm: scripts, forms and unknown styles are removed. Without a
    `body` the text is made of it.
    """


class NotificationChannelsPatch(TypedDict):
    """Channels to change."""

    in_app: NotRequired[bool]
    """Whether they are in the list of notifications."""
    push: NotRequired[bool]
    """Whether they are pushed to the devices of the user."""
    mail: NotRequired[bool]
    """Whether the user gets a mail about those that stay unread for an hour."""


class ReceiveMessageRequest(TypedDict):
    """Parameters of `receiveMessage`."""

    external_id: str
    """Id of the message in the channel, unique in the connection."""
    external_conversation_id: str
    """Id of the conversation in the channel, such as the numbers of both sides."""
    from_: ReceiveMessageRequestFrom
    """The sender."""
    body: NotRequired[str]
    """Text of the message; may be empty beside files."""
    attachments: NotRequired[Sequence[str]]
    """Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the scope `files:read`."""
    sent_at: NotRequired[str | None]
    """Time at which it was sent in the channel, as ISO 8601, or null."""


class ReceiveMessageRequestFrom(TypedDict):
    """The sender."""

    handle: str
    """What identifies the sender in the channel, such as a phone number or a user name."""
    name: NotRequired[str | None]
    """Name of the sender, or null."""
    email: NotRequired[str | None]
    """E-mail address of the sender, or null."""
    phone: NotRequired[str | None]
    """Phone number of the sender, or null."""


class RecordFilterInput(TypedDict):
    """Conditions on tickets or conversations; without any, all match."""

    all: NotRequired[Sequence[FilterConditionInput]]
    """Conditions that must all be true; at most 25 together."""
    any: NotRequired[Sequence[FilterConditionInput]]
    """Conditions of which one must be true, unless there are none; at most 25 together."""


class RecoverWebhookRequest(TypedDict):
    """Parameters of `recoverWebhook`."""

    created_after: str | datetime
    """Earliest creation time (inclusive)."""
    created_before: NotRequired[str | datetime]
    """Latest creation time (exclusive); the current time by default."""


class ReportPresenceRequest(TypedDict):
    """Parameters of `reportPresence`."""

    state: enums.PresenceState
    """What the user does in the conversation: reads it, or writes a message."""


class ResendMessageRequest(TypedDict):
    """Parameters of `resendMessage`."""

    email: NotRequired[ResendMessageRequestEmail]
    """Other recipients or another subject; what is left out stays. Only for a message that leaves by mail."""


class ResendMessageRequestEmail(TypedDict):
    """Other recipients or another subject; what is left out stays. Only for a message that leaves by mail."""

    to: NotRequired[Sequence[str]]
    """Addresses of the recipients; by default those whom it has not reached, or the contact if it had no recipients."""
    cc: NotRequired[Sequence[str]]
    """Addresses of the recipients of a copy; by default those whom it has not reached, also if `to` is given."""
    bcc: NotRequired[Sequence[str]]
    """Addresses of the recipients of a copy whom no other recipient sees; by default those whom it has not reached, also if
    `to` is given.
    """
    subject: NotRequired[str]
    """Subject line; by default the one that it had."""


class RotateWebhookSecretRequest(TypedDict):
    """Parameters of `rotateWebhookSecret`."""

    secret: NotRequired[str]
    """Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to 64 bytes."""


class SaveDraftRequest(TypedDict):
    """Parameters of `saveDraft`."""

    type: NotRequired[enums.MessageType]
    """Type of the message that it becomes."""
    body: str
    """Text so far."""
    email: NotRequired[NewMessageEmail | None]
    """Recipients, subject and HTML, as for a message; or null."""
    attachments: NotRequired[Sequence[str]]
    """Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the scope `files:read`."""


class SlaTargetsUpdate(TypedDict):
    """First-response targets by priority."""

    urgent: NotRequired[str]
    """Target time to the first response."""
    high: NotRequired[str]
    """Target time to the first response."""
    normal: NotRequired[str]
    """Target time to the first response."""
    low: NotRequired[str]
    """Target time to the first response."""


class SplitConversationRequest(TypedDict):
    """Parameters of `splitConversation`."""

    message_ids: Sequence[str]
    """Ids of the messages to move, at most 100."""
    subject: NotRequired[str | None]
    """Subject line of the new conversation; by default that of this one."""


class TicketBulkUpdate(TypedDict):
    """Fields to change in every record."""

    subject: NotRequired[str]
    """Subject line."""
    description: NotRequired[str | None]
    """Full text of the request."""
    external_id: NotRequired[str | None]
    """Id of the ticket in an external system, unique in the workspace and mode, or null."""
    priority: NotRequired[enums.Priority]
    """Priority."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox, or null."""
    tags: NotRequired[Sequence[str]]
    """Names of the tags (case-insensitive), at most 50."""
    assignee_id: NotRequired[str | None]
    """Id of an active user of the workspace, or null to unassign."""
    team_id: NotRequired[str | None]
    """Id of a team of the workspace, or null."""
    snoozed_until: NotRequired[str | None]
    """Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or closing it ends the
    snooze.
    """
    wake_on_reply: NotRequired[bool]
    """Whether a message of the contact ends the snooze (default true); one that a program wrote for it does not. Only a
    snoozed record may have `false`.
    """
    custom_fields: NotRequired[CustomFieldsPatch]
    """Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most
    2^53 - 1, which JSON libraries keep.
    """
    status: NotRequired[enums.TicketStatus]
    """Current status of the ticket."""
    add_tags: NotRequired[Sequence[str]]
    """Names of tags to add."""
    remove_tags: NotRequired[Sequence[str]]
    """Names of tags to remove (case-insensitive)."""


class UnmergeConversationRequest(TypedDict):
    """Parameters of `unmergeConversation`."""

    ids: Sequence[str]
    """Ids of the conversations to give back, of `merged_from`, at most 50."""


class UnmergeTicketRequest(TypedDict):
    """Parameters of `unmergeTicket`."""

    ids: Sequence[str]
    """Ids of the tickets to give back, of `merged_from`, at most 50."""


class UpdateAvailabilityRequest(TypedDict):
    """Parameters of `updateAvailability`."""

    availability: UpdateAvailabilityRequestAvailability
    """Whether the user takes records."""


class UpdateAvailabilityRequestAvailability(TypedDict):
    """Whether the user takes records."""

    status: NotRequired[enums.AvailabilityStatus]
    """Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it is changed:
    a closed browser does not end it.
    """
    until: NotRequired[str | None]
    """Time within a year at which the status ends: a user who is `away` or `offline` is `online` from then on, one who is
    `online` is `offline`; null without an end. A new `status` without it has no end.
    """
    capacity: NotRequired[int | None]
    """Number of open records from which on the user is assigned no more, in all teams; null for the limits of the teams alone."""


class UpdateConnectionRequest(TypedDict):
    """Parameters of `updateConnection`."""

    name: NotRequired[str]
    """Display name."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox of its new conversations, or null."""


class UpdateContactFormRequest(TypedDict):
    """Parameters of `updateContactForm`."""

    name: NotRequired[str]
    """Display name; mails that ask for a confirmation show it."""
    allowed_origins: NotRequired[Sequence[str]]
    """Origins of the pages that have the form; a submission from a page of another one, or that tells none, is refused. Empty
    allows all.
    """
    redirect_url: NotRequired[str | None]
    """URL of the page that browsers are sent to once the message is received, or null for a plain page."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox of its conversations, or null."""
    mailbox_id: NotRequired[str | None]
    """Id of the mailbox through which replies leave, or null: then replies are recorded, not sent."""
    confirmation: NotRequired[bool]
    """Whether a message waits until its sender confirms its address by a link that is mailed to it. Without it, anybody can
    write in the name of anybody. In live mode it needs a mailbox of the installation.
    """
    tags: NotRequired[Sequence[str]]
    """Names of the tags of its conversations, at most 50."""


class UpdateContactRequest(TypedDict):
    """Parameters of `updateContact`."""

    email: NotRequired[str | None]
    """E-mail address, unique in the workspace (case-insensitive)."""
    name: NotRequired[str | None]
    """Full name; an empty one is null."""
    phone: NotRequired[str | None]
    """Phone number, as it was given."""
    external_id: NotRequired[str | None]
    """Id of the contact in an external system, unique in the workspace and mode, or null."""
    company: NotRequired[str | None]
    """Company name."""
    custom_fields: NotRequired[CustomFieldsPatch]
    """Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most
    2^53 - 1, which JSON libraries keep.
    """


class UpdateConversationRequest(TypedDict):
    """Parameters of `updateConversation`."""

    subject: NotRequired[str | None]
    """Subject line; an empty one is null."""
    external_id: NotRequired[str | None]
    """Id of the conversation in an external system, unique in the workspace and mode, or null."""
    priority: NotRequired[enums.Priority]
    """Priority."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox, or null."""
    mailbox_id: NotRequired[str | None]
    """Id of the mailbox through which replies leave, or null."""
    connection_id: NotRequired[str | None]
    """Id of the connection through which replies leave, or null."""
    tags: NotRequired[Sequence[str]]
    """Names of the tags (case-insensitive), at most 50."""
    assignee_id: NotRequired[str | None]
    """Id of an active user of the workspace, or null to unassign."""
    team_id: NotRequired[str | None]
    """Id of a team of the workspace, or null."""
    snoozed_until: NotRequired[str | None]
    """Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or closing it ends the
    snooze.
    """
    wake_on_reply: NotRequired[bool]
    """Whether a message of the contact ends the snooze (default true); one that a program wrote for it does not. Only a
    snoozed record may have `false`.
    """
    custom_fields: NotRequired[CustomFieldsPatch]
    """Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most
    2^53 - 1, which JSON libraries keep.
    """
    status: NotRequired[enums.ConversationStatus]
    """Current status of the conversation."""
    contact: NotRequired[ContactReference]
    """The contact of the conversation, as in its creation. The tickets that are linked to it get the same within a second."""


class UpdateInboxRequest(TypedDict):
    """Parameters of `updateInbox`."""

    name: NotRequired[str]
    """Display name."""
    team_id: NotRequired[str | None]
    """Id of the team to which tickets and conversations that begin in the inbox belong, unless they name another; or null."""


class UpdateMacroRequest(TypedDict):
    """Parameters of `updateMacro`."""

    name: NotRequired[str]
    """Display name."""
    body: NotRequired[str | None]
    """Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a variable, with the text that
    stands in for an empty value; without one an empty value leaves nothing. Rendered, it is plain text.
    """
    message_type: NotRequired[enums.MacroMessageType]
    """What the text of a macro becomes: a `reply` to the contact, or an internal `note`."""
    actions: NotRequired[MacroActionsInput]
    """What a macro changes in a record; what is left out stays."""
    visibility: NotRequired[enums.ViewVisibility]
    """Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace."""
    team_id: NotRequired[str | None]
    """Id of the team that sees it, with `visibility: team`; otherwise null."""


class UpdateMailboxRequest(TypedDict):
    """Parameters of `updateMailbox`."""

    name: NotRequired[str]
    """Display name."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox whose conversations have this mailbox by default, or null."""
    address: NotRequired[str]
    """Address of the mailbox, from which replies are sent. It belongs to one mailbox of the installation."""
    from_name: NotRequired[str | None]
    """Name beside the address of the sender; by default that of the user who replies."""
    signature: NotRequired[str | None]
    """Text below each reply, or null."""
    send_delay: NotRequired[int]
    """Seconds for which a reply waits, and within which its redaction cancels it."""
    on_unknown: NotRequired[enums.UnknownOutcome]
    """What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`; `retry`: it is
    sent once more after 15 minutes, with the same Message-ID, and may arrive twice.
    """
    subaddressing: NotRequired[bool]
    """Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and Microsoft 365 do.
    Answers then go to an address with a token, by which they find their conversation; a server that does not would refuse
    them.
    """
    aliases: NotRequired[Sequence[str]]
    """Further addresses of the mailbox."""
    limits: NotRequired[CreateMailboxRequestLimits]
    """How fast mails leave: by default 600 a minute, without a limit for a day, over 2 connections. Ask your provider for its
    limits.
    """
    acknowledgement: NotRequired[CreateMailboxRequestAcknowledgement]
    """The automatic answer to the first mail of a conversation, once a day for each address, and only where the domain of the
    sender proves that it sent the mail. It has neither the subject nor the text of that mail. Off by default.
    """
    transport: NotRequired[CreateMailboxRequestTransport]
    """How mails leave. An update replaces all of it: what it leaves out has its default. Secrets alone are kept if they are
    left out, while host, port, encryption, user and application stay the same; otherwise they have to be given again:
    another server must not get them.
    """
    authserv_id: NotRequired[str | None]
    """The id that your mail server or provider writes into `Authentication-Results` of the mails that it takes, or null. With
    it, the topmost such field with this id proves the sender of a mail that is fetched, or comes by LMTP or from a
    provider; without it, a signature (DKIM) alone does. The server has to remove fields with its id that others have
    written (RFC 8601 section 5).
    """
    receiving: NotRequired[CreateMailboxRequestReceiving | None]
    """How a provider hands over mails that arrive, or null. A secret that is left out is kept while `type` stays the same; the
    URL is another one after another type or null.
    """
    import_: NotRequired[CreateMailboxRequestImport | None]
    """Imports the mails that are in the inbox of the IMAP server already, as closed conversations with the dates of the mails.
    Nothing is sent, and the conversations and messages have no events. What was imported before is not imported again. Null
    ends it, and keeps what was imported. Only for the transport `imap_smtp`.
    """
    status: NotRequired[enums.WritableMailboxStatus]
    """`disabled` holds mails back, for three days at most; `connected` tries again at once."""


class UpdateMessageDeliveryRequest(TypedDict):
    """Parameters of `updateMessageDelivery`."""

    status: enums.ReportedDeliveryStatus
    """How far the connector has come. A report of an earlier state changes nothing."""
    error: NotRequired[UpdateMessageDeliveryRequestError | None]
    """Why it was not sent or delivered, or null."""


class UpdateMessageDeliveryRequestError(TypedDict):
    code: str
    """Machine-readable cause."""
    message: str
    """Cause in words."""


class UpdateMessageRequest(TypedDict):
    """Parameters of `updateMessage`."""

    body: str
    """Text of the note."""


class UpdateNotificationRequest(TypedDict):
    """Parameters of `updateNotification`."""

    read: NotRequired[bool]
    """Whether the user has read it."""


class UpdateNotificationSettingsRequest(TypedDict):
    """Parameters of `updateNotificationSettings`."""

    assigned: NotRequired[NotificationChannelsPatch]
    """Channels of the cause `assigned`."""
    mentioned: NotRequired[NotificationChannelsPatch]
    """Channels of the cause `mentioned`."""
    reply: NotRequired[NotificationChannelsPatch]
    """Channels of the cause `reply`."""
    sla_warning: NotRequired[NotificationChannelsPatch]
    """Channels of the cause `sla_warning`."""
    woken: NotRequired[NotificationChannelsPatch]
    """Channels of the cause `woken`."""


class UpdateTagRequest(TypedDict):
    """Parameters of `updateTag`."""

    name: NotRequired[str]
    """Name, unique in the workspace (case-insensitive)."""
    color: NotRequired[str]
    """Color as `#rrggbb`."""


class UpdateTeamRequest(TypedDict):
    """Parameters of `updateTeam`."""

    name: NotRequired[str]
    """Display name, unique in the workspace."""
    description: NotRequired[str | None]
    """Purpose of the team, or null."""
    assignment: NotRequired[CreateTeamRequestAssignment]
    """How open records of the team that nobody is assigned to are assigned: only to members who are online."""


class UpdateTicketRequest(TypedDict):
    """Parameters of `updateTicket`."""

    subject: NotRequired[str]
    """Subject line."""
    description: NotRequired[str | None]
    """Full text of the request."""
    external_id: NotRequired[str | None]
    """Id of the ticket in an external system, unique in the workspace and mode, or null."""
    priority: NotRequired[enums.Priority]
    """Priority."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox, or null."""
    tags: NotRequired[Sequence[str]]
    """Names of the tags (case-insensitive), at most 50."""
    assignee_id: NotRequired[str | None]
    """Id of an active user of the workspace, or null to unassign."""
    team_id: NotRequired[str | None]
    """Id of a team of the workspace, or null."""
    snoozed_until: NotRequired[str | None]
    """Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or closing it ends the
    snooze.
    """
    wake_on_reply: NotRequired[bool]
    """Whether a message of the contact ends the snooze (default true); one that a program wrote for it does not. Only a
    snoozed record may have `false`.
    """
    custom_fields: NotRequired[CustomFieldsPatch]
    """Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most
    2^53 - 1, which JSON libraries keep.
    """
    status: NotRequired[enums.TicketStatus]
    """Current status of the ticket."""
    conversation_id: NotRequired[str | None]
    """Id of a conversation with the same contact, or null. A reply in it since the creation of the ticket counts as the first
    response, and a message of the contact reopens the ticket. Also requires the scope `conversations:read`.
    """
    contact: NotRequired[ContactReference | None]
    """The contact who requests the ticket, as in its creation, or null. A ticket and its conversation have the same contact:
    change that of the conversation, and its tickets follow.
    """


class UpdateUserRequest(TypedDict):
    """Parameters of `updateUser`."""

    name: NotRequired[str]
    """Full name."""
    role: NotRequired[enums.UserRole]
    """Role, which limits what the user and their tokens may do."""
    avatar_url: NotRequired[str | None]
    """URL of the profile picture (http or https), or null."""
    email: NotRequired[str]
    """E-mail address, with which the user signs in."""
    status: NotRequired[enums.UserStatus]
    """Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned."""
    availability: NotRequired[UpdateAvailabilityRequestAvailability]
    """Whether the user takes records; users change their own by `PATCH /v1/me`."""


class UpdateViewRequest(TypedDict):
    """Parameters of `updateView`."""

    name: NotRequired[str]
    """Display name."""
    filter: NotRequired[RecordFilterInput]
    """Conditions on tickets or conversations; without any, all match."""
    sort: NotRequired[enums.ViewSort]
    """Field to sort by, one of those of the list of the resource."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""
    visibility: NotRequired[enums.ViewVisibility]
    """Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace."""
    team_id: NotRequired[str | None]
    """Id of the team that sees it, with `visibility: team`; otherwise null."""


class UpdateWebhookRequest(TypedDict):
    """Parameters of `updateWebhook`."""

    url: NotRequired[str]
    """URL of the endpoint (http or https) that receives POST requests."""
    description: NotRequired[str | None]
    """Note about the purpose of the webhook, or null."""
    rate_limit: NotRequired[int | None]
    """Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used
    as a burst.
    """
    filter: NotRequired[RecordFilterInput | None]
    """Conditions on the record of an event, which alone is delivered then; or null. All event types must be of one resource:
    `ticket`, `conversation` or `message`. The fields are those of views, for messages `message.type` and the like; after
    `previous.`, such as in `previous.status`, those of the record before the change. What has no whole record, such as a
    deletion, is always delivered.
    """
    events: NotRequired[Sequence[str]]
    """Event types, prefixes like `ticket.*`, or `*`."""
    secret: NotRequired[str]
    """Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to 64 bytes."""
    status: NotRequired[enums.WebhookStatus]
    """Status of the webhook; nothing is delivered while it is disabled."""


class UpdateWorkspaceRequest(TypedDict):
    """Parameters of `updateWorkspace`."""

    name: NotRequired[str]
    """Name of the workspace."""
    country: NotRequired[str | None]
    """Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null."""
    time_zone: NotRequired[str]
    """Time zone (IANA)."""
    language: NotRequired[str]
    """Language (BCP 47)."""
    sla_targets: NotRequired[SlaTargetsUpdate]
    """First-response targets by priority."""


class UpsertContactsRequest(TypedDict):
    """Parameters of `upsertContacts`."""

    email: NotRequired[str | None]
    """E-mail address, unique in the workspace (case-insensitive)."""
    name: NotRequired[str | None]
    """Full name; an empty one is null."""
    phone: NotRequired[str | None]
    """Phone number, as it was given."""
    external_id: NotRequired[str | None]
    """Id of the contact in an external system, unique in the workspace and mode, or null."""
    company: NotRequired[str | None]
    """Company name."""
    custom_fields: NotRequired[CustomFieldsPatch]
    """Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most
    2^53 - 1, which JSON libraries keep.
    """


class UpsertTicketsRequest(TypedDict):
    """Parameters of `upsertTickets`."""

    subject: NotRequired[str]
    """Subject line."""
    description: NotRequired[str | None]
    """Full text of the request."""
    external_id: str
    """Id of the ticket in an external system."""
    priority: NotRequired[enums.Priority]
    """Priority."""
    inbox_id: NotRequired[str | None]
    """Id of the inbox, or null."""
    tags: NotRequired[Sequence[str]]
    """Names of the tags (case-insensitive), at most 50."""
    assignee_id: NotRequired[str | None]
    """Id of an active user of the workspace, or null to unassign."""
    team_id: NotRequired[str | None]
    """Id of a team of the workspace, or null."""
    snoozed_until: NotRequired[str | None]
    """Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or closing it ends the
    snooze.
    """
    wake_on_reply: NotRequired[bool]
    """Whether a message of the contact ends the snooze (default true); one that a program wrote for it does not. Only a
    snoozed record may have `false`.
    """
    custom_fields: NotRequired[CustomFieldsPatch]
    """Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most
    2^53 - 1, which JSON libraries keep.
    """
    conversation_id: NotRequired[str | None]
    """Id of a conversation with the same contact, or null. A reply in it since the creation of the ticket counts as the first
    response, and a message of the contact reopens the ticket. Also requires the scope `conversations:read`.
    """
    contact: NotRequired[ContactReference | None]
    """The contact who requests the ticket, as in its creation, or null."""


class SearchQuery(TypedDict):
    """Parameters: Search conversations, contacts and tickets."""

    q: str
    """Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`, `-exclusions` and
    `field:value`, also with several values separated by commas; what is not a field with a possible value is text. The `id`
    of a record finds it, and so does its `external_id`. Case, accents and the grouping of digits are ignored, and so is a
    lone letter. Of a query, the first 20 words and values count, in 8 fields at most, and 60 parts of words, such as the
    characters of Chinese; of a long text, the first 32,768 characters are searched. Values of a repeated parameter are one
    query. Fields: `status:`, `priority:`, `channel:`, `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`.
    """
    type: NotRequired[Sequence[enums.SearchType]]
    """Resource type to search; all by default; several are separated by commas."""
    limit: NotRequired[int]
    """Maximum number of results per type, 1 to 100. Values above 100 are treated as 100."""


class ListTeamsQuery(TypedDict):
    """Parameters: List teams."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListTeamsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListTeamMembersQuery(TypedDict):
    """Parameters: List the members of a team."""

    role: NotRequired[Sequence[enums.UserRole]]
    """Role of the user; several are separated by commas."""
    status: NotRequired[Sequence[enums.UserStatus]]
    """Status of the user; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListTeamMembersSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListConnectionsQuery(TypedDict):
    """Parameters: List connections."""

    inbox: NotRequired[Sequence[str]]
    """Id of the inbox, or `none`; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListConnectionsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListContactsQuery(TypedDict):
    """Parameters: List contacts."""

    email: NotRequired[str]
    """E-mail address (case-insensitive); may contain up to two `*` wildcards."""
    phone: NotRequired[str]
    """Phone number in any grouping, international or national of the country of the workspace."""
    external_id: NotRequired[str]
    """Id in an external system, exactly as it was given."""
    q: NotRequired[str]
    """Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`, `-exclusions` and
    `field:value`, also with several values separated by commas; what is not a field with a possible value is text. The `id`
    of a record finds it, and so does its `external_id`. Case, accents and the grouping of digits are ignored, and so is a
    lone letter. Of a query, the first 20 words and values count, in 8 fields at most, and 60 parts of words, such as the
    characters of Chinese; of a long text, the first 32,768 characters are searched. Values of a repeated parameter are one
    query. Fields: `email:`, `custom.<key>:` or `custom."a key":`.
    """
    created_after: NotRequired[str | datetime]
    """Earliest creation time (inclusive)."""
    created_before: NotRequired[str | datetime]
    """Latest creation time (exclusive)."""
    updated_after: NotRequired[str | datetime]
    """Earliest time of the last change (inclusive)."""
    updated_before: NotRequired[str | datetime]
    """Latest time of the last change (exclusive)."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListContactsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListContactHistoryQuery(TypedDict):
    """Parameters: List the changes of a contact."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListContactHistorySort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListContactFormsQuery(TypedDict):
    """Parameters: List contact forms."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListContactFormsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListConversationsQuery(TypedDict):
    """Parameters: List conversations."""

    status: NotRequired[Sequence[enums.ConversationStatus]]
    """Status: `open`, `pending` or `closed`; several are separated by commas."""
    priority: NotRequired[Sequence[enums.Priority]]
    """Priority: `urgent`, `high`, `normal` or `low`; several are separated by commas."""
    assignee: NotRequired[Sequence[str]]
    """Id of the assigned user, `me` for the user of the credential (of an API key: its creator), or `none` for unassigned
    records; several are separated by commas.
    """
    team: NotRequired[Sequence[str]]
    """Id of the team, or `none`; several are separated by commas."""
    snoozed: NotRequired[enums.ListConversationsSnoozed]
    """Whether the record is snoozed: `true` or `false`."""
    inbox: NotRequired[Sequence[str]]
    """Id of the inbox, or `none`; several are separated by commas."""
    channel: NotRequired[Sequence[enums.Channel]]
    """Channel: `email`, `chat`, `form` or `api`; several are separated by commas."""
    contact: NotRequired[Sequence[str]]
    """Id of the contact; several are separated by commas."""
    tag: NotRequired[Sequence[str]]
    """Name of a tag (case-insensitive); several are separated by commas."""
    mailbox: NotRequired[Sequence[str]]
    """Id of the mailbox, or `none`; several are separated by commas."""
    number: NotRequired[Sequence[str]]
    """Number of the record; several are separated by commas."""
    external_id: NotRequired[str]
    """Id in an external system, exactly as it was given."""
    q: NotRequired[str]
    """Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`, `-exclusions` and
    `field:value`, also with several values separated by commas; what is not a field with a possible value is text. The `id`
    of a record finds it, and so does its `external_id`. Case, accents and the grouping of digits are ignored, and so is a
    lone letter. Of a query, the first 20 words and values count, in 8 fields at most, and 60 parts of words, such as the
    characters of Chinese; of a long text, the first 32,768 characters are searched. Values of a repeated parameter are one
    query. Fields: `status:`, `priority:`, `channel:`, `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`.
    """
    created_after: NotRequired[str | datetime]
    """Earliest creation time (inclusive)."""
    created_before: NotRequired[str | datetime]
    """Latest creation time (exclusive)."""
    updated_after: NotRequired[str | datetime]
    """Earliest time of the last change (inclusive)."""
    updated_before: NotRequired[str | datetime]
    """Latest time of the last change (exclusive)."""
    include: NotRequired[Sequence[enums.ConversationInclude]]
    """Records to return in `included` too, each once; requires the scopes that read them. The answer has no `ETag`; several
    are separated by commas.
    """
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListConversationsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class GetConversationQuery(TypedDict):
    """Parameters: Retrieve a conversation."""

    include: NotRequired[Sequence[enums.ConversationInclude]]
    """Records to return in `included` too, each once; requires the scopes that read them. The answer has no `ETag`; several
    are separated by commas.
    """


class ListConversationHistoryQuery(TypedDict):
    """Parameters: List the changes of a conversation."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListConversationHistorySort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListMessagesQuery(TypedDict):
    """Parameters: List the messages of a conversation."""

    type: NotRequired[Sequence[enums.MessageType]]
    """Type of the message; several are separated by commas."""
    external_id: NotRequired[str]
    """Id in an external system, exactly as it was given."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListMessagesSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListWebhooksQuery(TypedDict):
    """Parameters: List webhooks."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListWebhooksSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListDeliveriesQuery(TypedDict):
    """Parameters: List the deliveries of a webhook."""

    status: NotRequired[Sequence[enums.DeliveryStatus]]
    """Status of the delivery; several are separated by commas."""
    event: NotRequired[Sequence[enums.EventType]]
    """Event type; several are separated by commas."""
    created_after: NotRequired[str | datetime]
    """Earliest creation time (inclusive)."""
    created_before: NotRequired[str | datetime]
    """Latest creation time (exclusive)."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListDeliveriesSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListEventsQuery(TypedDict):
    """Parameters: List events."""

    event: NotRequired[Sequence[str]]
    """Event type, or a prefix like `ticket.*`; several are separated by commas."""
    resource: NotRequired[Sequence[str]]
    """Id of the record that the events are about; several are separated by commas."""
    actor_credential: NotRequired[Sequence[str]]
    """Id of the credential that caused the event, as in `actor.credential.id`; several are separated by commas."""
    actor_credential_not: NotRequired[Sequence[str]]
    """Id of a credential whose events are left out, such as the own one; several are separated by commas."""
    created_after: NotRequired[str | datetime]
    """Earliest `timestamp` (inclusive)."""
    created_before: NotRequired[str | datetime]
    """Latest `timestamp` (exclusive)."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListEventsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class StreamEventsQuery(TypedDict):
    """Parameters: Stream events."""

    event: NotRequired[Sequence[str]]
    """Event type, or a prefix like `ticket.*`; several are separated by commas."""
    resource: NotRequired[Sequence[str]]
    """Id of the record that the events are about; several are separated by commas."""
    actor_credential: NotRequired[Sequence[str]]
    """Id of the credential that caused the event, as in `actor.credential.id`; several are separated by commas."""
    actor_credential_not: NotRequired[Sequence[str]]
    """Id of a credential whose events are left out, such as the own one; several are separated by commas."""
    last_event_id: NotRequired[str]
    """The same as the header `Last-Event-ID`, which wins, for clients that cannot set it."""
    presence: NotRequired[enums.StreamEventsPresence]
    """Whether users in conversations are told too; requires `conversations:read`."""


class ListFilesQuery(TypedDict):
    """Parameters: List files."""

    folder: NotRequired[str]
    """Path of the folder, or `none` for files in none; not those in folders below it."""
    name: NotRequired[str]
    """Part of the name (case-insensitive)."""
    mime_type: NotRequired[str]
    """Media type, or all of a kind."""
    created_after: NotRequired[str | datetime]
    """Earliest creation time (inclusive)."""
    created_before: NotRequired[str | datetime]
    """Latest creation time (exclusive)."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListFilesSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListInboxesQuery(TypedDict):
    """Parameters: List inboxes."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListInboxesSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListIncomingMailsQuery(TypedDict):
    """Parameters: List incoming mails."""

    status: NotRequired[Sequence[enums.IncomingMailStatus]]
    """Status: `stored`, `importing`, `delivered`, `quarantined`, `ignored`, `failed` or `discarded`; several are separated by
    commas.
    """
    mailbox: NotRequired[Sequence[str]]
    """Id of the mailbox, or `none`; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListIncomingMailsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListJobsQuery(TypedDict):
    """Parameters: List jobs."""

    resource: NotRequired[Sequence[enums.JobResource]]
    """Resource: `ticket`, `conversation` or `contact`; several are separated by commas."""
    status: NotRequired[Sequence[enums.JobStatus]]
    """Status of the job; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListJobsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListJobResultsQuery(TypedDict):
    """Parameters: List the results of a job."""

    status: NotRequired[Sequence[enums.JobResultStatus]]
    """Result: `pending`, `updated`, `unchanged` or `failed`; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListJobResultsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListMacrosQuery(TypedDict):
    """Parameters: List macros."""

    visibility: NotRequired[Sequence[enums.ViewVisibility]]
    """Visibility: `private`, `team` or `workspace`; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListMacrosSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListMailboxesQuery(TypedDict):
    """Parameters: List mailboxes."""

    status: NotRequired[Sequence[enums.MailboxStatus]]
    """Status: `connected`, `disconnected` or `disabled`; several are separated by commas."""
    inbox: NotRequired[Sequence[str]]
    """Id of the inbox, or `none`; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListMailboxesSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListNotificationsQuery(TypedDict):
    """Parameters: List notifications."""

    read: NotRequired[enums.ListNotificationsRead]
    """Whether it was read: `true` or `false`."""
    cause: NotRequired[Sequence[enums.NotificationCause]]
    """Cause; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListNotificationsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListNotificationDevicesQuery(TypedDict):
    """Parameters: List devices."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListNotificationDevicesSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class GetReportsQuery(TypedDict):
    """Parameters: Retrieve a report."""

    resource: enums.ReportResource
    """What is counted: tickets or conversations."""
    by: NotRequired[enums.ReportGroup]
    """What the records are grouped by; `channel` groups conversations alone."""
    interval: NotRequired[enums.ReportInterval]
    """Length of the intervals: hours, days or weeks (from Monday) of the time zone."""
    occurred_after: NotRequired[str | datetime]
    """Start of the report (inclusive), 30 days before its end by default."""
    occurred_before: NotRequired[str | datetime]
    """End of the report (exclusive), now by default."""
    time_zone: NotRequired[str]
    """Time zone of the intervals (IANA); that of the workspace by default."""


class ListSenderRulesQuery(TypedDict):
    """Parameters: List sender rules."""

    action: NotRequired[Sequence[enums.SenderAction]]
    """Action: `block` or `allow`; several are separated by commas."""
    sender: NotRequired[str]
    """The address or domain (case-insensitive)."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListSenderRulesSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListSendingDomainsQuery(TypedDict):
    """Parameters: List sending_domains."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListSendingDomainsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListSuppressionsQuery(TypedDict):
    """Parameters: List suppressions."""

    reason: NotRequired[Sequence[enums.SuppressionReason]]
    """Reason: `bounced`, `complained` or `manual`; several are separated by commas."""
    address: NotRequired[str]
    """The address (case-insensitive)."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListSuppressionsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListTagsQuery(TypedDict):
    """Parameters: List tags."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListTagsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListTicketsQuery(TypedDict):
    """Parameters: List tickets."""

    status: NotRequired[Sequence[enums.TicketStatus]]
    """Status: `open`, `pending`, `resolved` or `closed`; several are separated by commas."""
    priority: NotRequired[Sequence[enums.Priority]]
    """Priority: `urgent`, `high`, `normal` or `low`; several are separated by commas."""
    assignee: NotRequired[Sequence[str]]
    """Id of the assigned user, `me` for the user of the credential (of an API key: its creator), or `none` for unassigned
    records; several are separated by commas.
    """
    team: NotRequired[Sequence[str]]
    """Id of the team, or `none`; several are separated by commas."""
    snoozed: NotRequired[enums.ListTicketsSnoozed]
    """Whether the record is snoozed: `true` or `false`."""
    inbox: NotRequired[Sequence[str]]
    """Id of the inbox, or `none`; several are separated by commas."""
    contact: NotRequired[Sequence[str]]
    """Id of the contact, or `none`; several are separated by commas."""
    tag: NotRequired[Sequence[str]]
    """Name of a tag (case-insensitive); several are separated by commas."""
    number: NotRequired[Sequence[str]]
    """Number of the record; several are separated by commas."""
    external_id: NotRequired[str]
    """Id in an external system, exactly as it was given."""
    q: NotRequired[str]
    """Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`, `-exclusions` and
    `field:value`, also with several values separated by commas; what is not a field with a possible value is text. The `id`
    of a record finds it, and so does its `external_id`. Case, accents and the grouping of digits are ignored, and so is a
    lone letter. Of a query, the first 20 words and values count, in 8 fields at most, and 60 parts of words, such as the
    characters of Chinese; of a long text, the first 32,768 characters are searched. Values of a repeated parameter are one
    query. Fields: `status:`, `priority:`, `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`.
    """
    sla_status: NotRequired[Sequence[Literal["none", "on_track", "warning", "breached"]]]
    """SLA status at the time of the request, or `none` for tickets without a first-response target; several are separated by
    commas.
    """
    created_after: NotRequired[str | datetime]
    """Earliest creation time (inclusive)."""
    created_before: NotRequired[str | datetime]
    """Latest creation time (exclusive)."""
    updated_after: NotRequired[str | datetime]
    """Earliest time of the last change (inclusive)."""
    updated_before: NotRequired[str | datetime]
    """Latest time of the last change (exclusive)."""
    include: NotRequired[Sequence[enums.TicketInclude]]
    """Records to return in `included` too, each once; requires the scopes that read them. The answer has no `ETag`; several
    are separated by commas.
    """
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListTicketsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class GetTicketQuery(TypedDict):
    """Parameters: Retrieve a ticket."""

    include: NotRequired[Sequence[enums.TicketInclude]]
    """Records to return in `included` too, each once; requires the scopes that read them. The answer has no `ETag`; several
    are separated by commas.
    """


class ListMessagesTicketsQuery(TypedDict):
    """Parameters: List the messages of a ticket."""

    type: NotRequired[Sequence[enums.MessageType]]
    """Type of the message; several are separated by commas."""
    external_id: NotRequired[str]
    """Id in an external system, exactly as it was given."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListMessagesTicketsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListTicketHistoryQuery(TypedDict):
    """Parameters: List the changes of a ticket."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListTicketHistorySort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListUsersQuery(TypedDict):
    """Parameters: List users."""

    role: NotRequired[Sequence[enums.UserRole]]
    """Role of the user; several are separated by commas."""
    status: NotRequired[Sequence[enums.UserStatus]]
    """Status of the user; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListUsersSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class ListViewsQuery(TypedDict):
    """Parameters: List views."""

    resource: NotRequired[Sequence[enums.ViewResource]]
    """Resource: `ticket` or `conversation`; several are separated by commas."""
    visibility: NotRequired[Sequence[enums.ViewVisibility]]
    """Visibility: `private`, `team` or `workspace`; several are separated by commas."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListViewsSort]
    """Field to sort by."""
    order: NotRequired[enums.SortOrder]
    """Sort direction."""


class CountViewsQuery(TypedDict):
    """Parameters: Count the records of views."""

    ids: Sequence[str]
    """Ids of the views, at most 100; several are separated by commas."""


class ListViewRecordsQuery(TypedDict):
    """Parameters: List the records of a view."""

    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Number of items per page, 1 to 100. Values above 100 are treated as 100."""
    cursor: NotRequired[str]
    """`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`."""
    sort: NotRequired[enums.ListViewRecordsSort]
    """Field to sort by; that of the view by default."""
    order: NotRequired[enums.SortOrder]
    """Sort direction; that of the view by default."""
