# Generated from the API document by `npm run sdks`. Do not edit.

"""The records of the API. Fields that the server did not send read as None."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

# Aliases that no field of a record can hide.
from .._core.model import Model
from .._core.model import field as _field
from .._core.model import map_field as _map_field
from . import enums


class Event(Model):
    """What every event has."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries."""
    api_version: _field[Literal["v1"]] = _field()
    """Version of the API whose form `data` has."""
    timestamp: _field[str] = _field()
    """Time of the event."""
    workspace_id: _field[str] = _field()
    """Id of the workspace."""
    mode: _field[enums.Mode | str] = _field()
    """Mode of the data: `live` or `test`."""
    actor: _field[EventActor] = _field(lambda: EventActor)
    """The user, API key or system that caused the event."""


class ActorCredential(Model):
    __slots__ = ()
    id: _field[str] = _field()
    """Id of the API key or personal access token, of the grant of an OAuth access token, or of the session of a signed-in
    user.
    """
    type: _field[enums.CredentialType | str] = _field()
    """(`api_key`, `personal_access_token`, `oauth_access_token`, `session`)."""
    app_id: _field[str | None] = _field()
    """Id of the OAuth app that it was issued to, or null."""


class Assignee(Model):
    """The user assigned to a record."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the user."""
    name: _field[str] = _field()
    """Full name of the user."""


class Assignment(Model):
    """How the open records of a team are assigned."""

    __slots__ = ()
    mode: _field[enums.AssignmentMode | str] = _field()
    """Who gets the next record of the team: nobody by itself (`manual`), each available member in turn (`round_robin`), or the
    one with the fewest open records (`least_loaded`).
    """
    max_open_per_user: _field[int | None] = _field()
    """Number of open records from which on a member is assigned no more by this team; null without a limit."""


class Attachment(Model):
    """A file of a message, as it was attached."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the attachment."""
    file_id: _field[str] = _field()
    """Id of the file."""
    name: _field[str] = _field()
    """File name."""
    size: _field[int] = _field()
    """Size in bytes."""
    mime_type: _field[str] = _field()
    """Media type, determined from the content."""
    url: _field[str | None] = _field()
    """Signed, expiring download URL, issued anew at every read; null once the file is deleted."""
    deleted_at: _field[str | None] = _field()
    """Time at which the file was deleted, or null."""


class Availability(Model):
    """Whether a user takes records, and how many."""

    __slots__ = ()
    status: _field[enums.AvailabilityStatus | str] = _field()
    """Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it is changed:
    a closed browser does not end it (`online`, `away`, `offline`).
    """
    until: _field[str | None] = _field()
    """Time at which the status ends: a user who is `away` or `offline` is `online` from then on, one who is `online` is
    `offline`; null without an end.
    """
    capacity: _field[int | None] = _field()
    """Number of open records from which on the user is assigned no more, in all teams; null for the limits of the teams alone."""


class BulkError(Model):
    """The reason why a record could not be updated."""

    __slots__ = ()
    type: _field[enums.ErrorType | str] = _field()
    """Error type (`invalid_request_error`, `authentication_error`, `authorization_error`, `not_found_error`,
    `rate_limit_error`, `api_error`).
    """
    code: _field[enums.ErrorCode | str] = _field()
    """Error code."""
    message: _field[str] = _field()
    """Human-readable message."""
    param: _field[str | None] = _field()
    """Path of the invalid parameter."""


class BulkItem(Model):
    """Result of a bulk update for one record."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id, as sent."""
    status: _field[enums.BulkItemStatus | str] = _field()
    """Result for this record (`updated`, `unchanged`, `failed`)."""
    error: _field[BulkError | None] = _field(lambda: BulkError)
    """The reason why a record could not be updated."""


class BulkMeta(Model):
    """Counts of a bulk update."""

    __slots__ = ()
    total: _field[int] = _field()
    """Number of different ids in the request."""
    succeeded: _field[int] = _field()
    """Number of records that now match the update, unchanged ones included."""
    failed: _field[int] = _field()
    """Number of records that could not be updated."""


class ChangedWebhook(Model):
    """A webhook, with its secret if the request set it."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the webhook."""
    url: _field[str] = _field()
    """URL of the endpoint (http or https) that receives POST requests."""
    description: _field[str | None] = _field()
    """Note about the purpose of the webhook, or null."""
    rate_limit: _field[int | None] = _field()
    """Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used
    as a burst.
    """
    filter: _field[RecordFilter | None] = _field(lambda: RecordFilter)
    """Conditions on the record of an event, or null."""
    events: _field[list[str]] = _field()
    """Event types, prefixes like `ticket.*`, or `*`."""
    api_version: _field[Literal["v1"]] = _field()
    """Version of the API whose form `data` has."""
    status: _field[enums.WebhookStatus | str] = _field()
    """Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)."""
    disabled_reason: _field[enums.WebhookDisabledReason | str | None] = _field()
    """Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by request;
    `revoked`: the grant, personal access token or user that created it has ended, or the user may not manage webhooks any
    more; null while enabled.
    """
    created_by: _field[WebhookCreator | None] = _field(lambda: WebhookCreator)
    """Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant, personal
    access token or user ends, or the user may not manage webhooks any more; webhooks of an API key stay, because keys
    belong to the workspace.
    """
    secret_last4: _field[str | None] = _field()
    """Last four characters of the secret, or null if it has less than 16 characters."""
    last_delivery_at: _field[str | None] = _field()
    """Time of the last successful delivery, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""
    secret: _field[str | None] = _field()
    """Secret, as sent or generated."""
    signing_secret: _field[str | None] = _field()
    """Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key."""


class Connection(Model):
    """A channel that a connector of yours attaches."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the connection."""
    name: _field[str] = _field()
    """Display name."""
    inbox_id: _field[str | None] = _field()
    """Id of the inbox of its new conversations, or null."""
    type: _field[enums.ConnectionType | str] = _field()
    """The channel that the connector attaches; `custom` for any other (`custom`, `sms`, `whatsapp`, `messenger`, `instagram`,
    `telegram`, `line`, `chat`).
    """
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class Contact(Model):
    """A person who communicates with the workspace."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the contact."""
    email: _field[str | None] = _field()
    """E-mail address, unique in the workspace (case-insensitive)."""
    name: _field[str | None] = _field()
    """Full name."""
    phone: _field[str | None] = _field()
    """Phone number, as it was given."""
    external_id: _field[str | None] = _field()
    """Id of the contact in an external system, unique in the workspace and mode, or null."""
    company: _field[str | None] = _field()
    """Company name."""
    phone_e164: _field[str | None] = _field()
    """The phone number in the format of E.164, or null if it is none or has an extension. A national number is one of the
    country that the workspace had when it was written.
    """
    custom_fields: _field[CustomFields] = _field()
    """Custom key-value pairs; values are strings, numbers, booleans or arrays of them."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class ContactCreatedEvent(Event):
    """A contact was created."""

    __slots__ = ()
    event: _field[Literal["contact.created"]] = _field()
    """Event type."""
    data: _field[Contact] = _field(lambda: Contact)
    """A person who communicates with the workspace."""


class ContactDeletedEvent(Event):
    """A contact was deleted; `data` contains only its id."""

    __slots__ = ()
    event: _field[Literal["contact.deleted"]] = _field()
    """Event type."""
    data: _field[ContactDeletedEventData] = _field(lambda: ContactDeletedEventData)
    """The deleted contact."""


class ContactDeletedEventData(Model):
    """The deleted contact."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the contact."""


class ContactForm(Model):
    """A contact form of a web site."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the contact form."""
    name: _field[str] = _field()
    """Display name; mails that ask for a confirmation show it."""
    key: _field[str] = _field()
    """What names the form in its URL; public, but not to be guessed."""
    url: _field[str] = _field()
    """Address to which the form is sent."""
    allowed_origins: _field[list[str]] = _field()
    """Origins of the pages that have the form; a submission from a page of another one, or that tells none, is refused. Empty
    allows all.
    """
    redirect_url: _field[str | None] = _field()
    """URL of the page that browsers are sent to once the message is received, or null for a plain page."""
    inbox_id: _field[str | None] = _field()
    """Id of the inbox of its conversations, or null."""
    mailbox_id: _field[str | None] = _field()
    """Id of the mailbox through which replies leave, or null: then replies are recorded, not sent."""
    tags: _field[list[str]] = _field()
    """Names of the tags."""
    confirmation: _field[bool] = _field()
    """Whether a message waits until its sender confirms its address by a link that is mailed to it. Without it, anybody can
    write in the name of anybody. In live mode it needs a mailbox of the installation.
    """
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class ContactSummary(Model):
    """The contact of a record."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the contact."""
    name: _field[str | None] = _field()
    """Full name of the contact."""
    email: _field[str | None] = _field()
    """E-mail address of the contact."""
    phone: _field[str | None] = _field()
    """Phone number of the contact, as it was given."""


class ContactUpdatedEvent(Event):
    """A contact was updated; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["contact.updated"]] = _field()
    """Event type."""
    data: _field[Contact] = _field(lambda: Contact)
    """A person who communicates with the workspace."""
    previous: _field[PartialContact] = _field(lambda: PartialContact)
    """Previous values of the changed fields; other fields are absent."""


class Conversation(Model):
    """A conversation with a contact; its messages are listed separately."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the conversation."""
    number: _field[int | None] = _field()
    """Number by which people name the record, unique in its workspace and mode; later records have higher ones, and some are
    left out.
    """
    subject: _field[str | None] = _field()
    """Subject line, or null."""
    external_id: _field[str | None] = _field()
    """Id of the conversation in an external system, unique in the workspace and mode, or null."""
    priority: _field[enums.Priority | str] = _field()
    """Priority (`urgent`, `high`, `normal`, `low`)."""
    inbox_id: _field[str | None] = _field()
    """Id of the inbox, or null."""
    status: _field[enums.ConversationStatus | str] = _field()
    """Current status of the conversation (`open`, `pending`, `closed`)."""
    channel: _field[enums.Channel | str] = _field()
    """Channel through which the contact writes (`email`, `chat`, `form`, `api`)."""
    assignee: _field[Assignee | None] = _field(lambda: Assignee)
    """The user assigned to the conversation, or null."""
    snoozed_until: _field[str | None] = _field()
    """Time at which its snooze ends; null unless snoozed."""
    wake_on_reply: _field[bool | None] = _field()
    """Whether a message of the contact ends the snooze; one that a program wrote for it does not."""
    team: _field[TeamSummary | None] = _field(lambda: TeamSummary)
    """The team that the conversation belongs to, or null."""
    contact: _field[ContactSummary] = _field(lambda: ContactSummary)
    """The contact of the conversation."""
    mailbox_id: _field[str | None] = _field()
    """Id of the mailbox through which replies leave, or null."""
    connection_id: _field[str | None] = _field()
    """Id of the connection through which replies leave, or null."""
    participants: _field[list[MailAddress] | None] = _field(lambda: MailAddress)
    """Addresses beside that of the contact that a message was sent to by mail, in `to` or `cc`; of more than 100, the latest."""
    tags: _field[list[str]] = _field()
    """Names of the tags."""
    custom_fields: _field[CustomFields] = _field()
    """Custom key-value pairs; values are strings, numbers, booleans or arrays of them."""
    merged_from: _field[list[str] | None] = _field()
    """Ids of the conversations that were merged into it, at most 500; their ids lead to this conversation."""
    last_message_at: _field[str | None] = _field()
    """Time of the last message, notes included; null if there is none."""
    last_message_by: _field[enums.AuthorType | str | None] = _field()
    """Who wrote the last message: `user` or `contact`; null if there is none."""
    messages_count: _field[int] = _field()
    """Number of messages, notes included."""
    waiting_since: _field[str | None] = _field()
    """Time of the first message of the contact that no reply of a user followed; null unless the contact waits. Notes do not
    count as replies.
    """
    closed_at: _field[str | None] = _field()
    """Time at which it was closed; null unless closed."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class ConversationAssignedEvent(Event):
    """The assignee of a conversation changed; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["conversation.assigned"]] = _field()
    """Event type."""
    data: _field[Conversation] = _field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: _field[PartialConversation] = _field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class ConversationCreatedEvent(Event):
    """A conversation was created."""

    __slots__ = ()
    event: _field[Literal["conversation.created"]] = _field()
    """Event type."""
    data: _field[Conversation] = _field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""


