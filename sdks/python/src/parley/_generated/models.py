# Generated from the API document by `npm run sdks`. Do not edit.

"""The records of the API. Fields that the server did not send read as None."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from .._core.model import Model, field, map_field
from . import enums


class Event(Model):
    """What every event has."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries."""
    api_version: field[Literal["v1"]] = field()
    """Version of the API whose form `data` has."""
    timestamp: field[str] = field()
    """Time of the event."""
    workspace_id: field[str] = field()
    """Id of the workspace."""
    mode: field[enums.Mode | str] = field()
    """Mode of the data: `live` or `test`."""
    actor: field[EventActor] = field(lambda: EventActor)
    """The user, API key or system that caused the event."""


class ActorCredential(Model):
    __slots__ = ()
    id: field[str] = field()
    """Id of the API key or personal access token, of the grant of an OAuth access token, or of the session of a signed-in
    user.
    """
    type: field[enums.CredentialType | str] = field()
    """(`api_key`, `personal_access_token`, `oauth_access_token`, `session`)."""
    app_id: field[str | None] = field()
    """Id of the OAuth app that it was issued to, or null."""


class Assignee(Model):
    """The user assigned to a record."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the user."""
    name: field[str] = field()
    """Full name of the user."""


class Attachment(Model):
    """A file of a message, as it was attached."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the attachment."""
    file_id: field[str] = field()
    """Id of the file."""
    name: field[str] = field()
    """File name."""
    size: field[int] = field()
    """Size in bytes."""
    mime_type: field[str] = field()
    """Media type, determined from the content."""
    url: field[str | None] = field()
    """Signed, expiring download URL, issued anew at every read; null once the file is deleted."""
    deleted_at: field[str | None] = field()
    """Time at which the file was deleted, or null."""


class BulkError(Model):
    """The reason why a record could not be updated."""

    __slots__ = ()
    type: field[enums.ErrorType | str] = field()
    """Error type (`invalid_request_error`, `authentication_error`, `authorization_error`, `not_found_error`,
    `rate_limit_error`, `api_error`).
    """
    code: field[enums.ErrorCode | str] = field()
    """Error code."""
    message: field[str] = field()
    """Human-readable message."""
    param: field[str | None] = field()
    """Path of the invalid parameter."""


class BulkItem(Model):
    """Result of a bulk update for one record."""

    __slots__ = ()
    id: field[str] = field()
    """Id, as sent."""
    status: field[enums.BulkItemStatus | str] = field()
    """Result for this record (`updated`, `unchanged`, `failed`)."""
    error: field[BulkError | None] = field(lambda: BulkError)
    """The reason why a record could not be updated."""


class BulkMeta(Model):
    """Counts of a bulk update."""

    __slots__ = ()
    total: field[int] = field()
    """Number of different ids in the request."""
    succeeded: field[int] = field()
    """Number of records that now match the update, unchanged ones included."""
    failed: field[int] = field()
    """Number of records that could not be updated."""


class ChangedWebhook(Model):
    """A webhook, with its secret if the request set it."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the webhook."""
    url: field[str] = field()
    """URL of the endpoint (http or https) that receives POST requests."""
    description: field[str | None] = field()
    """Note about the purpose of the webhook, or null."""
    rate_limit: field[int | None] = field()
    """Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used
    as a burst.
    """
    events: field[list[str]] = field()
    """Event types, prefixes like `ticket.*`, or `*`."""
    api_version: field[Literal["v1"]] = field()
    """Version of the API whose form `data` has."""
    status: field[enums.WebhookStatus | str] = field()
    """Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)."""
    disabled_reason: field[enums.WebhookDisabledReason | str | None] = field()
    """Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by request;
    `revoked`: the grant, personal access token or user that created it has ended, or the user may not manage webhooks any
    more; null while enabled.
    """
    created_by: field[WebhookCreator | None] = field(lambda: WebhookCreator)
    """Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant, personal
    access token or user ends, or the user may not manage webhooks any more; webhooks of an API key stay, because keys
    belong to the workspace.
    """
    secret_last4: field[str | None] = field()
    """Last four characters of the secret, or null if it has less than 16 characters."""
    last_delivery_at: field[str | None] = field()
    """Time of the last successful delivery, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""
    secret: field[str | None] = field()
    """Secret, as sent or generated."""
    signing_secret: field[str | None] = field()
    """Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key."""


class Connection(Model):
    """A channel that a connector of yours attaches."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the connection."""
    name: field[str] = field()
    """Display name."""
    inbox_id: field[str | None] = field()
    """Id of the inbox of its new conversations, or null."""
    type: field[enums.ConnectionType | str] = field()
    """The channel that the connector attaches; `custom` for any other (`custom`, `sms`, `whatsapp`, `messenger`, `instagram`,
    `telegram`, `line`, `chat`).
    """
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class Contact(Model):
    """A person who communicates with the workspace."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the contact."""
    email: field[str | None] = field()
    """E-mail address, unique in the workspace (case-insensitive)."""
    name: field[str | None] = field()
    """Full name."""
    phone: field[str | None] = field()
    """Phone number, as it was given."""
    external_id: field[str | None] = field()
    """Id of the contact in an external system, unique in the workspace and mode, or null."""
    company: field[str | None] = field()
    """Company name."""
    phone_e164: field[str | None] = field()
    """The phone number in the format of E.164, or null if it is none or has an extension. A national number is one of the
    country that the workspace had when it was written.
    """
    custom_fields: field[CustomFields] = field()
    """Custom key-value pairs; values are strings, numbers, booleans or arrays of them."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class ContactCreatedEvent(Event):
    """A contact was created."""

    __slots__ = ()
    event: field[Literal["contact.created"]] = field()
    """Event type."""
    data: field[Contact] = field(lambda: Contact)
    """A person who communicates with the workspace."""


class ContactDeletedEvent(Event):
    """A contact was deleted; `data` contains only its id."""

    __slots__ = ()
    event: field[Literal["contact.deleted"]] = field()
    """Event type."""
    data: field[ContactDeletedEventData] = field(lambda: ContactDeletedEventData)
    """The deleted contact."""


class ContactDeletedEventData(Model):
    """The deleted contact."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the contact."""


class ContactForm(Model):
    """A contact form of a web site."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the contact form."""
    name: field[str] = field()
    """Display name; mails that ask for a confirmation show it."""
    key: field[str] = field()
    """What names the form in its URL; public, but not to be guessed."""
    url: field[str] = field()
    """Address to which the form is sent."""
    allowed_origins: field[list[str]] = field()
    """Origins of the pages that have the form; a submission from a page of another one, or that tells none, is refused. Empty
    allows all.
    """
    redirect_url: field[str | None] = field()
    """URL of the page that browsers are sent to once the message is received, or null for a plain page."""
    inbox_id: field[str | None] = field()
    """Id of the inbox of its conversations, or null."""
    mailbox_id: field[str | None] = field()
    """Id of the mailbox through which replies leave, or null: then replies are recorded, not sent."""
    tags: field[list[str]] = field()
    """Names of the tags."""
    confirmation: field[bool] = field()
    """Whether a message waits until its sender confirms its address by a link that is mailed to it. Without it, anybody can
    write in the name of anybody. In live mode it needs a mailbox of the installation.
    """
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class ContactSummary(Model):
    """The contact of a record."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the contact."""
    name: field[str | None] = field()
    """Full name of the contact."""
    email: field[str | None] = field()
    """E-mail address of the contact."""
    phone: field[str | None] = field()
    """Phone number of the contact, as it was given."""


class ContactUpdatedEvent(Event):
    """A contact was updated; `previous` contains the old values."""

    __slots__ = ()
    event: field[Literal["contact.updated"]] = field()
    """Event type."""
    data: field[Contact] = field(lambda: Contact)
    """A person who communicates with the workspace."""
    previous: field[PartialContact] = field(lambda: PartialContact)
    """Previous values of the changed fields; other fields are absent."""