class ConversationDeletedEvent(Event):
    """A conversation and its messages were deleted; `data` contains only its id."""

    __slots__ = ()
    event: _field[Literal["conversation.deleted"]] = _field()
    """Event type."""
    data: _field[ConversationDeletedEventData] = _field(lambda: ConversationDeletedEventData)
    """The deleted conversation."""


class ConversationDeletedEventData(Model):
    """The deleted conversation."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the conversation."""


class ConversationMergedEvent(Event):
    """A conversation was merged into another one, which has its messages and answers for it; `data` contains both ids."""

    __slots__ = ()
    event: _field[Literal["conversation.merged"]] = _field()
    """Event type."""
    data: _field[ConversationMergedEventData] = _field(lambda: ConversationMergedEventData)
    """The merged conversation."""


class ConversationMergedEventData(Model):
    """The merged conversation."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the conversation."""
    merged_into: _field[str] = _field()
    """Id of the conversation that it was merged into."""


class ConversationSnoozedEvent(Event):
    """A conversation was snoozed, or its snooze got another end; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["conversation.snoozed"]] = _field()
    """Event type."""
    data: _field[Conversation] = _field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: _field[PartialConversation] = _field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class ConversationSplitEvent(Event):
    """Messages of a conversation were moved into a new one; `data` contains their ids."""

    __slots__ = ()
    event: _field[Literal["conversation.split"]] = _field()
    """Event type."""
    data: _field[ConversationSplitEventData] = _field(lambda: ConversationSplitEventData)
    """The conversation that the messages were in."""


class ConversationSplitEventData(Model):
    """The conversation that the messages were in."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the conversation."""
    split_into: _field[str] = _field()
    """Id of the new conversation."""
    message_ids: _field[list[str]] = _field()
    """Ids of the messages that were moved."""


class ConversationStatusChangedEvent(Event):
    """The status of a conversation changed; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["conversation.status_changed"]] = _field()
    """Event type."""
    data: _field[Conversation] = _field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: _field[PartialConversation] = _field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class ConversationTeamChangedEvent(Event):
    """A conversation was given to another team, or to none; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["conversation.team_changed"]] = _field()
    """Event type."""
    data: _field[Conversation] = _field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: _field[PartialConversation] = _field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class ConversationUnmergedEvent(Event):
    """A conversation that had been merged into another one is a conversation of its own again, with its messages."""

    __slots__ = ()
    event: _field[Literal["conversation.unmerged"]] = _field()
    """Event type."""
    data: _field[Conversation] = _field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""


class ConversationUpdatedEvent(Event):
    """A conversation was updated; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["conversation.updated"]] = _field()
    """Event type."""
    data: _field[Conversation] = _field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: _field[PartialConversation] = _field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class ConversationWokenEvent(Event):
    """The snooze of a conversation has ended: its time came, the contact wrote, or somebody ended it; `previous` contains the
    old values.
    """

    __slots__ = ()
    event: _field[Literal["conversation.woken"]] = _field()
    """Event type."""
    data: _field[Conversation] = _field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: _field[PartialConversation] = _field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class Credential(Model):
    """The current credential."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the API key or personal access token, of the grant of an OAuth access token, or of the session of a signed-in
    user.
    """
    type: _field[enums.CredentialType | str] = _field()
    """Type of the credential (`api_key`, `personal_access_token`, `oauth_access_token`, `session`)."""
    name: _field[str] = _field()
    """Name of the credential; of an OAuth access token, the name of its app."""
    owner: _field[enums.CredentialOwner | str] = _field()
    """Owner of the credential: `user` if it acts as the user in this response, `workspace` for API keys, where the user in
    this response is the creator of the key, who may be inactive.
    """
    created_by: _field[str | None] = _field()
    """Id of the user who created the API key; null for other credentials."""
    scopes: _field[list[enums.Scope | str]] = _field()
    """Scopes that the credential has at present."""
    mode: _field[enums.Mode | str] = _field()
    """Mode of the data: `live` or `test`."""
    expires_at: _field[str | None] = _field()
    """Time of expiry, or null if it does not expire."""
    app_id: _field[str | None] = _field()
    """Id of the OAuth app that it was issued to, or null."""


CustomFields: TypeAlias = dict[str, str | float | bool | list[str | float | bool]]


class Delivery(Model):
    """The delivery of one event to one webhook."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the delivery."""
    webhook_id: _field[str] = _field()
    """Id of the webhook."""
    event_id: _field[str] = _field()
    """Id of the event, sent as the header `webhook-id`."""
    event: _field[str] = _field()
    """Event type."""
    status: _field[enums.DeliveryStatus | str] = _field()
    """Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress; `delivered`: the
    endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled.
    """
    next_attempt_at: _field[str | None] = _field()
    """Earliest time of the next attempt; null unless pending."""
    last_attempt: _field[LastDeliveryAttempt | None] = _field(lambda: LastDeliveryAttempt)
    """Result of the latest attempt, or null if there was none."""
    created_at: _field[str] = _field()
    """Time of creation."""


class DeliveryAttempt(Model):
    """One HTTP request to the endpoint."""

    __slots__ = ()
    started_at: _field[str] = _field()
    """Start time of the attempt."""
    duration_ms: _field[int] = _field()
    """Duration in milliseconds."""
    trigger: _field[enums.DeliveryTrigger | str] = _field()
    """Cause of the attempt: the retry schedule, a manual retry or a test event (`schedule`, `manual`, `test`)."""
    status_code: _field[int | None] = _field()
    """HTTP status of the response, or null if there was none."""
    error: _field[str | None] = _field()
    """Error of the attempt, or null if it succeeded."""
    response: _field[str] = _field()
    """First 4 KiB of the response body, if it is text."""
    request_headers: _field[dict[str, str]] = _field()
    """Request headers, without signatures."""


class DeliveryWithAttempts(Model):
    """A delivery with its payload and attempts."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the delivery."""
    webhook_id: _field[str] = _field()
    """Id of the webhook."""
    event_id: _field[str] = _field()
    """Id of the event, sent as the header `webhook-id`."""
    event: _field[str] = _field()
    """Event type."""
    status: _field[enums.DeliveryStatus | str] = _field()
    """Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress; `delivered`: the
    endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled.
    """
    next_attempt_at: _field[str | None] = _field()
    """Earliest time of the next attempt; null unless pending."""
    last_attempt: _field[LastDeliveryAttempt | None] = _field(lambda: LastDeliveryAttempt)
    """Result of the latest attempt, or null if there was none."""
    created_at: _field[str] = _field()
    """Time of creation."""
    attempts: _field[list[DeliveryAttempt]] = _field(lambda: DeliveryAttempt)
    """Latest 100 attempts, oldest first."""
    payload: _field[str] = _field()
    """Exact request body."""


class DnsRecord(Model):
    """A DNS record of a sending domain."""

    __slots__ = ()
    purpose: _field[enums.DnsRecordPurpose | str] = _field()
    """What it is for (`dkim`, `spf`, `dmarc`)."""
    type: _field[Literal["TXT"]] = _field()
    """Type of the record."""
    name: _field[str] = _field()
    """Name of the record."""
    value: _field[str] = _field()
    """Value of the record."""
    status: _field[enums.DnsRecordStatus | str] = _field()
    """What the last verification found (`unknown`, `found`, `missing`, `different`)."""


class Draft(Model):
    """What a user has begun to write in a conversation."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the conversation, in which a user has one draft."""
    user_id: _field[str] = _field()
    """Id of the user who writes it."""
    type: _field[enums.MessageType | str] = _field()
    """Type of the message that it becomes (`reply`, `note`, `comment`)."""
    body: _field[str] = _field()
    """Text so far."""
    email: _field[DraftEmail | None] = _field(lambda: DraftEmail)
    """Recipients, subject and HTML, as for a message; or null."""
    attachments: _field[list[str]] = _field()
    """Ids of the files that it is to have."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class DraftEmail(Model):
    """What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50 recipients at most, none
    of whom is a mailbox of the workspace.
    """

    __slots__ = ()
    to: _field[list[str] | None] = _field()
    """Addresses of the recipients; by default those of `reply_recipients`."""
    cc: _field[list[str] | None] = _field()
    """Addresses of the recipients of a copy; by default those of `reply_recipients`, and none if `to` is given."""
    bcc: _field[list[str] | None] = _field()
    """Addresses of the recipients of a copy whom no other recipient sees."""
    subject: _field[str | None] = _field()
    """Subject line; by default that of the conversation, as a reply."""
    html: _field[str | None] = _field()
    """Body in HTML, sent beside the text in a form that cannot harm: scripts, forms and unknown styles are removed. Without a
    `body` the text is made of it.
    """


class ErrorBody(Model):
    """Code, message and details of an error."""

    __slots__ = ()
    code: _field[enums.ErrorCode | str] = _field()
    """Machine-readable error code."""
    message: _field[str] = _field()
    """Human-readable message."""
    param: _field[str | None] = _field()
    """Path of the invalid parameter, such as `contact.email` or `ids[3]`."""
    type: _field[enums.ErrorType | str] = _field()
    """Error type, which determines the HTTP status (`invalid_request_error`, `authentication_error`, `authorization_error`,
    `not_found_error`, `rate_limit_error`, `api_error`).
    """
    details: _field[list[ErrorDetail] | None] = _field(lambda: ErrorDetail)
    """Validation errors, at most 100; the first one is repeated above."""
    request_id: _field[str] = _field()
    """Id of the request. Include it when you report a problem."""
    doc_url: _field[str] = _field()
    """URL of the documentation of this error code."""


class ErrorDetail(Model):
    """One validation error."""

    __slots__ = ()
    code: _field[enums.ErrorCode | str] = _field()
    """Machine-readable error code."""
    message: _field[str] = _field()
    """Human-readable message."""
    param: _field[str | None] = _field()
    """Path of the invalid parameter, such as `contact.email` or `ids[3]`."""
    in_: _field[enums.ErrorLocation | str] = _field()
    """Part of the request that has the parameter (`body`, `query`, `header`, `path`)."""


class EventActor(Model):
    """The user, API key or system that caused the event."""

    __slots__ = ()
    type: _field[enums.ActorType | str] = _field()
    """(`user`, `api_key`, `system`, `assignment`)."""
    id: _field[str | None] = _field()
    """Id of the user or API key, or null for the system."""
    credential: _field[ActorCredential | None] = _field(lambda: ActorCredential)
    """The credential of the request that caused the event, or null for the system."""


class FileCreatedEvent(Event):
    """A file was uploaded, alone or with a message."""

    __slots__ = ()
    event: _field[Literal["file.created"]] = _field()
    """Event type."""
    data: _field[UploadedFile] = _field(lambda: UploadedFile)
    """An uploaded file."""


class FileDeletedEvent(Event):
    """A file was deleted; `data` contains it as it was, without `url`."""

    __slots__ = ()
    event: _field[Literal["file.deleted"]] = _field()
    """Event type."""
    data: _field[UploadedFile] = _field(lambda: UploadedFile)
    """An uploaded file."""


class FilterCondition(Model):
    """A condition of a filter."""

    __slots__ = ()
    field: _field[str] = _field()
    """Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as `created_at`; or `custom.`
    and the key of a custom field.
    """
    op: _field[enums.FilterOperator | str] = _field()
    """How a field is compared with a value."""
    value: _field[Any] = _field()
    """What the field is compared with: a value as the filter of the list has it, a list of values with `in` and `not_in`, null
    for a record without one, `me` for the user of the credential, or a time, also relative to the present: `{"ago": "2h"}`,
    `{"from_now": "30m"}`.
    """


class Follower(Model):
    """A user who is notified of what happens to a record."""

    __slots__ = ()
    user_id: _field[str] = _field()
    """Id of the user."""
    followed_at: _field[str] = _field()
    """Time since which the user follows it."""


class Followers(Model):
    """Who follows a record."""

    __slots__ = ()
    followers: _field[list[Follower]] = _field(lambda: Follower)
    """The followers, at most 50, the first one first."""


class HistoryChange(Model):
    __slots__ = ()
    from_: _field[Any] = _field()
    """Value before the change."""
    to: _field[Any] = _field()
    """Value after the change."""


class HistoryEntry(Model):
    """A change of a record."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the event."""
    event: _field[str] = _field()
    """Event type."""
    timestamp: _field[str] = _field()
    """Time of the event."""
    actor: _field[EventActor] = _field(lambda: EventActor)
    """The user, API key or system that caused the event."""
    changes: _map_field[dict[str, HistoryChange]] = _map_field(lambda: HistoryChange)
    """The fields that changed, by name; empty for the creation."""


class Inbox(Model):
    """A group of tickets, such as those of one team or topic."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the inbox."""
    name: _field[str] = _field()
    """Display name."""
    team_id: _field[str | None] = _field()
    """Id of the team to which tickets and conversations that begin in the inbox belong, unless they name another; or null."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class Included(Model):
    """The records that `include` asked for, each once, in no order."""

    __slots__ = ()
    contacts: _field[list[Contact] | None] = _field(lambda: Contact)
    """With `include=contact`."""
    conversations: _field[list[Conversation] | None] = _field(lambda: Conversation)
    """With `include=conversation`."""
    messages: _field[list[Message] | None] = _field(lambda: Message)
    """With `include=last_message`."""
    users: _field[list[User] | None] = _field(lambda: User)
    """With `include=assignee`."""


class IncomingMail(Model):
    """A mail that arrived at a mailbox."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the incoming mail."""
    mailbox_id: _field[str] = _field()
    """Id of the mailbox that it came to, which may have been deleted."""
    status: _field[enums.IncomingMailStatus | str] = _field()
    """What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past; `delivered`: it is a
    message; `quarantined`: held back, until it is released or discarded, for 90 days at most; `ignored`: it is no message,
    such as a copy of one or a report about a mail that was sent; `failed`: it could not be read or recorded, and can be
    retried, or it was too large to be stored; `discarded`: by a user, or after 90 days.
    """
    reason: _field[IncomingMailReason | None] = _field(lambda: IncomingMailReason)
    """Why it is quarantined, ignored or failed; or null."""
    type: _field[enums.IncomingMailType | str | None] = _field()
    """Kind of mail; null until it was read."""
    from_: _field[MailAddress | None] = _field(lambda: MailAddress)
    """The sender that its header names; null until it was read, and without one."""
    to: _field[list[str]] = _field()
    """The addresses that it was delivered to."""
    subject: _field[str | None] = _field()
    """Subject line, or null."""
    size: _field[int] = _field()
    """Size of its source in bytes, as far as it is known."""
    authentication: _field[MailAuthentication | None] = _field(lambda: MailAuthentication)
    """What is known of its sender; null until it was read."""
    conversation_id: _field[str | None] = _field()
    """Id of the conversation that it became a message of, or null."""
    message_id: _field[str | None] = _field()
    """Id of the message that it became, or null."""
    acknowledgement: _field[IncomingMailAcknowledgement | None] = _field(lambda: IncomingMailAcknowledgement)
    """The acknowledgement of the mail; null if it began no conversation, or the mailbox sends none."""
    source_url: _field[str | None] = _field()
    """Signed, expiring URL of the mail as it arrived, issued anew at every read; null once it is deleted, and for a mail that
    was not stored.
    """
    received_at: _field[str] = _field()
    """Time at which it was stored, or at which its server got it if it was imported."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class IncomingMailAcknowledgement(Model):
    __slots__ = ()
    status: _field[enums.IncomingMailAcknowledgementStatus | str] = _field()
    """`withheld`: none is sent, for the `reason`; else what became of it."""
    reason: _field[str | None] = _field()
    """Machine-readable cause of withholding it, or null."""


class IncomingMailQuarantinedEvent(Event):
    """A mail was held back: `reason` says why. Release or discard it."""

    __slots__ = ()
    event: _field[Literal["incoming_mail.quarantined"]] = _field()
    """Event type."""
    data: _field[IncomingMail] = _field(lambda: IncomingMail)
    """A mail that arrived at a mailbox."""


class IncomingMailReason(Model):
    __slots__ = ()
    code: _field[str] = _field()
    """Machine-readable cause."""
    message: _field[str] = _field()
    """Cause in words."""


class Invitation(Model):
    """The invitation."""

    __slots__ = ()
    url: _field[str] = _field()
    """The link, returned only in this response."""
    expires_at: _field[str] = _field()
    """Time at which the link ends."""
    mailed: _field[bool | None] = _field()
    """Whether the installation mails the link. An address gets three invitations in an hour and ten in a day, and a workspace
    sends a hundred in an hour: those beyond are not mailed.
    """


class InvitedUser(Model):
    """A user that was just invited."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the user."""
    email: _field[str] = _field()
    """E-mail address."""
    name: _field[str] = _field()
    """Full name."""
    role: _field[enums.UserRole | str] = _field()
    """Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)."""
    status: _field[Literal["invited"]] = _field()
    """Account status."""
    avatar_url: _field[str | None] = _field()
    """URL of the profile picture, or null."""
    availability: _field[Availability | None] = _field(lambda: Availability)
    """Whether a user takes records, and how many."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""
    invitation: _field[Invitation] = _field(lambda: Invitation)
    """The invitation."""


class Job(Model):
    """An update of many records in the background."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the job."""
    resource: _field[enums.JobResource | str] = _field()
    """What a job changes: `ticket`, `conversation` or `contact`."""
    filter: _field[RecordFilter | None] = _field(lambda: RecordFilter)
    """The filter, or null for a job of ids."""
    update: _field[dict[str, Any]] = _field()
    """Fields to change in every record, as in the bulk update of the resource; 64 KiB as JSON at most."""
    status: _field[enums.JobStatus | str] = _field()
    """Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is through, also if it could
    not change some of them; `failed`: stopped for the reason in `failure`; `canceled`: stopped by a request.
    """
    total: _field[int | None] = _field()
    """Number of records; null until all are found."""
    succeeded: _field[int] = _field()
    """Number of records that match the update now, unchanged ones included."""
    unchanged: _field[int] = _field()
    """Number of records that matched it before."""
    failed: _field[int] = _field()
    """Number of records that could not be updated."""
    failure: _field[JobFailure | None] = _field(lambda: JobFailure)
    """Why it has stopped; null unless `failed`."""
    owner_id: _field[str] = _field()
    """Id of the user who made it."""
    started_at: _field[str | None] = _field()
    """Time at which it began, or null."""
    finished_at: _field[str | None] = _field()
    """Time at which it ended, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class JobFailure(Model):
    """The reason why a job has stopped."""

    __slots__ = ()
    code: _field[enums.JobFailureCode | str] = _field()
    """`too_many_records`: the filter matches more than 50000, and nothing was changed; `owner_inactive`: the user who made the
    job is deactivated; `insufficient_scope`: the role of this user does not allow it any more; `unavailable`: a service did
    not answer for long.
    """
    message: _field[str] = _field()
    """Human-readable message."""


class JobResult(Model):
    """Result of a job for one record."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the result."""
    record_id: _field[str] = _field()
    """Id of the record."""
    status: _field[enums.JobResultStatus | str] = _field()
    """Result for a record; `pending`: not processed, or not yet (`pending`, `updated`, `unchanged`, `failed`)."""
    error: _field[BulkError | None] = _field(lambda: BulkError)
    """Why the record could not be updated, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""


class LastDeliveryAttempt(Model):
    __slots__ = ()
    started_at: _field[str] = _field()
    """Start time of the attempt."""
    status_code: _field[int | None] = _field()
    """HTTP status of the response, or null if there was none."""
    error: _field[str | None] = _field()
    """Error of the attempt, or null if it succeeded."""


class LoggedEvent(Model):
    """An event of the last 30 days."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries."""
    event: _field[str] = _field()
    """Event type."""
    api_version: _field[Literal["v1"]] = _field()
    """Version of the API whose form `data` has."""
    timestamp: _field[str] = _field()
    """Time of the event."""
    workspace_id: _field[str] = _field()
    """Id of the workspace."""
    mode: _field[enums.Mode | str] = _field()
    """Mode of the data: `live` or `test`."""
    actor: _field[EventActor] = _field(lambda: EventActor)
    """The user, API key or system that caused the event."""
    metric: _field[enums.SlaMetricName | str | None] = _field()
    """What is measured. `first_response`: the time until a user first replies. More metrics may follow."""
    policy_id: _field[str | None] = _field()
    """Id of the SLA policy; null for the targets of the workspace."""
    data: _field[dict[str, Any]] = _field()
    """The record as it was after the change, in the form in which webhooks of this event type receive it."""
    previous: _field[dict[str, Any] | None] = _field()
    """Previous values of the changed fields, for events that report a change."""