class Conversation(Model):
    """A conversation with a contact; its messages are listed separately."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the conversation."""
    subject: field[str | None] = field()
    """Subject line, or null."""
    external_id: field[str | None] = field()
    """Id of the conversation in an external system, unique in the workspace and mode, or null."""
    priority: field[enums.Priority | str] = field()
    """Priority (`urgent`, `high`, `normal`, `low`)."""
    inbox_id: field[str | None] = field()
    """Id of the inbox, or null."""
    status: field[enums.ConversationStatus | str] = field()
    """Current status of the conversation (`open`, `pending`, `closed`)."""
    channel: field[enums.Channel | str] = field()
    """Channel through which the contact writes (`email`, `chat`, `form`, `api`)."""
    assignee: field[Assignee | None] = field(lambda: Assignee)
    """The user assigned to the conversation, or null."""
    contact: field[ContactSummary] = field(lambda: ContactSummary)
    """The contact of the conversation."""
    mailbox_id: field[str | None] = field()
    """Id of the mailbox through which replies leave, or null."""
    connection_id: field[str | None] = field()
    """Id of the connection through which replies leave, or null."""
    participants: field[list[MailAddress] | None] = field(lambda: MailAddress)
    """Addresses beside that of the contact that a message was sent to by mail, in `to` or `cc`; of more than 100, the latest."""
    tags: field[list[str]] = field()
    """Names of the tags."""
    custom_fields: field[CustomFields] = field()
    """Custom key-value pairs; values are strings, numbers, booleans or arrays of them."""
    last_message_at: field[str | None] = field()
    """Time of the last message, notes included; null if there is none."""
    last_message_by: field[enums.AuthorType | str | None] = field()
    """Who wrote the last message: `user` or `contact`; null if there is none."""
    messages_count: field[int] = field()
    """Number of messages, notes included."""
    waiting_since: field[str | None] = field()
    """Time of the first message of the contact that no reply of a user followed; null unless the contact waits. Notes do not
    count as replies.
    """
    closed_at: field[str | None] = field()
    """Time at which it was closed; null unless closed."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class ConversationAssignedEvent(Event):
    """The assignee of a conversation changed; `previous` contains the old values."""

    __slots__ = ()
    event: field[Literal["conversation.assigned"]] = field()
    """Event type."""
    data: field[Conversation] = field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: field[PartialConversation] = field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class ConversationCreatedEvent(Event):
    """A conversation was created."""

    __slots__ = ()
    event: field[Literal["conversation.created"]] = field()
    """Event type."""
    data: field[Conversation] = field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""


class ConversationDeletedEvent(Event):
    """A conversation and its messages were deleted; `data` contains only its id."""

    __slots__ = ()
    event: field[Literal["conversation.deleted"]] = field()
    """Event type."""
    data: field[ConversationDeletedEventData] = field(lambda: ConversationDeletedEventData)
    """The deleted conversation."""


class ConversationDeletedEventData(Model):
    """The deleted conversation."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the conversation."""


class ConversationStatusChangedEvent(Event):
    """The status of a conversation changed; `previous` contains the old values."""

    __slots__ = ()
    event: field[Literal["conversation.status_changed"]] = field()
    """Event type."""
    data: field[Conversation] = field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: field[PartialConversation] = field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class ConversationUpdatedEvent(Event):
    """A conversation was updated; `previous` contains the old values."""

    __slots__ = ()
    event: field[Literal["conversation.updated"]] = field()
    """Event type."""
    data: field[Conversation] = field(lambda: Conversation)
    """A conversation with a contact; its messages are listed separately."""
    previous: field[PartialConversation] = field(lambda: PartialConversation)
    """Previous values of the changed fields; other fields are absent."""


class Credential(Model):
    """The current credential."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the API key or personal access token, of the grant of an OAuth access token, or of the session of a signed-in
    user.
    """
    type: field[enums.CredentialType | str] = field()
    """Type of the credential (`api_key`, `personal_access_token`, `oauth_access_token`, `session`)."""
    name: field[str] = field()
    """Name of the credential; of an OAuth access token, the name of its app."""
    owner: field[enums.CredentialOwner | str] = field()
    """Owner of the credential: `user` if it acts as the user in this response, `workspace` for API keys, where the user in
    this response is the creator of the key, who may be inactive.
    """
    created_by: field[str | None] = field()
    """Id of the user who created the API key; null for other credentials."""
    scopes: field[list[enums.Scope | str]] = field()
    """Scopes that the credential has at present."""
    mode: field[enums.Mode | str] = field()
    """Mode of the data: `live` or `test`."""
    expires_at: field[str | None] = field()
    """Time of expiry, or null if it does not expire."""
    app_id: field[str | None] = field()
    """Id of the OAuth app that it was issued to, or null."""


CustomFields: TypeAlias = dict[str, str | float | bool | list[str | float | bool]]


class Delivery(Model):
    """The delivery of one event to one webhook."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the delivery."""
    webhook_id: field[str] = field()
    """Id of the webhook."""
    event_id: field[str] = field()
    """Id of the event, sent as the header `webhook-id`."""
    event: field[str] = field()
    """Event type."""
    status: field[enums.DeliveryStatus | str] = field()
    """Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress; `delivered`: the
    endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled.
    """
    next_attempt_at: field[str | None] = field()
    """Earliest time of the next attempt; null unless pending."""
    last_attempt: field[LastDeliveryAttempt | None] = field(lambda: LastDeliveryAttempt)
    """Result of the latest attempt, or null if there was none."""
    created_at: field[str] = field()
    """Time of creation."""


class DeliveryAttempt(Model):
    """One HTTP request to the endpoint."""

    __slots__ = ()
    started_at: field[str] = field()
    """Start time of the attempt."""
    duration_ms: field[int] = field()
    """Duration in milliseconds."""
    trigger: field[enums.DeliveryTrigger | str] = field()
    """Cause of the attempt: the retry schedule, a manual retry or a test event (`schedule`, `manual`, `test`)."""
    status_code: field[int | None] = field()
    """HTTP status of the response, or null if there was none."""
    error: field[str | None] = field()
    """Error of the attempt, or null if it succeeded."""
    response: field[str] = field()
    """First 4 KiB of the response body, if it is text."""
    request_headers: field[dict[str, str]] = field()
    """Request headers, without signatures."""


class DeliveryWithAttempts(Model):
    """A delivery with its payload and attempts."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the delivery."""
    webhook_id: field[str] = field()
    """Id of the webhook."""
    event_id: field[str] = field()
    """Id of the event, sent as the header `webhook-id`."""
    event: field[str] = field()
    """Event type."""
    status: field[enums.DeliveryStatus | str] = field()
    """Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress; `delivered`: the
    endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled.
    """
    next_attempt_at: field[str | None] = field()
    """Earliest time of the next attempt; null unless pending."""
    last_attempt: field[LastDeliveryAttempt | None] = field(lambda: LastDeliveryAttempt)
    """Result of the latest attempt, or null if there was none."""
    created_at: field[str] = field()
    """Time of creation."""
    attempts: field[list[DeliveryAttempt]] = field(lambda: DeliveryAttempt)
    """Latest 100 attempts, oldest first."""
    payload: field[str] = field()
    """Exact request body."""


class DnsRecord(Model):
    """A DNS record of a sending domain."""

    __slots__ = ()
    purpose: field[enums.DnsRecordPurpose | str] = field()
    """What it is for (`dkim`, `spf`, `dmarc`)."""
    type: field[Literal["TXT"]] = field()
    """Type of the record."""
    name: field[str] = field()
    """Name of the record."""
    value: field[str] = field()
    """Value of the record."""
    status: field[enums.DnsRecordStatus | str] = field()
    """What the last verification found (`unknown`, `found`, `missing`, `different`)."""


class ErrorBody(Model):
    """Code, message and details of an error."""

    __slots__ = ()
    code: field[enums.ErrorCode | str] = field()
    """Machine-readable error code."""
    message: field[str] = field()
    """Human-readable message."""
    param: field[str | None] = field()
    """Path of the invalid parameter, such as `contact.email` or `ids[3]`."""
    type: field[enums.ErrorType | str] = field()
    """Error type, which determines the HTTP status (`invalid_request_error`, `authentication_error`, `authorization_error`,
    `not_found_error`, `rate_limit_error`, `api_error`).
    """
    details: field[list[ErrorDetail] | None] = field(lambda: ErrorDetail)
    """Validation errors, at most 100; the first one is repeated above."""
    request_id: field[str] = field()
    """Id of the request. Include it when you report a problem."""
    doc_url: field[str] = field()
    """URL of the documentation of this error code."""


class ErrorDetail(Model):
    """One validation error."""

    __slots__ = ()
    code: field[enums.ErrorCode | str] = field()
    """Machine-readable error code."""
    message: field[str] = field()
    """Human-readable message."""
    param: field[str | None] = field()
    """Path of the invalid parameter, such as `contact.email` or `ids[3]`."""
    in_: field[enums.ErrorLocation | str] = field()
    """Part of the request that has the parameter (`body`, `query`, `header`, `path`)."""


class EventActor(Model):
    """The user, API key or system that caused the event."""

    __slots__ = ()
    type: field[enums.ActorType | str] = field()
    """(`user`, `api_key`, `system`)."""
    id: field[str | None] = field()
    """Id of the user or API key, or null for the system."""
    credential: field[ActorCredential | None] = field(lambda: ActorCredential)
    """The credential of the request that caused the event, or null for the system."""


class FileCreatedEvent(Event):
    """A file was uploaded, alone or with a message."""

    __slots__ = ()
    event: field[Literal["file.created"]] = field()
    """Event type."""
    data: field[UploadedFile] = field(lambda: UploadedFile)
    """An uploaded file."""


class FileDeletedEvent(Event):
    """A file was deleted; `data` contains it as it was, without `url`."""

    __slots__ = ()
    event: field[Literal["file.deleted"]] = field()
    """Event type."""
    data: field[UploadedFile] = field(lambda: UploadedFile)
    """An uploaded file."""


class HistoryChange(Model):
    __slots__ = ()
    from_: field[Any] = field()
    """Value before the change."""
    to: field[Any] = field()
    """Value after the change."""


class HistoryEntry(Model):
    """A change of a record."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the event."""
    event: field[str] = field()
    """Event type."""
    timestamp: field[str] = field()
    """Time of the event."""
    actor: field[EventActor] = field(lambda: EventActor)
    """The user, API key or system that caused the event."""
    changes: map_field[dict[str, HistoryChange]] = map_field(lambda: HistoryChange)
    """The fields that changed, by name; empty for the creation."""


class Inbox(Model):
    """A group of tickets, such as those of one team or topic."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the inbox."""
    name: field[str] = field()
    """Display name."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class Included(Model):
    """The records that `include` asked for, each once, in no order."""

    __slots__ = ()
    contacts: field[list[Contact] | None] = field(lambda: Contact)
    """With `include=contact`."""
    conversations: field[list[Conversation] | None] = field(lambda: Conversation)
    """With `include=conversation`."""
    messages: field[list[Message] | None] = field(lambda: Message)
    """With `include=last_message`."""
    users: field[list[User] | None] = field(lambda: User)
    """With `include=assignee`."""


class IncomingMail(Model):
    """A mail that arrived at a mailbox."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the incoming mail."""
    mailbox_id: field[str] = field()
    """Id of the mailbox that it came to, which may have been deleted."""
    status: field[enums.IncomingMailStatus | str] = field()
    """What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past; `delivered`: it is a
    message; `quarantined`: held back, until it is released or discarded, for 90 days at most; `ignored`: it is no message,
    such as a copy of one or a report about a mail that was sent; `failed`: it could not be read or recorded, and can be
    retried, or it was too large to be stored; `discarded`: by a user, or after 90 days.
    """
    reason: field[IncomingMailReason | None] = field(lambda: IncomingMailReason)
    """Why it is quarantined, ignored or failed; or null."""
    type: field[enums.IncomingMailType | str | None] = field()
    """Kind of mail; null until it was read."""
    from_: field[MailAddress | None] = field(lambda: MailAddress)
    """The sender that its header names; null until it was read, and without one."""
    to: field[list[str]] = field()
    """The addresses that it was delivered to."""
    subject: field[str | None] = field()
    """Subject line, or null."""
    size: field[int] = field()
    """Size of its source in bytes, as far as it is known."""
    authentication: field[MailAuthentication | None] = field(lambda: MailAuthentication)
    """What is known of its sender; null until it was read."""
    conversation_id: field[str | None] = field()
    """Id of the conversation that it became a message of, or null."""
    message_id: field[str | None] = field()
    """Id of the message that it became, or null."""
    acknowledgement: field[IncomingMailAcknowledgement | None] = field(lambda: IncomingMailAcknowledgement)
    """The acknowledgement of the mail; null if it began no conversation, or the mailbox sends none."""
    source_url: field[str | None] = field()
    """Signed, expiring URL of the mail as it arrived, issued anew at every read; null once it is deleted, and for a mail that
    was not stored.
    """
    received_at: field[str] = field()
    """Time at which it was stored, or at which its server got it if it was imported."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class IncomingMailAcknowledgement(Model):
    __slots__ = ()
    status: field[enums.IncomingMailAcknowledgementStatus | str] = field()
    """`withheld`: none is sent, for the `reason`; else what became of it."""
    reason: field[str | None] = field()
    """Machine-readable cause of withholding it, or null."""


class IncomingMailQuarantinedEvent(Event):
    """A mail was held back: `reason` says why. Release or discard it."""

    __slots__ = ()
    event: field[Literal["incoming_mail.quarantined"]] = field()
    """Event type."""
    data: field[IncomingMail] = field(lambda: IncomingMail)
    """A mail that arrived at a mailbox."""


class IncomingMailReason(Model):
    __slots__ = ()
    code: field[str] = field()
    """Machine-readable cause."""
    message: field[str] = field()
    """Cause in words."""


class Invitation(Model):
    """The invitation."""

    __slots__ = ()
    url: field[str] = field()
    """The link, returned only in this response."""
    expires_at: field[str] = field()
    """Time at which the link ends."""
    mailed: field[bool | None] = field()
    """Whether the installation mails the link. An address gets three invitations in an hour and ten in a day, and a workspace
    sends a hundred in an hour: those beyond are not mailed.
    """


class InvitedUser(Model):
    """A user that was just invited."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the user."""
    email: field[str] = field()
    """E-mail address."""
    name: field[str] = field()
    """Full name."""
    role: field[enums.UserRole | str] = field()
    """Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)."""
    status: field[Literal["invited"]] = field()
    """Account status."""
    avatar_url: field[str | None] = field()
    """URL of the profile picture, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""
    invitation: field[Invitation] = field(lambda: Invitation)
    """The invitation."""


class LastDeliveryAttempt(Model):
    __slots__ = ()
    started_at: field[str] = field()
    """Start time of the attempt."""
    status_code: field[int | None] = field()
    """HTTP status of the response, or null if there was none."""
    error: field[str | None] = field()
    """Error of the attempt, or null if it succeeded."""


class LoggedEvent(Model):
    """An event of the last 30 days."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries."""
    event: field[str] = field()
    """Event type."""
    api_version: field[Literal["v1"]] = field()
    """Version of the API whose form `data` has."""
    timestamp: field[str] = field()
    """Time of the event."""
    workspace_id: field[str] = field()
    """Id of the workspace."""
    mode: field[enums.Mode | str] = field()
    """Mode of the data: `live` or `test`."""
    actor: field[EventActor] = field(lambda: EventActor)
    """The user, API key or system that caused the event."""
    metric: field[enums.SlaMetricName | str | None] = field()
    """What is measured. `first_response`: the time until a user first replies. More metrics may follow."""
    policy_id: field[str | None] = field()
    """Id of the SLA policy; null for the targets of the workspace."""
    data: field[dict[str, Any]] = field()
    """The record as it was after the change, in the form in which webhooks of this event type receive it."""
    previous: field[dict[str, Any] | None] = field()
    """Previous values of the changed fields, for events that report a change."""


class MailAddress(Model):
    """A sender or recipient of a mail."""

    __slots__ = ()
    address: field[str] = field()
    """E-mail address."""
    name: field[str | None] = field()
    """Name beside the address, or null."""


class MailAuthentication(Model):
    """What proves the sender of a mail."""

    __slots__ = ()
    verified: field[bool] = field()
    """Whether the domain of the sender is proven, by a signature (DKIM) or by the server that sent the mail (SPF); of a
    contact form, whether the sender has confirmed its address.
    """
    dmarc: field[enums.MailAuthenticationDmarc | str] = field()
    """Outcome of DMARC (`pass`, `fail`, `none`, `error`)."""
    dkim: field[enums.MailAuthenticationDmarc | str] = field()
    """Outcome of the signatures in the name of the domain of the sender (`pass`, `fail`, `none`, `error`)."""
    spf: field[enums.MailAuthenticationDmarc | str] = field()
    """Outcome for the server that sent the mail (`pass`, `fail`, `none`, `error`)."""