class Macro(Model):
    """A prepared message with changes of a record, for users to apply."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the macro."""
    name: _field[str] = _field()
    """Display name."""
    body: _field[str | None] = _field()
    """Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a variable, with the text that
    stands in for an empty value; without one an empty value leaves nothing. Rendered, it is plain text.
    """
    message_type: _field[enums.MacroMessageType | str] = _field()
    """What the text of a macro becomes: a `reply` to the contact, or an internal `note`."""
    actions: _field[MacroActions] = _field(lambda: MacroActions)
    """What a macro changes in a record; what is left out stays."""
    visibility: _field[enums.ViewVisibility | str] = _field()
    """Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace (`private`,
    `team`, `workspace`).
    """
    team_id: _field[str | None] = _field()
    """Id of the team that sees it, with `visibility: team`; otherwise null."""
    owner_id: _field[str] = _field()
    """Id of the user who created it."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class MacroActions(Model):
    """What a macro changes in a record; what is left out stays."""

    __slots__ = ()
    status: _field[enums.TicketStatus | str | None] = _field()
    """The new status; conversations have no `resolved` (`open`, `pending`, `resolved`, `closed`)."""
    priority: _field[enums.Priority | str | None] = _field()
    """Priority (`urgent`, `high`, `normal`, `low`)."""
    assignee_id: _field[str | None] = _field()
    """Id of the user to assign, `me` for the user who applies the macro (of an API key: its creator), or null to unassign."""
    team_id: _field[str | None] = _field()
    """Id of a team of the workspace, or null."""
    add_tags: _field[list[str] | None] = _field()
    """Names of tags to add."""
    remove_tags: _field[list[str] | None] = _field()
    """Names of tags to remove."""
    snooze_for: _field[str | None] = _field()
    """Snoozes the record for a time from then on, in minutes, hours or days: `30m`, `4h`, `2d`."""


class MacroApplication(Model):
    """What a macro does to a record."""

    __slots__ = ()
    macro_id: _field[str] = _field()
    """Id of the macro."""
    conversation_id: _field[str | None] = _field()
    """Id of the conversation, or null for a ticket."""
    ticket_id: _field[str | None] = _field()
    """Id of the ticket, or null for a conversation."""
    is_preview: _field[bool] = _field()
    """Whether nothing was changed."""
    message: _field[MacroMessage | None] = _field(lambda: MacroMessage)
    """The message, or null for a macro without a text."""
    changes: _field[list[MacroChange]] = _field(lambda: MacroChange)
    """The fields that change; empty if the record has all values already."""


class MacroChange(Model):
    """A field of a record that a macro changes."""

    __slots__ = ()
    field: _field[enums.MacroChangeField | str] = _field()
    """Name of the field (`status`, `priority`, `assignee_id`, `team_id`, `tags`, `snoozed_until`)."""
    from_: _field[Any] = _field()
    """Value before."""
    to: _field[Any] = _field()
    """Value after."""


class MacroMessage(Model):
    """The message of a macro."""

    __slots__ = ()
    id: _field[str | None] = _field()
    """Id of the message; null in a preview."""
    type: _field[enums.MacroMessageType | str] = _field()
    """What the text of a macro becomes: a `reply` to the contact, or an internal `note`."""
    body: _field[str] = _field()
    """Rendered text."""


class MailAddress(Model):
    """A sender or recipient of a mail."""

    __slots__ = ()
    address: _field[str] = _field()
    """E-mail address."""
    name: _field[str | None] = _field()
    """Name beside the address, or null."""


class MailAuthentication(Model):
    """What proves the sender of a mail."""

    __slots__ = ()
    verified: _field[bool] = _field()
    """Whether the domain of the sender is proven, by a signature (DKIM) or by the server that sent the mail (SPF); of a
    contact form, whether the sender has confirmed its address.
    """
    dmarc: _field[enums.MailAuthenticationDmarc | str] = _field()
    """Outcome of DMARC (`pass`, `fail`, `none`, `error`)."""
    dkim: _field[enums.MailAuthenticationDmarc | str] = _field()
    """Outcome of the signatures in the name of the domain of the sender (`pass`, `fail`, `none`, `error`)."""
    spf: _field[enums.MailAuthenticationDmarc | str] = _field()
    """Outcome for the server that sent the mail (`pass`, `fail`, `none`, `error`)."""


class MailContent(Model):
    """What a mail contains beside the text of its message."""

    __slots__ = ()
    headers: _field[list[MailContentHeader]] = _field(lambda: MailContentHeader)
    """The fields of its head in their order, of at most 256 KiB; empty if it has no source."""
    html_url: _field[str | None] = _field()
    """Signed, expiring URL of the HTML of an incoming mail as a document for a sandboxed frame: without scripts and forms,
    with links that open pages of their own, and without content of other servers. Null without HTML, and for HTML that is
    too large.
    """
    html_url_with_remote_content: _field[str | None] = _field()
    """The same with images of other servers, whose request tells the sender that the mail is read; null if it has none."""
    source_url: _field[str | None] = _field()
    """Signed, expiring URL of the mail as it arrived or was composed; null before it is composed, and once it is deleted."""


class MailContentHeader(Model):
    __slots__ = ()
    name: _field[str] = _field()
    """Name of the field, in lower case."""
    value: _field[str] = _field()
    """Its value in one line, as it came."""


class Mailbox(Model):
    """A mailbox through which replies leave."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the mailbox."""
    name: _field[str] = _field()
    """Display name."""
    inbox_id: _field[str | None] = _field()
    """Id of the inbox whose conversations have this mailbox by default, or null."""
    address: _field[str] = _field()
    """Address of the mailbox, from which replies are sent."""
    from_name: _field[str | None] = _field()
    """Name beside the address of the sender, or null for that of the user."""
    signature: _field[str | None] = _field()
    """Text below each reply, or null."""
    send_delay: _field[int] = _field()
    """Seconds for which a reply waits, and within which its redaction cancels it."""
    on_unknown: _field[enums.UnknownOutcome | str] = _field()
    """What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`; `retry`: it is
    sent once more after 15 minutes, with the same Message-ID, and may arrive twice.
    """
    subaddressing: _field[bool] = _field()
    """Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and Microsoft 365 do.
    Answers then go to an address with a token, by which they find their conversation; a server that does not would refuse
    them.
    """
    aliases: _field[list[str]] = _field()
    """Further addresses of the mailbox."""
    limits: _field[MailboxLimits] = _field(lambda: MailboxLimits)
    """How fast mails leave."""
    acknowledgement: _field[MailboxAcknowledgement] = _field(lambda: MailboxAcknowledgement)
    """The automatic answer to the first mail of a conversation."""
    transport: _field[Transport] = _field(lambda: Transport)
    """How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets."""
    authserv_id: _field[str | None] = _field()
    """The id of whose `Authentication-Results` prove senders, or null."""
    receiving: _field[Receiving | None] = _field(lambda: Receiving)
    """How a provider hands over mails that arrive, or null."""
    import_: _field[MailboxImport | None] = _field(lambda: MailboxImport)
    """The import of older mails from its IMAP server, or null."""
    status: _field[enums.MailboxStatus | str] = _field()
    """`connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it is tried again;
    `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days; those of a mailbox that is only
    refused where its mails are fetched leave, as `affects` of the reason tells.
    """
    status_reason: _field[MailboxStatusReason | None] = _field(lambda: MailboxStatusReason)
    """Why it is disconnected, or null."""
    last_sent_at: _field[str | None] = _field()
    """Time at which a mail was last sent, or null."""
    last_received_at: _field[str | None] = _field()
    """Time at which a mail that arrived was last read, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class MailboxAcknowledgement(Model):
    """The automatic answer to the first mail of a conversation."""

    __slots__ = ()
    enabled: _field[bool] = _field()
    """Whether acknowledgements are sent."""
    text: _field[str | None] = _field()
    """Text of the acknowledgement, or null for the default."""


class MailboxConnectedEvent(Event):
    """A mailbox was created or works again."""

    __slots__ = ()
    event: _field[Literal["mailbox.connected"]] = _field()
    """Event type."""
    data: _field[Mailbox] = _field(lambda: Mailbox)
    """A mailbox through which replies leave."""


class MailboxDisconnectedEvent(Event):
    """A mailbox cannot send, and its mails wait; or the mails that arrive cannot be fetched. `status_reason` says which, and
    why.
    """

    __slots__ = ()
    event: _field[Literal["mailbox.disconnected"]] = _field()
    """Event type."""
    data: _field[Mailbox] = _field(lambda: Mailbox)
    """A mailbox through which replies leave."""


class MailboxImport(Model):
    """The import of the mails that a folder had before."""

    __slots__ = ()
    since: _field[str] = _field()
    """Time from which on mails are imported, by the date at which their server got them."""
    status: _field[enums.MailboxImportStatus | str] = _field()
    """How far an import is. `pending`: it has not begun, as the IMAP server was not reached yet; `running`: mails are being
    imported; `completed`: all of them are.
    """
    imported: _field[int] = _field()
    """Mails that have become messages."""
    completed_at: _field[str | None] = _field()
    """Time at which it was completed, or null."""


class MailboxLimits(Model):
    """How fast mails leave."""

    __slots__ = ()
    per_minute: _field[int] = _field()
    """Most attempts to send a mail in a minute."""
    per_day: _field[int | None] = _field()
    """Most attempts to send a mail in 24 hours, or null for no limit."""
    concurrency: _field[int] = _field()
    """Most connections at a time."""


class MailboxProbe(Model):
    """The mails that a test has sent from a mailbox to itself, and what is known of their way back."""

    __slots__ = ()
    status: _field[enums.MailboxProbeStatus | str] = _field()
    """`none`: the mailbox was not tested, or receives no mails; `pending`: mails are on their way; `failed`: at least one
    check has failed (`none`, `pending`, `passed`, `failed`).
    """
    started_at: _field[str | None] = _field()
    """Time at which the mails were sent, or null."""
    checks: _field[list[MailboxProbeCheck]] = _field(lambda: MailboxProbeCheck)
    """The checks, in their order."""


class MailboxProbeCheck(Model):
    __slots__ = ()
    name: _field[enums.MailboxProbeCheckName | str] = _field()
    """What was checked (`arrival`, `subaddressing`, `message_id`, `references`, `authentication`)."""
    status: _field[enums.MailboxProbeCheckStatus | str] = _field()
    """Its outcome (`pending`, `passed`, `failed`, `skipped`)."""
    detail: _field[str] = _field()
    """Outcome in words."""


class MailboxStatusReason(Model):
    """Why a mailbox is disconnected."""

    __slots__ = ()
    code: _field[str] = _field()
    """Machine-readable cause."""
    message: _field[str] = _field()
    """Cause in words."""
    affects: _field[enums.MailboxStatusReasonAffects | str] = _field()
    """`sending`: mails wait; `receiving`: mails leave, and those that arrive are not fetched."""


class MailboxTestResult(Model):
    """Result of testing a mailbox."""

    __slots__ = ()
    checks: _field[list[MailboxTestResultCheck]] = _field(lambda: MailboxTestResultCheck)
    """The checks, in their order; those after a failed one are skipped."""
    probe: _field[MailboxProbe] = _field(lambda: MailboxProbe)
    """The mails that a test has sent from a mailbox to itself, and what is known of their way back."""


class MailboxTestResultCheck(Model):
    __slots__ = ()
    name: _field[enums.MailboxTestResultCheckName | str] = _field()
    """What was checked (`dns`, `connection`, `tls`, `authentication`, `sending`, `receiving`, `signature`)."""
    status: _field[enums.MailboxTestResultCheckStatus | str] = _field()
    """Its outcome (`passed`, `failed`, `skipped`)."""
    detail: _field[str] = _field()
    """Outcome in words."""


class Me(Model):
    """The user and workspace of the current credential."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the user."""
    email: _field[str] = _field()
    """E-mail address."""
    name: _field[str] = _field()
    """Full name."""
    role: _field[enums.UserRole | str] = _field()
    """Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)."""
    status: _field[enums.UserStatus | str] = _field()
    """Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned
    (`active`, `invited`, `inactive`).
    """
    avatar_url: _field[str | None] = _field()
    """URL of the profile picture, or null."""
    availability: _field[Availability | None] = _field(lambda: Availability)
    """Whether a user takes records, and how many."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""
    credential: _field[Credential] = _field(lambda: Credential)
    """The current credential."""
    plan: _field[enums.Plan | str] = _field()
    """Plan of the workspace, which determines the rate limit (`starter`, `professional`, `business`, `unlimited`)."""
    workspace: _field[WorkspaceSummary] = _field(lambda: WorkspaceSummary)
    """The workspace of the credential."""


class MemberLoad(Model):
    """What a member of a team works at."""

    __slots__ = ()
    user: _field[Assignee] = _field(lambda: Assignee)
    """The member."""
    availability: _field[enums.AvailabilityStatus | str] = _field()
    """Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it is changed:
    a closed browser does not end it (`online`, `away`, `offline`).
    """
    open: _field[int] = _field()
    """Number of open records of the team that are assigned to the member."""
    open_in_all_teams: _field[int] = _field()
    """Number of open records that are assigned to the member."""


class Message(Model):
    """A message, internal note or comment in a conversation."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the message."""
    conversation_id: _field[str] = _field()
    """Id of the conversation."""
    body: _field[str] = _field()
    """Text of the message; empty if it was redacted."""
    quoted_body: _field[str | None] = _field()
    """Text of earlier messages that a mail repeats, which `body` is without; or null."""
    type: _field[enums.MessageType | str] = _field()
    """Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the contact too,
    but never sent. A reply of a user is sent, unless `send` is false, if its conversation has a `mailbox_id` or
    `connection_id`; others are recorded, not sent.
    """
    external_id: _field[str | None] = _field()
    """Id of the message in an external system, unique in the workspace and mode, or null."""
    author: _field[MessageAuthor] = _field(lambda: MessageAuthor)
    """Author of the message."""
    attachments: _field[list[Attachment]] = _field(lambda: Attachment)
    """Files attached to the message."""
    email: _field[MessageEmail | None] = _field(lambda: MessageEmail)
    """Its addresses and its subject, if it is a mail, or null."""
    mailbox_id: _field[str | None] = _field()
    """Id of the mailbox through which it leaves or came, or null."""
    connection_id: _field[str | None] = _field()
    """Id of the connection through which it leaves or came, or null."""
    delivery: _field[MessageDelivery | None] = _field(lambda: MessageDelivery)
    """The sending of the message; null if it is recorded, not sent."""
    sent_at: _field[str | None] = _field()
    """Time at which the contact sent it, as a connector or the mail has told; or null."""
    edited_at: _field[str | None] = _field()
    """Time at which its text was changed last, or null."""
    edited_by: _field[str | None] = _field()
    """Id of the user who changed its text last, or null."""
    redacted_at: _field[str | None] = _field()
    """Time at which its text and attachments were removed, or null."""
    redacted_by: _field[str | None] = _field()
    """Id of the user who removed them; null also if an operator has erased its contact."""
    mentions: _field[list[str] | None] = _field()
    """Ids of the users whom a note mentions."""
    created_at: _field[str] = _field()
    """Time of creation."""