class MailContent(Model):
    """What a mail contains beside the text of its message."""

    __slots__ = ()
    headers: field[list[MailContentHeader]] = field(lambda: MailContentHeader)
    """The fields of its head in their order, of at most 256 KiB; empty if it has no source."""
    html_url: field[str | None] = field()
    """Signed, expiring URL of the HTML of an incoming mail as a document for a sandboxed frame: without scripts and forms,
    with links that open pages of their own, and without content of other servers. Null without HTML, and for HTML that is
    too large.
    """
    html_url_with_remote_content: field[str | None] = field()
    """The same with images of other servers, whose request tells the sender that the mail is read; null if it has none."""
    source_url: field[str | None] = field()
    """Signed, expiring URL of the mail as it arrived or was composed; null before it is composed, and once it is deleted."""


class MailContentHeader(Model):
    __slots__ = ()
    name: field[str] = field()
    """Name of the field, in lower case."""
    value: field[str] = field()
    """Its value in one line, as it came."""


class Mailbox(Model):
    """A mailbox through which replies leave."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the mailbox."""
    name: field[str] = field()
    """Display name."""
    inbox_id: field[str | None] = field()
    """Id of the inbox whose conversations have this mailbox by default, or null."""
    address: field[str] = field()
    """Address of the mailbox, from which replies are sent."""
    from_name: field[str | None] = field()
    """Name beside the address of the sender, or null for that of the user."""
    signature: field[str | None] = field()
    """Text below each reply, or null."""
    send_delay: field[int] = field()
    """Seconds for which a reply waits, and within which its redaction cancels it."""
    on_unknown: field[enums.UnknownOutcome | str] = field()
    """What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`; `retry`: it is
    sent once more after 15 minutes, with the same Message-ID, and may arrive twice.
    """
    subaddressing: field[bool] = field()
    """Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and Microsoft 365 do.
    Answers then go to an address with a token, by which they find their conversation; a server that does not would refuse
    them.
    """
    aliases: field[list[str]] = field()
    """Further addresses of the mailbox."""
    limits: field[MailboxLimits] = field(lambda: MailboxLimits)
    """How fast mails leave."""
    acknowledgement: field[MailboxAcknowledgement] = field(lambda: MailboxAcknowledgement)
    """The automatic answer to the first mail of a conversation."""
    transport: field[Transport] = field(lambda: Transport)
    """How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets."""
    authserv_id: field[str | None] = field()
    """The id of whose `Authentication-Results` prove senders, or null."""
    receiving: field[Receiving | None] = field(lambda: Receiving)
    """How a provider hands over mails that arrive, or null."""
    import_: field[MailboxImport | None] = field(lambda: MailboxImport)
    """The import of older mails from its IMAP server, or null."""
    status: field[enums.MailboxStatus | str] = field()
    """`connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it is tried again;
    `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days; those of a mailbox that is only
    refused where its mails are fetched leave, as `affects` of the reason tells.
    """
    status_reason: field[MailboxStatusReason | None] = field(lambda: MailboxStatusReason)
    """Why it is disconnected, or null."""
    last_sent_at: field[str | None] = field()
    """Time at which a mail was last sent, or null."""
    last_received_at: field[str | None] = field()
    """Time at which a mail that arrived was last read, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class MailboxAcknowledgement(Model):
    """The automatic answer to the first mail of a conversation."""

    __slots__ = ()
    enabled: field[bool] = field()
    """Whether acknowledgements are sent."""
    text: field[str | None] = field()
    """Text of the acknowledgement, or null for the default."""


class MailboxConnectedEvent(Event):
    """A mailbox was created or works again."""

    __slots__ = ()
    event: field[Literal["mailbox.connected"]] = field()
    """Event type."""
    data: field[Mailbox] = field(lambda: Mailbox)
    """A mailbox through which replies leave."""


class MailboxDisconnectedEvent(Event):
    """A mailbox cannot send, and its mails wait; or the mails that arrive cannot be fetched. `status_reason` says which, and
    why.
    """

    __slots__ = ()
    event: field[Literal["mailbox.disconnected"]] = field()
    """Event type."""
    data: field[Mailbox] = field(lambda: Mailbox)
    """A mailbox through which replies leave."""


class MailboxImport(Model):
    """The import of the mails that a folder had before."""

    __slots__ = ()
    since: field[str] = field()
    """Time from which on mails are imported, by the date at which their server got them."""
    status: field[enums.MailboxImportStatus | str] = field()
    """How far an import is. `pending`: it has not begun, as the IMAP server was not reached yet; `running`: mails are being
    imported; `completed`: all of them are.
    """
    imported: field[int] = field()
    """Mails that have become messages."""
    completed_at: field[str | None] = field()
    """Time at which it was completed, or null."""


class MailboxLimits(Model):
    """How fast mails leave."""

    __slots__ = ()
    per_minute: field[int] = field()
    """Most attempts to send a mail in a minute."""
    per_day: field[int | None] = field()
    """Most attempts to send a mail in 24 hours, or null for no limit."""
    concurrency: field[int] = field()
    """Most connections at a time."""


class MailboxProbe(Model):
    """The mails that a test has sent from a mailbox to itself, and what is known of their way back."""

    __slots__ = ()
    status: field[enums.MailboxProbeStatus | str] = field()
    """`none`: the mailbox was not tested, or receives no mails; `pending`: mails are on their way; `failed`: at least one
    check has failed (`none`, `pending`, `passed`, `failed`).
    """
    started_at: field[str | None] = field()
    """Time at which the mails were sent, or null."""
    checks: field[list[MailboxProbeCheck]] = field(lambda: MailboxProbeCheck)
    """The checks, in their order."""


class MailboxProbeCheck(Model):
    __slots__ = ()
    name: field[enums.MailboxProbeCheckName | str] = field()
    """What was checked (`arrival`, `subaddressing`, `message_id`, `references`, `authentication`)."""
    status: field[enums.MailboxProbeCheckStatus | str] = field()
    """Its outcome (`pending`, `passed`, `failed`, `skipped`)."""
    detail: field[str] = field()
    """Outcome in words."""


class MailboxStatusReason(Model):
    """Why a mailbox is disconnected."""

    __slots__ = ()
    code: field[str] = field()
    """Machine-readable cause."""
    message: field[str] = field()
    """Cause in words."""
    affects: field[enums.MailboxStatusReasonAffects | str] = field()
    """`sending`: mails wait; `receiving`: mails leave, and those that arrive are not fetched."""


class MailboxTestResult(Model):
    """Result of testing a mailbox."""

    __slots__ = ()
    checks: field[list[MailboxTestResultCheck]] = field(lambda: MailboxTestResultCheck)
    """The checks, in their order; those after a failed one are skipped."""
    probe: field[MailboxProbe] = field(lambda: MailboxProbe)
    """The mails that a test has sent from a mailbox to itself, and what is known of their way back."""


class MailboxTestResultCheck(Model):
    __slots__ = ()
    name: field[enums.MailboxTestResultCheckName | str] = field()
    """What was checked (`dns`, `connection`, `tls`, `authentication`, `sending`, `receiving`, `signature`)."""
    status: field[enums.MailboxTestResultCheckStatus | str] = field()
    """Its outcome (`passed`, `failed`, `skipped`)."""
    detail: field[str] = field()
    """Outcome in words."""


class Me(Model):
    """The user and workspace of the current credential."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the user."""
    email: field[str] = field()
    """E-mail address."""
    name: field[str] = field()
    """Full name."""
    role: field[enums.UserRole | str] = field()
    """Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)."""
    status: field[enums.UserStatus | str] = field()
    """Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned
    (`active`, `invited`, `inactive`).
    """
    avatar_url: field[str | None] = field()
    """URL of the profile picture, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""
    credential: field[Credential] = field(lambda: Credential)
    """The current credential."""
    plan: field[enums.Plan | str] = field()
    """Plan of the workspace, which determines the rate limit (`starter`, `professional`, `business`, `unlimited`)."""
    workspace: field[WorkspaceSummary] = field(lambda: WorkspaceSummary)
    """The workspace of the credential."""


class Message(Model):
    """A message, internal note or comment in a conversation."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the message."""
    conversation_id: field[str] = field()
    """Id of the conversation."""
    body: field[str] = field()
    """Text of the message; empty if it was redacted."""
    quoted_body: field[str | None] = field()
    """Text of earlier messages that a mail repeats, which `body` is without; or null."""
    type: field[enums.MessageType | str] = field()
    """Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the contact too,
    but never sent. A reply of a user is sent, unless `send` is false, if its conversation has a `mailbox_id` or
    `connection_id`; others are recorded, not sent.
    """
    external_id: field[str | None] = field()
    """Id of the message in an external system, unique in the workspace and mode, or null."""
    author: field[MessageAuthor] = field(lambda: MessageAuthor)
    """Author of the message."""
    attachments: field[list[Attachment]] = field(lambda: Attachment)
    """Files attached to the message."""
    email: field[MessageEmail | None] = field(lambda: MessageEmail)
    """Its addresses and its subject, if it is a mail, or null."""
    mailbox_id: field[str | None] = field()
    """Id of the mailbox through which it leaves or came, or null."""
    connection_id: field[str | None] = field()
    """Id of the connection through which it leaves or came, or null."""
    delivery: field[MessageDelivery | None] = field(lambda: MessageDelivery)
    """The sending of the message; null if it is recorded, not sent."""
    sent_at: field[str | None] = field()
    """Time at which the contact sent it, as a connector or the mail has told; or null."""
    redacted_at: field[str | None] = field()
    """Time at which its text and attachments were removed, or null."""
    created_at: field[str] = field()
    """Time of creation."""


class MessageAuthor(Model):
    """Author of the message."""

    __slots__ = ()
    type: field[enums.AuthorType | str] = field()
    """Type of the author (`contact`, `user`)."""
    id: field[str] = field()
    """Id of the user or contact."""
    name: field[str | None] = field()
    """Name of the author."""


class MessageCreatedEvent(Event):
    """A message was created; check `type` to tell internal notes apart."""

    __slots__ = ()
    event: field[Literal["message.created"]] = field()
    """Event type."""
    data: field[Message] = field(lambda: Message)
    """A message, internal note or comment in a conversation."""


class MessageDelivery(Model):
    """The sending of a message to its recipients."""

    __slots__ = ()
    status: field[enums.MessageDeliveryStatus | str] = field()
    """How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone report: a
    mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it over; `delivered`: the server of the
    recipient has taken it; `unknown`: it was handed over and no answer came; `bounced`: refused after it was sent;
    `failed`: not sent; `cancelled`: redacted before it was sent.
    """
    updated_at: field[str] = field()
    """Time of the last change of the status."""
    error: field[MessageDeliveryError | None] = field(lambda: MessageDeliveryError)
    """Why it waits, or was not sent or delivered; or null."""
    recipients: field[list[MessageDeliveryRecipient]] = field(lambda: MessageDeliveryRecipient)
    """The recipients, each with the status of its own."""


class MessageDeliveryError(Model):
    __slots__ = ()
    code: field[str] = field()
    """Machine-readable cause."""
    smtp_status: field[str | None] = field()
    """Enhanced status code of the receiving mail server, or null."""
    message: field[str] = field()
    """Cause in words."""


class MessageDeliveryRecipient(Model):
    __slots__ = ()
    address: field[str] = field()
    """Address of the recipient."""
    status: field[enums.MessageDeliveryStatus | str] = field()
    """How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone report: a
    mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it over; `delivered`: the server of the
    recipient has taken it; `unknown`: it was handed over and no answer came; `bounced`: refused after it was sent;
    `failed`: not sent; `cancelled`: redacted before it was sent.
    """
    error: field[MessageDeliveryError | None] = field(lambda: MessageDeliveryError)
    """Why it waits, or was not sent or delivered; or null."""


class MessageDeliveryUpdatedEvent(Event):
    """The sending of a message has made progress; `previous` contains the former `delivery`."""

    __slots__ = ()
    event: field[Literal["message.delivery_updated"]] = field()
    """Event type."""
    data: field[Message] = field(lambda: Message)
    """A message, internal note or comment in a conversation."""
    previous: field[PartialMessage] = field(lambda: PartialMessage)
    """Previous values of the changed fields; other fields are absent."""


class MessageEmail(Model):
    """A message as a mail."""

    __slots__ = ()
    direction: field[enums.MessageEmailDirection | str] = field()
    """Whether it came or leaves (`incoming`, `outgoing`)."""
    from_: field[MailAddress | None] = field(lambda: MailAddress)
    """The sender of an incoming mail; null for an outgoing one, which the mailbox sends."""
    reply_to: field[list[MailAddress]] = field(lambda: MailAddress)
    """Where the sender of an incoming mail asks for answers, if not at its own address."""
    to: field[list[MailAddress]] = field(lambda: MailAddress)
    """The recipients."""
    cc: field[list[MailAddress]] = field(lambda: MailAddress)
    """Recipients of a copy."""
    bcc: field[list[MailAddress]] = field(lambda: MailAddress)
    """Recipients of a copy whom no other recipient sees."""
    subject: field[str | None] = field()
    """Subject line, or null for none."""
    has_html: field[bool] = field()
    """Whether it has a body in HTML beside its text."""
    is_automatic: field[bool] = field()
    """Whether a program wrote it, such as an out-of-office notice: it reopens nothing, and nobody waits for an answer to it."""
    is_participant: field[bool] = field()
    """Whether the sender takes part in the conversation. A reply is not sent to one who does not, unless it names the address."""
    is_truncated: field[bool] = field()
    """Whether parts of an incoming mail were left out, which its source has."""
    authentication: field[MailAuthentication | None] = field(lambda: MailAuthentication)
    """What proves the sender of an incoming mail; null for an outgoing one, and for one that was imported."""


class MessageRedactedEvent(Event):
    """The text and the attachments of a message were removed; `data` contains the message without them."""

    __slots__ = ()
    event: field[Literal["message.redacted"]] = field()
    """Event type."""
    data: field[Message] = field(lambda: Message)
    """A message, internal note or comment in a conversation."""


class ModeUsage(Model):
    """Requests in live mode."""

    __slots__ = ()
    requests: field[int] = field()
    """Requests that counted against the limit."""
    rate_limited: field[int] = field()
    """Requests that were refused with 429 because the limit was used up."""


class PageMeta(Model):
    """Pagination of a list."""

    __slots__ = ()
    current_page: field[int | None] = field()
    """Page number; null with `cursor`."""
    per_page: field[int] = field()
    """Number of items per page."""
    total_pages: field[int | None] = field()
    """Number of pages; null with `cursor`, and if `total_count` is a lower bound."""
    total_count: field[int] = field()
    """Number of matching items."""
    total_count_relation: field[enums.CountRelation | str] = field()
    """Accuracy of `total_count`: `eq` if exact, `gte` if counting stopped at 10,000, or at 1,000 with `q`."""
    next_cursor: field[str | None] = field()
    """Cursor of the next page, or null on the last one."""
    resume_cursor: field[str | None] = field()
    """With `sort=updated_at` and `order=asc`, and for events with `order=asc`, on every page: the cursor to continue with
    later, which misses no change and repeats those of the last minute; otherwise null.
    """


class ReceivedMeta(Model):
    """What the call has done."""

    __slots__ = ()
    created: field[bool] = field()
    """Whether the message was created; else it was there."""


class Receiving(Model):
    """How a provider hands over mails that arrive, without its secrets."""

    __slots__ = ()
    type: field[enums.ReceivingType | str] = field()
    """Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`: Mailgun;
    `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic.
    """
    url: field[str] = field()
    """Address that the provider calls, with a token that nobody can guess."""
    authentication: field[enums.ReceivingAuthentication | str] = field()
    """What proves that a request is of the provider. `password`: the password in the URL that it calls; `signature`: its
    signature.
    """
    topic_arn: field[str | None] = field()
    """ARN of the SNS topic, for `ses`, or null."""