class MessageAuthor(Model):
    """Author of the message."""

    __slots__ = ()
    type: _field[enums.AuthorType | str] = _field()
    """Type of the author (`contact`, `user`)."""
    id: _field[str] = _field()
    """Id of the user or contact."""
    name: _field[str | None] = _field()
    """Name of the author."""


class MessageCreatedEvent(Event):
    """A message was created; check `type` to tell internal notes apart."""

    __slots__ = ()
    event: _field[Literal["message.created"]] = _field()
    """Event type."""
    data: _field[Message] = _field(lambda: Message)
    """A message, internal note or comment in a conversation."""


class MessageDelivery(Model):
    """The sending of a message to its recipients."""

    __slots__ = ()
    status: _field[enums.MessageDeliveryStatus | str] = _field()
    """How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone report: a
    mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it over; `delivered`: the server of the
    recipient has taken it; `unknown`: it was handed over and no answer came; `bounced`: refused after it was sent;
    `failed`: not sent; `cancelled`: redacted before it was sent.
    """
    updated_at: _field[str] = _field()
    """Time of the last change of the status."""
    error: _field[MessageDeliveryError | None] = _field(lambda: MessageDeliveryError)
    """Why it waits, or was not sent or delivered; or null."""
    recipients: _field[list[MessageDeliveryRecipient]] = _field(lambda: MessageDeliveryRecipient)
    """The recipients, each with the status of its own."""


class MessageDeliveryError(Model):
    __slots__ = ()
    code: _field[str] = _field()
    """Machine-readable cause."""
    smtp_status: _field[str | None] = _field()
    """Enhanced status code of the receiving mail server, or null."""
    message: _field[str] = _field()
    """Cause in words."""


class MessageDeliveryRecipient(Model):
    __slots__ = ()
    address: _field[str] = _field()
    """Address of the recipient."""
    status: _field[enums.MessageDeliveryStatus | str] = _field()
    """How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone report: a
    mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it over; `delivered`: the server of the
    recipient has taken it; `unknown`: it was handed over and no answer came; `bounced`: refused after it was sent;
    `failed`: not sent; `cancelled`: redacted before it was sent.
    """
    error: _field[MessageDeliveryError | None] = _field(lambda: MessageDeliveryError)
    """Why it waits, or was not sent or delivered; or null."""


class MessageDeliveryUpdatedEvent(Event):
    """The sending of a message has made progress; `previous` contains the former `delivery`."""

    __slots__ = ()
    event: _field[Literal["message.delivery_updated"]] = _field()
    """Event type."""
    data: _field[Message] = _field(lambda: Message)
    """A message, internal note or comment in a conversation."""
    previous: _field[PartialMessage] = _field(lambda: PartialMessage)
    """Previous values of the changed fields; other fields are absent."""


class MessageEmail(Model):
    """A message as a mail."""

    __slots__ = ()
    direction: _field[enums.MessageEmailDirection | str] = _field()
    """Whether it came or leaves (`incoming`, `outgoing`)."""
    from_: _field[MailAddress | None] = _field(lambda: MailAddress)
    """The sender of an incoming mail; null for an outgoing one, which the mailbox sends."""
    reply_to: _field[list[MailAddress]] = _field(lambda: MailAddress)
    """Where the sender of an incoming mail asks for answers, if not at its own address."""
    to: _field[list[MailAddress]] = _field(lambda: MailAddress)
    """The recipients."""
    cc: _field[list[MailAddress]] = _field(lambda: MailAddress)
    """Recipients of a copy."""
    bcc: _field[list[MailAddress]] = _field(lambda: MailAddress)
    """Recipients of a copy whom no other recipient sees."""
    subject: _field[str | None] = _field()
    """Subject line, or null for none."""
    has_html: _field[bool] = _field()
    """Whether it has a body in HTML beside its text."""
    is_automatic: _field[bool] = _field()
    """Whether a program wrote it, such as an out-of-office notice: it reopens nothing, and nobody waits for an answer to it."""
    is_participant: _field[bool] = _field()
    """Whether the sender takes part in the conversation. A reply is not sent to one who does not, unless it names the address."""
    is_truncated: _field[bool] = _field()
    """Whether parts of an incoming mail were left out, which its source has."""
    authentication: _field[MailAuthentication | None] = _field(lambda: MailAuthentication)
    """What proves the sender of an incoming mail; null for an outgoing one, and for one that was imported."""


class MessageRedactedEvent(Event):
    """The text and the attachments of a message were removed; `data` contains the message without them."""

    __slots__ = ()
    event: _field[Literal["message.redacted"]] = _field()
    """Event type."""
    data: _field[Message] = _field(lambda: Message)
    """A message, internal note or comment in a conversation."""


class MessageUpdatedEvent(Event):
    """The text of an internal note was changed; `previous` contains the former one."""

    __slots__ = ()
    event: _field[Literal["message.updated"]] = _field()
    """Event type."""
    data: _field[Message] = _field(lambda: Message)
    """A message, internal note or comment in a conversation."""
    previous: _field[PartialMessage] = _field(lambda: PartialMessage)
    """Previous values of the changed fields; other fields are absent."""


class ModeUsage(Model):
    """Requests in live mode."""

    __slots__ = ()
    requests: _field[int] = _field()
    """Requests that counted against the limit."""
    rate_limited: _field[int] = _field()
    """Requests that were refused with 429 because the limit was used up."""


class NotificationChannels(Model):
    """Where notifications of a cause arrive."""

    __slots__ = ()
    in_app: _field[bool] = _field()
    """Whether they are in the list of notifications."""
    push: _field[bool] = _field()
    """Whether they are pushed to the devices of the user."""
    mail: _field[bool] = _field()
    """Whether the user gets a mail about those that stay unread for an hour."""


class NotificationCounts(Model):
    """How many notifications a user has not read."""

    __slots__ = ()
    unread: _field[int] = _field()
    """Number of unread notifications."""


class NotificationDevice(Model):
    """A browser that gets push messages."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the notification device."""
    name: _field[str | None] = _field()
    """Name that the user has given it, or null."""
    push_service: _field[str] = _field()
    """Host of the push service of the browser."""
    created_at: _field[str] = _field()
    """Time of creation."""


class NotificationPush(Model):
    """Whether and with which key notifications are pushed."""

    __slots__ = ()
    available: _field[bool] = _field()
    """Whether notifications are pushed."""
    public_key: _field[str | None] = _field()
    """Public key for `applicationServerKey` of `pushManager.subscribe`; null if nothing is pushed."""


class NotificationSettings(Model):
    """Where the notifications of a user arrive, by cause."""

    __slots__ = ()
    assigned: _field[NotificationChannels] = _field(lambda: NotificationChannels)
    """Notifications with the cause `assigned`."""
    mentioned: _field[NotificationChannels] = _field(lambda: NotificationChannels)
    """Notifications with the cause `mentioned`."""
    reply: _field[NotificationChannels] = _field(lambda: NotificationChannels)
    """Notifications with the cause `reply`."""
    sla_warning: _field[NotificationChannels] = _field(lambda: NotificationChannels)
    """Notifications with the cause `sla_warning`."""
    woken: _field[NotificationChannels] = _field(lambda: NotificationChannels)
    """Notifications with the cause `woken`."""


class PageMeta(Model):
    """Pagination of a list."""

    __slots__ = ()
    current_page: _field[int | None] = _field()
    """Page number; null with `cursor`."""
    per_page: _field[int] = _field()
    """Number of items per page."""
    total_pages: _field[int | None] = _field()
    """Number of pages; null with `cursor`, and if `total_count` is a lower bound."""
    total_count: _field[int] = _field()
    """Number of matching items."""
    total_count_relation: _field[enums.CountRelation | str] = _field()
    """Accuracy of `total_count`: `eq` if exact, `gte` if counting stopped at 10,000, or at 1,000 with `q`."""
    next_cursor: _field[str | None] = _field()
    """Cursor of the next page, or null on the last one."""
    resume_cursor: _field[str | None] = _field()
    """With `sort=updated_at` and `order=asc`, and for events with `order=asc`, on every page: the cursor to continue with
    later, which misses no change and repeats those of the last minute; otherwise null.
    """


class Presence(Model):
    """A user in a conversation."""

    __slots__ = ()
    conversation_id: _field[str] = _field()
    """Id of the conversation."""
    user_id: _field[str] = _field()
    """Id of the user."""
    state: _field[enums.PresenceState | str] = _field()
    """What the user does in the conversation: reads it, or writes a message (`viewing`, `composing`)."""
    expires_at: _field[str] = _field()
    """Time at which it ends, unless the user is reported again."""


class ReadNotifications(Model):
    """What marking all notifications as read has done."""

    __slots__ = ()
    marked: _field[int] = _field()
    """Number of notifications that were unread before."""


class ReceivedMeta(Model):
    """What the call has done."""

    __slots__ = ()
    created: _field[bool] = _field()
    """Whether the message was created; else it was there."""


class Receiving(Model):
    """How a provider hands over mails that arrive, without its secrets."""

    __slots__ = ()
    type: _field[enums.ReceivingType | str] = _field()
    """Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`: Mailgun;
    `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic.
    """
    url: _field[str] = _field()
    """Address that the provider calls, with a token that nobody can guess."""
    authentication: _field[enums.ReceivingAuthentication | str] = _field()
    """What proves that a request is of the provider. `password`: the password in the URL that it calls; `signature`: its
    signature.
    """
    topic_arn: _field[str | None] = _field()
    """ARN of the SNS topic, for `ses`, or null."""


class RecordFilter(Model):
    """Conditions on tickets or conversations; without any, all match."""

    __slots__ = ()
    all: _field[list[FilterCondition] | None] = _field(lambda: FilterCondition)
    """Conditions that must all be true; at most 25 together."""
    any: _field[list[FilterCondition] | None] = _field(lambda: FilterCondition)
    """Conditions of which one must be true, unless there are none; at most 25 together."""


class Recovery(Model):
    """Result of a replay."""

    __slots__ = ()
    recovered: _field[int] = _field()
    """Number of replayed deliveries."""
    has_more: _field[bool] = _field()
    """Whether failed deliveries remain in the range."""


class ReplyRecipients(Model):
    """Whom a reply goes to."""

    __slots__ = ()
    mailbox_id: _field[str | None] = _field()
    """Id of the mailbox through which replies leave, or null."""
    to: _field[list[MailAddress]] = _field(lambda: MailAddress)
    """The recipients; empty if nobody has an address."""
    cc: _field[list[MailAddress]] = _field(lambda: MailAddress)
    """Recipients of a copy."""
    subject: _field[str | None] = _field()
    """Subject line, or null."""


class ReportMeta(Model):
    """What a report covers."""

    __slots__ = ()
    metric: _field[enums.ReportMetric | str] = _field()
    """What is measured: records created (`volume`), records that are neither resolved nor closed at the end of each interval
    (`backlog`), the time to the first reply of a user (`first_response`) and to resolution or closing (`resolution`),
    reopenings (`reopened`), and the share of first-response targets that were met (`sla_met`, of tickets alone).
    """
    resource: _field[enums.ViewResource | str] = _field()
    """What is counted: tickets or conversations (`ticket`, `conversation`)."""
    by: _field[enums.ReportGroup | str | None] = _field()
    """What the records are grouped by (`team`, `assignee`, `channel`, `inbox`, `tag`)."""
    interval: _field[enums.ReportInterval | str] = _field()
    """Length of the intervals: hours, days or weeks (from Monday) of the time zone (`hour`, `day`, `week`)."""
    time_zone: _field[str] = _field()
    """Time zone of the intervals (IANA)."""
    occurred_after: _field[str] = _field()
    """Start of the report (inclusive)."""
    occurred_before: _field[str] = _field()
    """End of the report (exclusive)."""


class ReportPoint(Model):
    """What a report has of an interval, and of a group in it."""

    __slots__ = ()
    start_at: _field[str] = _field()
    """Start of the interval (inclusive)."""
    end_at: _field[str] = _field()
    """End of the interval (exclusive)."""
    group: _field[str | None] = _field()
    """Id of the team, assignee or inbox, name of the channel or tag; null for records without one, and without `by`."""
    count: _field[int] = _field()
    """Number of records, responses, resolutions, reopenings or measured targets."""
    median_seconds: _field[int | None] = _field()
    """Median of the times, in seconds; null for metrics without times."""
    p90_seconds: _field[int | None] = _field()
    """90th percentile of the times, in seconds."""
    met: _field[int | None] = _field()
    """Targets that were met; null for other metrics than `sla_met`."""
    breached: _field[int | None] = _field()
    """Targets that were breached."""
    met_share: _field[float | None] = _field()
    """Share of the targets that were met, from 0 to 1."""


class SearchMeta(Model):
    """Number of matches and completeness of the search."""

    __slots__ = ()
    total_results: _field[int] = _field()
    """Number of matches of all types, counting at most 10,000 of each."""
    total_results_relation: _field[enums.CountRelation | str] = _field()
    """Accuracy of `total_results`: `eq` if exact, `gte` if a count reached its limit or a type was not searched."""
    partial: _field[list[enums.SearchGroup | str]] = _field()
    """Groups that are empty because they could not be searched in time."""


class SearchResults(Model):
    """Search results by type."""

    __slots__ = ()
    conversations: _field[list[Conversation]] = _field(lambda: Conversation)
    """Matching conversations, most relevant first."""
    contacts: _field[list[Contact]] = _field(lambda: Contact)
    """Matching contacts, most relevant first."""
    tickets: _field[list[Ticket]] = _field(lambda: Ticket)
    """Matching tickets, most relevant first."""


class SenderRule(Model):
    """What becomes of the mails of a sender."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the sender rule."""
    sender: _field[str] = _field()
    """The address, or the domain with its subdomains."""
    action: _field[enums.SenderAction | str] = _field()
    """`block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as `spam` or `flood`,
    unless the domain asks to refuse mails that nothing proves, and nothing proves them.
    """
    origin: _field[enums.SenderRuleOrigin | str] = _field()
    """`manual`: an admin has made it; `released`: a mail of the sender was released from quarantine, where it was as `spam` or
    `flood`.
    """
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class SendingDomain(Model):
    """A domain in whose name the relay of the operator sends, and the DNS records that it needs."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the sending domain."""
    domain: _field[str] = _field()
    """Name of the domain."""
    status: _field[enums.SendingDomainStatus | str] = _field()
    """`pending`: not verified yet; `verified`: the DKIM record was found, and mails from the domain are signed with its key;
    `failed`: the record has gone or is another one.
    """
    records: _field[list[DnsRecord]] = _field(lambda: DnsRecord)
    """The records to publish."""
    verified_at: _field[str | None] = _field()
    """Time of the last verification that found the DKIM record, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class SlaMetric(Model):
    """A measured time with its deadline."""

    __slots__ = ()
    metric: _field[enums.SlaMetricName | str] = _field()
    """What is measured. `first_response`: the time until a user first replies. More metrics may follow."""
    status: _field[enums.SlaStatus | str] = _field()
    """SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it (`on_track`,
    `warning`, `breached`).
    """
    due_at: _field[str] = _field()
    """Deadline."""
    started_at: _field[str] = _field()
    """Time at which the timer last started: creation, or reopening."""
    stopped_at: _field[str | None] = _field()
    """Time at which the timer stopped; null while it runs."""


class SlaTargets(Model):
    """First-response targets in force, by priority."""

    __slots__ = ()
    urgent: _field[str] = _field()
    """Duration."""
    high: _field[str] = _field()
    """Duration."""
    normal: _field[str] = _field()
    """Duration."""
    low: _field[str] = _field()
    """Duration."""


class Suppression(Model):
    """An address to which no mail is sent."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the suppression."""
    address: _field[str] = _field()
    """The address."""
    reason: _field[enums.SuppressionReason | str] = _field()
    """`bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as spam, which nothing
    records yet; `manual`: an admin has listed it.
    """
    expires_at: _field[str | None] = _field()
    """When it ends by itself, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class Tag(Model):
    """A label on conversations and tickets."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the tag."""
    name: _field[str] = _field()
    """Name, in the spelling of its creation or first use."""
    color: _field[str] = _field()
    """Color as `#rrggbb`."""
    count: _field[int] = _field()
    """Number of conversations and tickets with this tag."""
    created_at: _field[str] = _field()
    """Time of creation."""


class TagCreatedEvent(Event):
    """A tag was created."""

    __slots__ = ()
    event: _field[Literal["tag.created"]] = _field()
    """Event type."""
    data: _field[Tag] = _field(lambda: Tag)
    """A label on conversations and tickets."""


class TagDeletedEvent(Event):
    """A tag was deleted; `data` contains its last state. It is removed from conversations and tickets without events of their
    own.
    """

    __slots__ = ()
    event: _field[Literal["tag.deleted"]] = _field()
    """Event type."""
    data: _field[Tag] = _field(lambda: Tag)
    """A label on conversations and tickets."""


class TagUpdatedEvent(Event):
    """A tag was renamed or recolored; `previous` contains the old values. Conversations and tickets with the tag follow
    without events of their own.
    """

    __slots__ = ()
    event: _field[Literal["tag.updated"]] = _field()
    """Event type."""
    data: _field[Tag] = _field(lambda: Tag)
    """A label on conversations and tickets."""
    previous: _field[PartialTag] = _field(lambda: PartialTag)
    """Previous values of the changed fields; other fields are absent."""


class Team(Model):
    """A group of users."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the team."""
    name: _field[str] = _field()
    """Display name."""
    description: _field[str | None] = _field()
    """Purpose of the team, or null."""
    members_count: _field[int] = _field()
    """Number of members."""
    assignment: _field[Assignment | None] = _field(lambda: Assignment)
    """How the open records of a team are assigned."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class TeamLoad(Model):
    """What a team works at, in the mode of the credential."""

    __slots__ = ()
    team_id: _field[str] = _field()
    """Id of the team."""
    assignment: _field[Assignment] = _field(lambda: Assignment)
    """How the open records of a team are assigned."""
    waiting: _field[int] = _field()
    """Number of open records of the team that nobody is assigned to."""
    oldest_waiting_since: _field[str | None] = _field()
    """Time of creation of the oldest of them, or null."""
    members: _field[list[MemberLoad]] = _field(lambda: MemberLoad)
    """The members of the team."""


class TeamMember(Model):
    """A user and their membership in a team."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the user."""
    email: _field[str] = _field()
    """E-mail address."""
    name: _field[str] = _field()
    """Full name."""
    role: _field[enums.UserRole | str] = _field()
    """Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)."""
    status: _field[enums.UserStatus | str] = _field()
    """Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned
    (`active`, `invited`, `inactive`).
    """
    avatar_url: _field[str | None] = _field()
    """URL of the profile picture, or null."""
    availability: _field[Availability | None] = _field(lambda: Availability)
    """Whether a user takes records, and how many."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""
    joined_at: _field[str] = _field()
    """Time at which the user joined the team."""


class TeamSummary(Model):
    """The team that a record belongs to."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the team."""
    name: _field[str] = _field()
    """Display name of the team."""


class Ticket(Model):
    """A support request with a status, a priority and an SLA."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the ticket."""
    number: _field[int | None] = _field()
    """Number by which people name the record, unique in its workspace and mode; later records have higher ones, and some are
    left out.
    """
    subject: _field[str] = _field()
    """Subject line."""
    description: _field[str | None] = _field()
    """Full text of the request."""
    external_id: _field[str | None] = _field()
    """Id of the ticket in an external system, unique in the workspace and mode, or null."""
    priority: _field[enums.Priority | str] = _field()
    """Priority (`urgent`, `high`, `normal`, `low`)."""
    inbox_id: _field[str | None] = _field()
    """Id of the inbox, or null."""
    status: _field[enums.TicketStatus | str] = _field()
    """Current status of the ticket (`open`, `pending`, `resolved`, `closed`)."""
    sla: _field[TicketSla | None] = _field(lambda: TicketSla)
    """First-response SLA: status and deadline; null without a target."""
    first_responded_at: _field[str | None] = _field()
    """Time of the first response by a user, or null."""
    resolved_at: _field[str | None] = _field()
    """Time at which it was last resolved; null unless resolved, or closed after that."""
    closed_at: _field[str | None] = _field()
    """Time at which it was closed; null unless closed."""
    reopened_count: _field[int] = _field()
    """Number of times that it was reopened after it was resolved or closed."""
    assignee: _field[Assignee | None] = _field(lambda: Assignee)
    """The user assigned to the ticket, or null."""
    snoozed_until: _field[str | None] = _field()
    """Time at which its snooze ends; null unless snoozed."""
    wake_on_reply: _field[bool | None] = _field()
    """Whether a message of the contact ends the snooze; one that a program wrote for it does not."""
    team: _field[TeamSummary | None] = _field(lambda: TeamSummary)
    """The team that the ticket belongs to, or null."""
    contact: _field[ContactSummary | None] = _field(lambda: ContactSummary)
    """The contact who requested the ticket, or null."""
    tags: _field[list[str]] = _field()
    """Names of the tags."""
    conversation_id: _field[str | None] = _field()
    """Id of the linked conversation, or null."""
    custom_fields: _field[CustomFields] = _field()
    """Custom key-value pairs; values are strings, numbers, booleans or arrays of them."""
    merged_from: _field[list[str] | None] = _field()
    """Ids of the tickets that were merged into it, at most 500; their ids lead to this ticket."""
    links: _field[list[TicketLink] | None] = _field(lambda: TicketLink)
    """Links to other tickets, at most 100, in the order in which they were made."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class TicketAssignedEvent(Event):
    """The assignee of a ticket changed; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["ticket.assigned"]] = _field()
    """Event type."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: _field[PartialTicket] = _field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class TicketCreatedEvent(Event):
    """A ticket was created."""

    __slots__ = ()
    event: _field[Literal["ticket.created"]] = _field()
    """Event type."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""


class TicketDeletedEvent(Event):
    """A ticket was deleted; `data` contains only its id."""

    __slots__ = ()
    event: _field[Literal["ticket.deleted"]] = _field()
    """Event type."""
    data: _field[TicketDeletedEventData] = _field(lambda: TicketDeletedEventData)
    """The deleted ticket."""


class TicketDeletedEventData(Model):
    """The deleted ticket."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the ticket."""