class Recovery(Model):
    """Result of a replay."""

    __slots__ = ()
    recovered: field[int] = field()
    """Number of replayed deliveries."""
    has_more: field[bool] = field()
    """Whether failed deliveries remain in the range."""


class ReplyRecipients(Model):
    """Whom a reply goes to."""

    __slots__ = ()
    mailbox_id: field[str | None] = field()
    """Id of the mailbox through which replies leave, or null."""
    to: field[list[MailAddress]] = field(lambda: MailAddress)
    """The recipients; empty if nobody has an address."""
    cc: field[list[MailAddress]] = field(lambda: MailAddress)
    """Recipients of a copy."""
    subject: field[str | None] = field()
    """Subject line, or null."""


class SearchMeta(Model):
    """Number of matches and completeness of the search."""

    __slots__ = ()
    total_results: field[int] = field()
    """Number of matches of all types, counting at most 10,000 of each."""
    total_results_relation: field[enums.CountRelation | str] = field()
    """Accuracy of `total_results`: `eq` if exact, `gte` if a count reached its limit or a type was not searched."""
    partial: field[list[enums.SearchGroup | str]] = field()
    """Groups that are empty because they could not be searched in time."""


class SearchResults(Model):
    """Search results by type."""

    __slots__ = ()
    conversations: field[list[Conversation]] = field(lambda: Conversation)
    """Matching conversations, most relevant first."""
    contacts: field[list[Contact]] = field(lambda: Contact)
    """Matching contacts, most relevant first."""
    tickets: field[list[Ticket]] = field(lambda: Ticket)
    """Matching tickets, most relevant first."""


class SenderRule(Model):
    """What becomes of the mails of a sender."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the sender rule."""
    sender: field[str] = field()
    """The address, or the domain with its subdomains."""
    action: field[enums.SenderAction | str] = field()
    """`block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as `spam` or `flood`,
    unless the domain asks to refuse mails that nothing proves, and nothing proves them.
    """
    origin: field[enums.SenderRuleOrigin | str] = field()
    """`manual`: an admin has made it; `released`: a mail of the sender was released from quarantine, where it was as `spam` or
    `flood`.
    """
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class SendingDomain(Model):
    """A domain in whose name the relay of the operator sends, and the DNS records that it needs."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the sending domain."""
    domain: field[str] = field()
    """Name of the domain."""
    status: field[enums.SendingDomainStatus | str] = field()
    """`pending`: not verified yet; `verified`: the DKIM record was found, and mails from the domain are signed with its key;
    `failed`: the record has gone or is another one.
    """
    records: field[list[DnsRecord]] = field(lambda: DnsRecord)
    """The records to publish."""
    verified_at: field[str | None] = field()
    """Time of the last verification that found the DKIM record, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class SlaMetric(Model):
    """A measured time with its deadline."""

    __slots__ = ()
    metric: field[enums.SlaMetricName | str] = field()
    """What is measured. `first_response`: the time until a user first replies. More metrics may follow."""
    status: field[enums.SlaStatus | str] = field()
    """SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it (`on_track`,
    `warning`, `breached`).
    """
    due_at: field[str] = field()
    """Deadline."""
    started_at: field[str] = field()
    """Time at which the timer last started: creation, or reopening."""
    stopped_at: field[str | None] = field()
    """Time at which the timer stopped; null while it runs."""


class SlaTargets(Model):
    """First-response targets in force, by priority."""

    __slots__ = ()
    urgent: field[str] = field()
    """Duration."""
    high: field[str] = field()
    """Duration."""
    normal: field[str] = field()
    """Duration."""
    low: field[str] = field()
    """Duration."""


class Suppression(Model):
    """An address to which no mail is sent."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the suppression."""
    address: field[str] = field()
    """The address."""
    reason: field[enums.SuppressionReason | str] = field()
    """`bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as spam, which nothing
    records yet; `manual`: an admin has listed it.
    """
    expires_at: field[str | None] = field()
    """When it ends by itself, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class Tag(Model):
    """A label on conversations and tickets."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the tag."""
    name: field[str] = field()
    """Name, in the spelling of its creation or first use."""
    color: field[str] = field()
    """Color as `#rrggbb`."""
    count: field[int] = field()
    """Number of conversations and tickets with this tag."""
    created_at: field[str] = field()
    """Time of creation."""


class TagCreatedEvent(Event):
    """A tag was created."""

    __slots__ = ()
    event: field[Literal["tag.created"]] = field()
    """Event type."""
    data: field[Tag] = field(lambda: Tag)
    """A label on conversations and tickets."""


class TagDeletedEvent(Event):
    """A tag was deleted; `data` contains its last state. It is removed from conversations and tickets without events of their
    own.
    """

    __slots__ = ()
    event: field[Literal["tag.deleted"]] = field()
    """Event type."""
    data: field[Tag] = field(lambda: Tag)
    """A label on conversations and tickets."""


class TagUpdatedEvent(Event):
    """A tag was renamed or recolored; `previous` contains the old values. Conversations and tickets with the tag follow
    without events of their own.
    """

    __slots__ = ()
    event: field[Literal["tag.updated"]] = field()
    """Event type."""
    data: field[Tag] = field(lambda: Tag)
    """A label on conversations and tickets."""
    previous: field[PartialTag] = field(lambda: PartialTag)
    """Previous values of the changed fields; other fields are absent."""


class Team(Model):
    """A group of users."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the team."""
    name: field[str] = field()
    """Display name."""
    description: field[str | None] = field()
    """Purpose of the team, or null."""
    members_count: field[int] = field()
    """Number of members."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class TeamMember(Model):
    """A user and their membership in a team."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the user."""
    email: field[str] = field()
    """E-mail address."""
    name: field[str] = field()
    """Full name."""
    role: field[enums.UserRole | str] = field()
    """Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)."""
    status: field[enums.UserStatus | str] = field()
    """Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned
    (`active`, `invited`, `inactive`).
    """
    avatar_url: field[str | None] = field()
    """URL of the profile picture, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""
    joined_at: field[str] = field()
    """Time at which the user joined the team."""


class Ticket(Model):
    """A support request with a status, a priority and an SLA."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the ticket."""
    subject: field[str] = field()
    """Subject line."""
    description: field[str | None] = field()
    """Full text of the request."""
    external_id: field[str | None] = field()
    """Id of the ticket in an external system, unique in the workspace and mode, or null."""
    priority: field[enums.Priority | str] = field()
    """Priority (`urgent`, `high`, `normal`, `low`)."""
    inbox_id: field[str | None] = field()
    """Id of the inbox, or null."""
    status: field[enums.TicketStatus | str] = field()
    """Current status of the ticket (`open`, `pending`, `resolved`, `closed`)."""
    sla: field[TicketSla | None] = field(lambda: TicketSla)
    """First-response SLA: status and deadline; null without a target."""
    first_responded_at: field[str | None] = field()
    """Time of the first response by a user, or null."""
    resolved_at: field[str | None] = field()
    """Time at which it was last resolved; null unless resolved, or closed after that."""
    closed_at: field[str | None] = field()
    """Time at which it was closed; null unless closed."""
    reopened_count: field[int] = field()
    """Number of times that it was reopened after it was resolved or closed."""
    assignee: field[Assignee | None] = field(lambda: Assignee)
    """The user assigned to the ticket, or null."""
    contact: field[ContactSummary | None] = field(lambda: ContactSummary)
    """The contact who requested the ticket, or null."""
    tags: field[list[str]] = field()
    """Names of the tags."""
    conversation_id: field[str | None] = field()
    """Id of the linked conversation, or null."""
    custom_fields: field[CustomFields] = field()
    """Custom key-value pairs; values are strings, numbers, booleans or arrays of them."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class TicketAssignedEvent(Event):
    """The assignee of a ticket changed; `previous` contains the old values."""

    __slots__ = ()
    event: field[Literal["ticket.assigned"]] = field()
    """Event type."""
    data: field[Ticket] = field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: field[PartialTicket] = field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class TicketCreatedEvent(Event):
    """A ticket was created."""

    __slots__ = ()
    event: field[Literal["ticket.created"]] = field()
    """Event type."""
    data: field[Ticket] = field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""


class TicketDeletedEvent(Event):
    """A ticket was deleted; `data` contains only its id."""

    __slots__ = ()
    event: field[Literal["ticket.deleted"]] = field()
    """Event type."""
    data: field[TicketDeletedEventData] = field(lambda: TicketDeletedEventData)
    """The deleted ticket."""


class TicketDeletedEventData(Model):
    """The deleted ticket."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the ticket."""