class TicketLink(Model):
    """Another ticket, and what it is to this one."""

    __slots__ = ()
    type: _field[enums.TicketLinkType | str] = _field()
    """What the other ticket is to this one (`related`, `duplicate_of`, `duplicate`, `parent`, `child`)."""
    ticket_id: _field[str] = _field()
    """Id of the other ticket."""


class TicketMergedEvent(Event):
    """A ticket was merged into another one, which answers for it; `data` contains both ids."""

    __slots__ = ()
    event: _field[Literal["ticket.merged"]] = _field()
    """Event type."""
    data: _field[TicketMergedEventData] = _field(lambda: TicketMergedEventData)
    """The merged ticket."""


class TicketMergedEventData(Model):
    """The merged ticket."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the ticket."""
    merged_into: _field[str] = _field()
    """Id of the ticket that it was merged into."""


class TicketSla(Model):
    __slots__ = ()
    status: _field[enums.SlaStatus | str] = _field()
    """SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it (`on_track`,
    `warning`, `breached`).
    """
    first_response_due: _field[str | None] = _field()
    """Deadline for the first response, or null."""
    metrics: _field[list[SlaMetric]] = _field(lambda: SlaMetric)
    """Each measured time."""


class TicketSlaBreachedEvent(Event):
    """The deadline for the first response has passed."""

    __slots__ = ()
    event: _field[Literal["ticket.sla_breached"]] = _field()
    """Event type."""
    metric: _field[enums.SlaMetricName | str] = _field()
    """What is measured. `first_response`: the time until a user first replies. More metrics may follow."""
    policy_id: _field[str | None] = _field()
    """Id of the SLA policy; null for the targets of the workspace."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""


class TicketSlaWarningEvent(Event):
    """75% of the target time for the first response has passed."""

    __slots__ = ()
    event: _field[Literal["ticket.sla_warning"]] = _field()
    """Event type."""
    metric: _field[enums.SlaMetricName | str] = _field()
    """What is measured. `first_response`: the time until a user first replies. More metrics may follow."""
    policy_id: _field[str | None] = _field()
    """Id of the SLA policy; null for the targets of the workspace."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""


class TicketSnoozedEvent(Event):
    """A ticket was snoozed, or its snooze got another end; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["ticket.snoozed"]] = _field()
    """Event type."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: _field[PartialTicket] = _field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class TicketStatusChangedEvent(Event):
    """The status of a ticket changed; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["ticket.status_changed"]] = _field()
    """Event type."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: _field[PartialTicket] = _field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class TicketTeamChangedEvent(Event):
    """A ticket was given to another team, or to none; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["ticket.team_changed"]] = _field()
    """Event type."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: _field[PartialTicket] = _field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class TicketUnmergedEvent(Event):
    """A ticket that had been merged into another one is a ticket of its own again."""

    __slots__ = ()
    event: _field[Literal["ticket.unmerged"]] = _field()
    """Event type."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""


class TicketUpdatedEvent(Event):
    """A ticket was updated; `previous` contains the old values."""

    __slots__ = ()
    event: _field[Literal["ticket.updated"]] = _field()
    """Event type."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: _field[PartialTicket] = _field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class TicketWokenEvent(Event):
    """The snooze of a ticket has ended: its time came, the contact wrote, or somebody ended it; `previous` contains the old
    values.
    """

    __slots__ = ()
    event: _field[Literal["ticket.woken"]] = _field()
    """Event type."""
    data: _field[Ticket] = _field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: _field[PartialTicket] = _field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class Transport(Model):
    """How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets."""

    __slots__ = ()
    type: _field[enums.TransportType | str] = _field()
    """How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are fetched from the
    inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP authentication, and with
    `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not at all, their outcome is simulated by the
    address of the recipient.
    """
    host: _field[str | None] = _field()
    """Name of the submission server, or null."""
    port: _field[int | None] = _field()
    """Its port, or null."""
    security: _field[enums.TransportSecurity | str | None] = _field()
    """`tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer;
    `none`: only to hosts that the operator allows.
    """
    authentication: _field[enums.TransportAuthentication | str] = _field()
    """How the mailbox signs in (`none`, `password`, `oauth2`)."""
    username: _field[str | None] = _field()
    """User name at the server, or null."""
    oauth_provider: _field[enums.OAuthProvider | str | None] = _field()
    """Issuer of the tokens (`google`, `microsoft`)."""
    client_id: _field[str | None] = _field()
    """Id of the OAuth application, or null."""
    tenant_id: _field[str | None] = _field()
    """Id of the Microsoft tenant, or null."""
    imap_host: _field[str | None] = _field()
    """Name of the IMAP server, or null."""
    imap_port: _field[int | None] = _field()
    """Its port, or null."""
    imap_security: _field[enums.TransportSecurity | str | None] = _field()
    """`tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer;
    `none`: only to hosts that the operator allows.
    """
    after_receiving: _field[enums.AfterReceiving | str | None] = _field()
    """What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it was; `delete`: it
    is deleted there, which only `imap_smtp` does.
    """


class UploadedFile(Model):
    """An uploaded file."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the file."""
    name: _field[str] = _field()
    """File name."""
    size: _field[int] = _field()
    """Size in bytes."""
    mime_type: _field[str] = _field()
    """Media type, determined from the content."""
    folder: _field[str | None] = _field()
    """Path of the folder, or null."""
    url: _field[str | None] = _field()
    """Signed, expiring download URL, issued anew at every read; null once the file is deleted. That of an event may have
    expired when the event arrives.
    """
    created_at: _field[str] = _field()
    """Time of creation."""
    deleted_at: _field[str | None] = _field()
    """Time of deletion, or null. Only the event `file.deleted` shows a deleted file."""


class UpsertMeta(Model):
    """What an upsert has done."""

    __slots__ = ()
    created: _field[bool] = _field()
    """Whether the record was created; else it was found, and updated."""


class User(Model):
    """A member of the workspace."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the user."""
    email: _field[str] = _field()
    """E-mail address."""
    name: _field[str] = _field()
    """Full name."""
    role: _field[enums.UserRole | str] = _field()
    """Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)."""
    status: _field[enums.UserStatus | str] = _field()
    """Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned
    (`active`, `invited`, `inactive`).
    """
    avatar_url: _field[str | None] = _field()
    """URL of the profile picture, or null."""
    availability: _field[Availability | None] = _field(lambda: Availability)
    """Whether a user takes records, and how many."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class UserNotification(Model):
    """What a user should know of a ticket or a conversation."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the notification."""
    cause: _field[enums.NotificationCause | str] = _field()
    """Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions them; `reply`: the
    contact wrote on a record that is assigned to them or that they follow; `sla_warning`: the first response to a ticket of
    theirs is soon due; `woken`: a snooze of theirs has ended.
    """
    ticket_id: _field[str | None] = _field()
    """Id of the ticket; null if it is about a conversation."""
    conversation_id: _field[str | None] = _field()
    """Id of the conversation; null if it is about a ticket."""
    message_id: _field[str | None] = _field()
    """Id of the message, for the causes `mentioned` and `reply`; otherwise null."""
    read: _field[bool] = _field()
    """Whether the user has read it."""
    read_at: _field[str | None] = _field()
    """Time at which it was marked as read, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""


class View(Model):
    """A saved list of tickets or conversations."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the view."""
    resource: _field[enums.ViewResource | str] = _field()
    """What a view lists: `ticket` or `conversation`."""
    name: _field[str] = _field()
    """Display name."""
    filter: _field[RecordFilter] = _field(lambda: RecordFilter)
    """Conditions on tickets or conversations; without any, all match."""
    sort: _field[enums.ViewSort | str] = _field()
    """Field to sort by, one of those of the list of the resource (`created_at`, `updated_at`, `priority`, `status`,
    `first_response_due`, `last_message_at`).
    """
    order: _field[enums.SortOrder | str] = _field()
    """Sort direction (`asc`, `desc`)."""
    visibility: _field[enums.ViewVisibility | str] = _field()
    """Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace (`private`,
    `team`, `workspace`).
    """
    team_id: _field[str | None] = _field()
    """Id of the team that sees it, with `visibility: team`; otherwise null."""
    owner_id: _field[str] = _field()
    """Id of the user who created it."""
    warnings: _field[list[ViewWarning]] = _field(lambda: ViewWarning)
    """Values that name a tag, a user or a team which does not exist; empty in lists."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class ViewCount(Model):
    """How many records a view has."""

    __slots__ = ()
    view_id: _field[str] = _field()
    """Id of the view."""
    count: _field[int] = _field()
    """Number of matching records."""
    count_relation: _field[enums.CountRelation | str] = _field()
    """Accuracy of `count`: `eq` if exact, `gte` if counting stopped at 1000, or among the newest records."""


class ViewCountsMeta(Model):
    """When views were counted."""

    __slots__ = ()
    as_of: _field[str] = _field()
    """Time at which the records were counted; of several times the earliest."""


class ViewWarning(Model):
    """A value of a view that stands for nothing any more."""

    __slots__ = ()
    param: _field[str] = _field()
    """Path of the value."""
    message: _field[str] = _field()
    """What is wrong."""


class Webhook(Model):
    """A webhook endpoint and the events that are delivered to it."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the webhook."""
    url: _field[str] = _field()
    """URL of the endpoint (http or https) that receives POST requests."""
    description: _field[str | None] = _field()
    """Note about the purpose of the webhook, or null."""
    rate_limit: _field[int | None] = _field()
    """Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used
    as a burst.
    """
    filter: _field[RecordFilter | None] = _field(lambda: RecordFilter)
    """Conditions on the record of an event, or null."""
    events: _field[list[str]] = _field()
    """Event types, prefixes like `ticket.*`, or `*`."""
    api_version: _field[Literal["v1"]] = _field()
    """Version of the API whose form `data` has."""
    status: _field[enums.WebhookStatus | str] = _field()
    """Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)."""
    disabled_reason: _field[enums.WebhookDisabledReason | str | None] = _field()
    """Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by request;
    `revoked`: the grant, personal access token or user that created it has ended, or the user may not manage webhooks any
    more; null while enabled.
    """
    created_by: _field[WebhookCreator | None] = _field(lambda: WebhookCreator)
    """Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant, personal
    access token or user ends, or the user may not manage webhooks any more; webhooks of an API key stay, because keys
    belong to the workspace.
    """
    secret_last4: _field[str | None] = _field()
    """Last four characters of the secret, or null if it has less than 16 characters."""
    last_delivery_at: _field[str | None] = _field()
    """Time of the last successful delivery, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class WebhookCreator(Model):
    __slots__ = ()
    type: _field[enums.WebhookCreatorType | str] = _field()
    """Type of the credential, or `user` for a signed-in user (`api_key`, `personal_access_token`, `oauth_access_token`,
    `user`).
    """
    id: _field[str] = _field()
    """Id of the API key, personal access token, grant or user."""


class WebhookDisabledEvent(Event):
    """A webhook was disabled: its endpoint is gone or keeps failing, or its creator lost access."""

    __slots__ = ()
    event: _field[Literal["webhook.disabled"]] = _field()
    """Event type."""
    data: _field[Webhook] = _field(lambda: Webhook)
    """A webhook endpoint and the events that are delivered to it."""


class WebhookTestEvent(Event):
    """A test event."""

    __slots__ = ()
    event: _field[Literal["webhook.test"]] = _field()
    """Event type."""
    data: _field[WebhookTestEventData] = _field(lambda: WebhookTestEventData)
    """The tested webhook."""


class WebhookTestEventData(Model):
    """The tested webhook."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the webhook."""
    message: _field[str] = _field()
    """Text of the test event."""