class TicketSla(Model):
    __slots__ = ()
    status: field[enums.SlaStatus | str] = field()
    """SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it (`on_track`,
    `warning`, `breached`).
    """
    first_response_due: field[str | None] = field()
    """Deadline for the first response, or null."""
    metrics: field[list[SlaMetric]] = field(lambda: SlaMetric)
    """Each measured time."""


class TicketSlaBreachedEvent(Event):
    """The deadline for the first response has passed."""

    __slots__ = ()
    event: field[Literal["ticket.sla_breached"]] = field()
    """Event type."""
    metric: field[enums.SlaMetricName | str] = field()
    """What is measured. `first_response`: the time until a user first replies. More metrics may follow."""
    policy_id: field[str | None] = field()
    """Id of the SLA policy; null for the targets of the workspace."""
    data: field[Ticket] = field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""


class TicketSlaWarningEvent(Event):
    """75% of the target time for the first response has passed."""

    __slots__ = ()
    event: field[Literal["ticket.sla_warning"]] = field()
    """Event type."""
    metric: field[enums.SlaMetricName | str] = field()
    """What is measured. `first_response`: the time until a user first replies. More metrics may follow."""
    policy_id: field[str | None] = field()
    """Id of the SLA policy; null for the targets of the workspace."""
    data: field[Ticket] = field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""


class TicketStatusChangedEvent(Event):
    """The status of a ticket changed; `previous` contains the old values."""

    __slots__ = ()
    event: field[Literal["ticket.status_changed"]] = field()
    """Event type."""
    data: field[Ticket] = field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: field[PartialTicket] = field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class TicketUpdatedEvent(Event):
    """A ticket was updated; `previous` contains the old values."""

    __slots__ = ()
    event: field[Literal["ticket.updated"]] = field()
    """Event type."""
    data: field[Ticket] = field(lambda: Ticket)
    """A support request with a status, a priority and an SLA."""
    previous: field[PartialTicket] = field(lambda: PartialTicket)
    """Previous values of the changed fields; other fields are absent."""


class Transport(Model):
    """How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets."""

    __slots__ = ()
    type: field[enums.TransportType | str] = field()
    """How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are fetched from the
    inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP authentication, and with
    `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not at all, their outcome is simulated by the
    address of the recipient.
    """
    host: field[str | None] = field()
    """Name of the submission server, or null."""
    port: field[int | None] = field()
    """Its port, or null."""
    security: field[enums.TransportSecurity | str | None] = field()
    """`tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer;
    `none`: only to hosts that the operator allows.
    """
    authentication: field[enums.TransportAuthentication | str] = field()
    """How the mailbox signs in (`none`, `password`, `oauth2`)."""
    username: field[str | None] = field()
    """User name at the server, or null."""
    oauth_provider: field[enums.OAuthProvider | str | None] = field()
    """Issuer of the tokens (`google`, `microsoft`)."""
    client_id: field[str | None] = field()
    """Id of the OAuth application, or null."""
    tenant_id: field[str | None] = field()
    """Id of the Microsoft tenant, or null."""
    imap_host: field[str | None] = field()
    """Name of the IMAP server, or null."""
    imap_port: field[int | None] = field()
    """Its port, or null."""
    imap_security: field[enums.TransportSecurity | str | None] = field()
    """`tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer;
    `none`: only to hosts that the operator allows.
    """
    after_receiving: field[enums.AfterReceiving | str | None] = field()
    """What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it was; `delete`: it
    is deleted there, which only `imap_smtp` does.
    """


class UploadedFile(Model):
    """An uploaded file."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the file."""
    name: field[str] = field()
    """File name."""
    size: field[int] = field()
    """Size in bytes."""
    mime_type: field[str] = field()
    """Media type, determined from the content."""
    folder: field[str | None] = field()
    """Path of the folder, or null."""
    url: field[str | None] = field()
    """Signed, expiring download URL, issued anew at every read; null once the file is deleted. That of an event may have
    expired when the event arrives.
    """
    created_at: field[str] = field()
    """Time of creation."""
    deleted_at: field[str | None] = field()
    """Time of deletion, or null. Only the event `file.deleted` shows a deleted file."""


class UpsertMeta(Model):
    """What an upsert has done."""

    __slots__ = ()
    created: field[bool] = field()
    """Whether the record was created; else it was found, and updated."""


class User(Model):
    """A member of the workspace."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the user."""
    email: field[str] = field()
    """E-mail address."""
    name: field[str] = field()
    """Full name."""
    role: field[enums.UserRole | str] = field()
    """Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)."""
    status: field[enums.UserStatus | str] = field()
    """Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned
    (`active`, `invited`, `inactive`).
    """
    avatar_url: field[str | None] = field()
    """URL of the profile picture, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class Webhook(Model):
    """A webhook endpoint and the events that are delivered to it."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the webhook."""
    url: field[str] = field()
    """URL of the endpoint (http or https) that receives POST requests."""
    description: field[str | None] = field()
    """Note about the purpose of the webhook, or null."""
    rate_limit: field[int | None] = field()
    """Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used
    as a burst.
    """
    events: field[list[str]] = field()
    """Event types, prefixes like `ticket.*`, or `*`."""
    api_version: field[Literal["v1"]] = field()
    """Version of the API whose form `data` has."""
    status: field[enums.WebhookStatus | str] = field()
    """Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)."""
    disabled_reason: field[enums.WebhookDisabledReason | str | None] = field()
    """Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by request;
    `revoked`: the grant, personal access token or user that created it has ended, or the user may not manage webhooks any
    more; null while enabled.
    """
    created_by: field[WebhookCreator | None] = field(lambda: WebhookCreator)
    """Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant, personal
    access token or user ends, or the user may not manage webhooks any more; webhooks of an API key stay, because keys
    belong to the workspace.
    """
    secret_last4: field[str | None] = field()
    """Last four characters of the secret, or null if it has less than 16 characters."""
    last_delivery_at: field[str | None] = field()
    """Time of the last successful delivery, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class WebhookCreator(Model):
    __slots__ = ()
    type: field[enums.WebhookCreatorType | str] = field()
    """Type of the credential, or `user` for a signed-in user (`api_key`, `personal_access_token`, `oauth_access_token`,
    `user`).
    """
    id: field[str] = field()
    """Id of the API key, personal access token, grant or user."""


class WebhookDisabledEvent(Event):
    """A webhook was disabled: its endpoint is gone or keeps failing, or its creator lost access."""

    __slots__ = ()
    event: field[Literal["webhook.disabled"]] = field()
    """Event type."""
    data: field[Webhook] = field(lambda: Webhook)
    """A webhook endpoint and the events that are delivered to it."""


class WebhookTestEvent(Event):
    """A test event."""

    __slots__ = ()
    event: field[Literal["webhook.test"]] = field()
    """Event type."""
    data: field[WebhookTestEventData] = field(lambda: WebhookTestEventData)
    """The tested webhook."""


class WebhookTestEventData(Model):
    """The tested webhook."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the webhook."""
    message: field[str] = field()
    """Text of the test event."""


class WebhookTestResult(Model):
    """Result of sending a test event."""

    __slots__ = ()
    success: field[bool] = field()
    """Whether the endpoint returned a 2xx status."""
    status_code: field[int | None] = field()
    """HTTP status of the response, or null if there was none."""
    duration_ms: field[int] = field()
    """Duration in milliseconds."""
    error: field[str | None] = field()
    """Error of the attempt, or null if it succeeded."""
    delivery_id: field[str] = field()
    """Id of the delivery."""


class WebhookWithSecret(Model):
    """A webhook with its secret, which is returned only in this response."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the webhook."""
    url: field[str] = field()
    """URL of the endpoint (http or https) that receives POST requests."""
    description: field[str | None] = field()
    """Note about the purpose of the webhook, or null."""
    rate_limit: field[int | None] = field()
    """Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used
    as a burst.
    """
    events: field[list[str]] = field()
    """Event types, prefixes like `ticket.*`, or `*`."""
    api_version: field[Literal["v1"]] = field()
    """Version of the API whose form `data` has."""
    status: field[enums.WebhookStatus | str] = field()
    """Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)."""
    disabled_reason: field[enums.WebhookDisabledReason | str | None] = field()
    """Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by request;
    `revoked`: the grant, personal access token or user that created it has ended, or the user may not manage webhooks any
    more; null while enabled.
    """
    created_by: field[WebhookCreator | None] = field(lambda: WebhookCreator)
    """Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant, personal
    access token or user ends, or the user may not manage webhooks any more; webhooks of an API key stay, because keys
    belong to the workspace.
    """
    secret_last4: field[str | None] = field()
    """Last four characters of the secret, or null if it has less than 16 characters."""
    last_delivery_at: field[str | None] = field()
    """Time of the last successful delivery, or null."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""
    secret: field[str] = field()
    """Secret, as sent or generated."""
    signing_secret: field[str] = field()
    """Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key."""


class Workspace(Model):
    """A workspace and its settings, which both modes share."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the workspace."""
    name: field[str] = field()
    """Name of the workspace."""
    plan: field[enums.Plan | str] = field()
    """Plan: 60, 300 or 1000 requests per minute, or unlimited (`starter`, `professional`, `business`, `unlimited`)."""
    usage: field[WorkspaceUsage | None] = field(lambda: WorkspaceUsage)
    """Null while the requests cannot be counted."""
    country: field[str | None] = field()
    """Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null."""
    time_zone: field[str] = field()
    """Time zone (IANA)."""
    language: field[str] = field()
    """Language (BCP 47)."""
    sla_targets: field[SlaTargets] = field(lambda: SlaTargets)
    """First-response targets in force, by priority."""
    created_at: field[str] = field()
    """Time of creation."""
    updated_at: field[str] = field()
    """Time of the last change."""


class WorkspaceSummary(Model):
    """The workspace of the credential."""

    __slots__ = ()
    id: field[str] = field()
    """Id of the workspace."""
    name: field[str] = field()
    """Name of the workspace."""


class WorkspaceUsage(Model):
    """Requests of the last 60 minutes."""

    __slots__ = ()
    requests_per_minute: field[int] = field()
    """Limit of the plan, per mode."""
    live: field[ModeUsage] = field(lambda: ModeUsage)
    """Requests in live mode."""
    test: field[ModeUsage] = field(lambda: ModeUsage)
    """Requests in test mode."""


class PartialContact(Model):
    """Fields of Contact, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: field[str | None] = field()
    email: field[str | None] = field()
    name: field[str | None] = field()
    phone: field[str | None] = field()
    external_id: field[str | None] = field()
    company: field[str | None] = field()
    phone_e164: field[str | None] = field()
    custom_fields: field[CustomFields | None] = field()
    created_at: field[str | None] = field()
    updated_at: field[str | None] = field()


class PartialConversation(Model):
    """Fields of Conversation, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: field[str | None] = field()
    subject: field[str | None] = field()
    external_id: field[str | None] = field()
    priority: field[enums.Priority | str | None] = field()
    inbox_id: field[str | None] = field()
    status: field[enums.ConversationStatus | str | None] = field()
    channel: field[enums.Channel | str | None] = field()
    assignee: field[Assignee | None] = field(lambda: Assignee)
    contact: field[ContactSummary | None] = field(lambda: ContactSummary)
    mailbox_id: field[str | None] = field()
    connection_id: field[str | None] = field()
    participants: field[list[MailAddress] | None] = field(lambda: MailAddress)
    tags: field[list[str] | None] = field()
    custom_fields: field[CustomFields | None] = field()
    last_message_at: field[str | None] = field()
    last_message_by: field[enums.AuthorType | str | None] = field()
    messages_count: field[int | None] = field()
    waiting_since: field[str | None] = field()
    closed_at: field[str | None] = field()
    created_at: field[str | None] = field()
    updated_at: field[str | None] = field()


class PartialMessage(Model):
    """Fields of Message, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: field[str | None] = field()
    conversation_id: field[str | None] = field()
    body: field[str | None] = field()
    quoted_body: field[str | None] = field()
    type: field[enums.MessageType | str | None] = field()
    external_id: field[str | None] = field()
    author: field[MessageAuthor | None] = field(lambda: MessageAuthor)
    attachments: field[list[Attachment] | None] = field(lambda: Attachment)
    email: field[MessageEmail | None] = field(lambda: MessageEmail)
    mailbox_id: field[str | None] = field()
    connection_id: field[str | None] = field()
    delivery: field[MessageDelivery | None] = field(lambda: MessageDelivery)
    sent_at: field[str | None] = field()
    redacted_at: field[str | None] = field()
    created_at: field[str | None] = field()


class PartialTag(Model):
    """Fields of Tag, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: field[str | None] = field()
    name: field[str | None] = field()
    color: field[str | None] = field()
    count: field[int | None] = field()
    created_at: field[str | None] = field()


class PartialTicket(Model):
    """Fields of Ticket, as far as they are there; None also stands for null."""

    __slots__ = ()
    id: field[str | None] = field()
    subject: field[str | None] = field()
    description: field[str | None] = field()
    external_id: field[str | None] = field()
    priority: field[enums.Priority | str | None] = field()
    inbox_id: field[str | None] = field()
    status: field[enums.TicketStatus | str | None] = field()
    sla: field[TicketSla | None] = field(lambda: TicketSla)
    first_responded_at: field[str | None] = field()
    resolved_at: field[str | None] = field()
    closed_at: field[str | None] = field()
    reopened_count: field[int | None] = field()
    assignee: field[Assignee | None] = field(lambda: Assignee)
    contact: field[ContactSummary | None] = field(lambda: ContactSummary)
    tags: field[list[str] | None] = field()
    conversation_id: field[str | None] = field()
    custom_fields: field[CustomFields | None] = field()
    created_at: field[str | None] = field()
    updated_at: field[str | None] = field()


class UnknownEvent(Event):
    """An event that this release does not know."""

    __slots__ = ()
    event: field[str] = field()
    data: field[dict[str, Any]] = field()


WebhookEvent: TypeAlias = (
    ContactCreatedEvent
    | ContactDeletedEvent
    | ContactUpdatedEvent
    | ConversationAssignedEvent
    | ConversationCreatedEvent
    | ConversationDeletedEvent
    | ConversationStatusChangedEvent
    | ConversationUpdatedEvent
    | FileCreatedEvent
    | FileDeletedEvent
    | IncomingMailQuarantinedEvent
    | MailboxConnectedEvent
    | MailboxDisconnectedEvent
    | MessageCreatedEvent
    | MessageDeliveryUpdatedEvent
    | MessageRedactedEvent
    | TagCreatedEvent
    | TagDeletedEvent
    | TagUpdatedEvent
    | TicketAssignedEvent
    | TicketCreatedEvent
    | TicketDeletedEvent
    | TicketSlaBreachedEvent
    | TicketSlaWarningEvent
    | TicketStatusChangedEvent
    | TicketUpdatedEvent
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
    "conversation.status_changed": ConversationStatusChangedEvent,
    "conversation.updated": ConversationUpdatedEvent,
    "file.created": FileCreatedEvent,
    "file.deleted": FileDeletedEvent,
    "incoming_mail.quarantined": IncomingMailQuarantinedEvent,
    "mailbox.connected": MailboxConnectedEvent,
    "mailbox.disconnected": MailboxDisconnectedEvent,
    "message.created": MessageCreatedEvent,
    "message.delivery_updated": MessageDeliveryUpdatedEvent,
    "message.redacted": MessageRedactedEvent,
    "tag.created": TagCreatedEvent,
    "tag.deleted": TagDeletedEvent,
    "tag.updated": TagUpdatedEvent,
    "ticket.assigned": TicketAssignedEvent,
    "ticket.created": TicketCreatedEvent,
    "ticket.deleted": TicketDeletedEvent,
    "ticket.sla_breached": TicketSlaBreachedEvent,
    "ticket.sla_warning": TicketSlaWarningEvent,
    "ticket.status_changed": TicketStatusChangedEvent,
    "ticket.updated": TicketUpdatedEvent,
    "webhook.disabled": WebhookDisabledEvent,
    "webhook.test": WebhookTestEvent,
}