class WebhookTestResult(Model):
    """Result of sending a test event."""

    __slots__ = ()
    success: _field[bool] = _field()
    """Whether the endpoint returned a 2xx status."""
    status_code: _field[int | None] = _field()
    """HTTP status of the response, or null if there was none."""
    duration_ms: _field[int] = _field()
    """Duration in milliseconds."""
    error: _field[str | None] = _field()
    """Error of the attempt, or null if it succeeded."""
    delivery_id: _field[str] = _field()
    """Id of the delivery."""


class WebhookWithSecret(Model):
    """A webhook with its secret, which is returned only in this response."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the webhook."""
    url: _field[str] = _field()
    """URL of the endpoint (http or https) that receives POST requests."""
    description: _field[str | None] = _field()
    """Note about the purpose of the webhook, or null."""
    rate_limit: _field[int | None] = _field()
    """Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used
    as a burst.
    """
    filter: _field[RecordFilter | None] = _field(lambda: RecordFilter)
    """Conditions on the record of an event, or null."""
    events: _field[list[str]] = _field()
    """Event types, prefixes like `ticket.*`, or `*`."""
    api_version: _field[Literal["v1"]] = _field()
    """Version of the API whose form `data` has."""
    status: _field[enums.WebhookStatus | str] = _field()
    """Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)."""
    disabled_reason: _field[enums.WebhookDisabledReason | str | None] = _field()
    """Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by request;
    `revoked`: the grant, personal access token or user that created it has ended, or the user may not manage webhooks any
    more; null while enabled.
    """
    created_by: _field[WebhookCreator | None] = _field(lambda: WebhookCreator)
    """Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant, personal
    access token or user ends, or the user may not manage webhooks any more; webhooks of an API key stay, because keys
    belong to the workspace.
    """
    secret_last4: _field[str | None] = _field()
    """Last four characters of the secret, or null if it has less than 16 characters."""
    last_delivery_at: _field[str | None] = _field()
    """Time of the last successful delivery, or null."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""
    secret: _field[str] = _field()
    """Secret, as sent or generated."""
    signing_secret: _field[str] = _field()
    """Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key."""


class Workspace(Model):
    """A workspace and its settings, which both modes share."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the workspace."""
    name: _field[str] = _field()
    """Name of the workspace."""
    plan: _field[enums.Plan | str] = _field()
    """Plan: 60, 300 or 1000 requests per minute, or unlimited (`starter`, `professional`, `business`, `unlimited`)."""
    usage: _field[WorkspaceUsage | None] = _field(lambda: WorkspaceUsage)
    """Null while the requests cannot be counted."""
    country: _field[str | None] = _field()
    """Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null."""
    time_zone: _field[str] = _field()
    """Time zone (IANA)."""
    language: _field[str] = _field()
    """Language (BCP 47)."""
    sla_targets: _field[SlaTargets] = _field(lambda: SlaTargets)
    """First-response targets in force, by priority."""
    created_at: _field[str] = _field()
    """Time of creation."""
    updated_at: _field[str] = _field()
    """Time of the last change."""


class WorkspaceSummary(Model):
    """The workspace of the credential."""

    __slots__ = ()
    id: _field[str] = _field()
    """Id of the workspace."""
    name: _field[str] = _field()
    """Name of the workspace."""


class WorkspaceUsage(Model):
    """Requests of the last 60 minutes."""

    __slots__ = ()
    requests_per_minute: _field[int] = _field()
    """Limit of the plan, per mode."""
    live: _field[ModeUsage] = _field(lambda: ModeUsage)
    """Requests in live mode."""
    test: _field[ModeUsage] = _field(lambda: ModeUsage)
    """Requests in test mode."""


class PartialContact(Model):
    """Fields of Contact, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: _field[str | None] = _field()
    email: _field[str | None] = _field()
    name: _field[str | None] = _field()
    phone: _field[str | None] = _field()
    external_id: _field[str | None] = _field()
    company: _field[str | None] = _field()
    phone_e164: _field[str | None] = _field()
    custom_fields: _field[CustomFields | None] = _field()
    created_at: _field[str | None] = _field()
    updated_at: _field[str | None] = _field()


class PartialConversation(Model):
    """Fields of Conversation, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: _field[str | None] = _field()
    number: _field[int | None] = _field()
    subject: _field[str | None] = _field()
    external_id: _field[str | None] = _field()
    priority: _field[enums.Priority | str | None] = _field()
    inbox_id: _field[str | None] = _field()
    status: _field[enums.ConversationStatus | str | None] = _field()
    channel: _field[enums.Channel | str | None] = _field()
    assignee: _field[Assignee | None] = _field(lambda: Assignee)
    snoozed_until: _field[str | None] = _field()
    wake_on_reply: _field[bool | None] = _field()
    team: _field[TeamSummary | None] = _field(lambda: TeamSummary)
    contact: _field[ContactSummary | None] = _field(lambda: ContactSummary)
    mailbox_id: _field[str | None] = _field()
    connection_id: _field[str | None] = _field()
    participants: _field[list[MailAddress] | None] = _field(lambda: MailAddress)
    tags: _field[list[str] | None] = _field()
    custom_fields: _field[CustomFields | None] = _field()
    merged_from: _field[list[str] | None] = _field()
    last_message_at: _field[str | None] = _field()
    last_message_by: _field[enums.AuthorType | str | None] = _field()
    messages_count: _field[int | None] = _field()
    waiting_since: _field[str | None] = _field()
    closed_at: _field[str | None] = _field()
    created_at: _field[str | None] = _field()
    updated_at: _field[str | None] = _field()


class PartialMessage(Model):
    """Fields of Message, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: _field[str | None] = _field()
    conversation_id: _field[str | None] = _field()
    body: _field[str | None] = _field()
    quoted_body: _field[str | None] = _field()
    type: _field[enums.MessageType | str | None] = _field()
    external_id: _field[str | None] = _field()
    author: _field[MessageAuthor | None] = _field(lambda: MessageAuthor)
    attachments: _field[list[Attachment] | None] = _field(lambda: Attachment)
    email: _field[MessageEmail | None] = _field(lambda: MessageEmail)
    mailbox_id: _field[str | None] = _field()
    connection_id: _field[str | None] = _field()
    delivery: _field[MessageDelivery | None] = _field(lambda: MessageDelivery)
    sent_at: _field[str | None] = _field()
    edited_at: _field[str | None] = _field()
    edited_by: _field[str | None] = _field()
    redacted_at: _field[str | None] = _field()
    redacted_by: _field[str | None] = _field()
    mentions: _field[list[str] | None] = _field()
    created_at: _field[str | None] = _field()


class PartialTag(Model):
    """Fields of Tag, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: _field[str | None] = _field()
    name: _field[str | None] = _field()
    color: _field[str | None] = _field()
    count: _field[int | None] = _field()
    created_at: _field[str | None] = _field()


class PartialTicket(Model):
    """Fields of Ticket, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: _field[str | None] = _field()
    number: _field[int | None] = _field()
    subject: _field[str | None] = _field()
    description: _field[str | None] = _field()
    external_id: _field[str | None] = _field()
    priority: _field[enums.Priority | str | None] = _field()
    inbox_id: _field[str | None] = _field()
    status: _field[enums.TicketStatus | str | None] = _field()
    sla: _field[TicketSla | None] = _field(lambda: TicketSla)
    first_responded_at: _field[str | None] = _field()
    resolved_at: _field[str | None] = _field()
    closed_at: _field[str | None] = _field()
    reopened_count: _field[int | None] = _field()
    assignee: _field[Assignee | None] = _field(lambda: Assignee)
    snoozed_until: _field[str | None] = _field()
    wake_on_reply: _field[bool | None] = _field()
    team: _field[TeamSummary | None] = _field(lambda: TeamSummary)
    contact: _field[ContactSummary | None] = _field(lambda: ContactSummary)
    tags: _field[list[str] | None] = _field()
    conversation_id: _field[str | None] = _field()
    custom_fields: _field[CustomFields | None] = _field()
    merged_from: _field[list[str] | None] = _field()
    links: _field[list[TicketLink] | None] = _field(lambda: TicketLink)
    created_at: _field[str | None] = _field()
    updated_at: _field[str | None] = _field()


class UnknownEvent(Event):
    """An event that this release does not know."""

    __slots__ = ()
    event: _field[str] = _field()
    data: _field[dict[str, Any]] = _field()


WebhookEvent: TypeAlias = (
    ContactCreatedEvent
    | ContactDeletedEvent
    | ContactUpdatedEvent
    | ConversationAssignedEvent
    | ConversationCreatedEvent
    | ConversationDeletedEvent
    | ConversationMergedEvent
    | ConversationSnoozedEvent
    | ConversationSplitEvent
    | ConversationStatusChangedEvent
    | ConversationTeamChangedEvent
    | ConversationUnmergedEvent
    | ConversationUpdatedEvent
    | ConversationWokenEvent
    | FileCreatedEvent
    | FileDeletedEvent
    | IncomingMailQuarantinedEvent
    | MailboxConnectedEvent
    | MailboxDisconnectedEvent
    | MessageCreatedEvent
    | MessageDeliveryUpdatedEvent
    | MessageRedactedEvent
    | MessageUpdatedEvent
    | TagCreatedEvent
    | TagDeletedEvent
    | TagUpdatedEvent
    | TicketAssignedEvent
    | TicketCreatedEvent
    | TicketDeletedEvent
    | TicketMergedEvent
    | TicketSlaBreachedEvent
    | TicketSlaWarningEvent
    | TicketSnoozedEvent
    | TicketStatusChangedEvent
    | TicketTeamChangedEvent
    | TicketUnmergedEvent
    | TicketUpdatedEvent
    | TicketWokenEvent
    | WebhookDisabledEvent
    | WebhookTestEvent
)

EVENT_TYPES: dict[str, type[WebhookEvent]] = {
    "contact.created": ContactCreatedEvent,
    "contact.deleted": ContactDeletedEvent,
    "contact.updated": ContactUpdatedEvent,
    "conversation.assigned": ConversationAssignedEvent,
    "conversation.created": ConversationCreatedEvent,
    "conversation.deleted": ConversationDeletedEvent,
    "conversation.merged": ConversationMergedEvent,
    "conversation.snoozed": ConversationSnoozedEvent,
    "conversation.split": ConversationSplitEvent,
    "conversation.status_changed": ConversationStatusChangedEvent,
    "conversation.team_changed": ConversationTeamChangedEvent,
    "conversation.unmerged": ConversationUnmergedEvent,
    "conversation.updated": ConversationUpdatedEvent,
    "conversation.woken": ConversationWokenEvent,
    "file.created": FileCreatedEvent,
    "file.deleted": FileDeletedEvent,
    "incoming_mail.quarantined": IncomingMailQuarantinedEvent,
    "mailbox.connected": MailboxConnectedEvent,
    "mailbox.disconnected": MailboxDisconnectedEvent,
    "message.created": MessageCreatedEvent,
    "message.delivery_updated": MessageDeliveryUpdatedEvent,
    "message.redacted": MessageRedactedEvent,
    "message.updated": MessageUpdatedEvent,
    "tag.created": TagCreatedEvent,
    "tag.deleted": TagDeletedEvent,
    "tag.updated": TagUpdatedEvent,
    "ticket.assigned": TicketAssignedEvent,
    "ticket.created": TicketCreatedEvent,
    "ticket.deleted": TicketDeletedEvent,
    "ticket.merged": TicketMergedEvent,
    "ticket.sla_breached": TicketSlaBreachedEvent,
    "ticket.sla_warning": TicketSlaWarningEvent,
    "ticket.snoozed": TicketSnoozedEvent,
    "ticket.status_changed": TicketStatusChangedEvent,
    "ticket.team_changed": TicketTeamChangedEvent,
    "ticket.unmerged": TicketUnmergedEvent,
    "ticket.updated": TicketUpdatedEvent,
    "ticket.woken": TicketWokenEvent,
    "webhook.disabled": WebhookDisabledEvent,
    "webhook.test": WebhookTestEvent,
}
