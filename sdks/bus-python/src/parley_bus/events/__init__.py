# Generated from the AsyncAPI document by `npm run sdks`. Do not edit.
# Document 0.1.0, SHA-256 0b76e9305893f22d68e5dfeac702e619b4e1178d1792f8b50dcd1e8bfd3b93d7
"""The events of the bus and the records in them, as dictionaries."""

from typing import Any, Literal, NotRequired, TypedDict


class Connection(TypedDict):
    """A channel that a connector of yours attaches"""

    # Id of the connection
    id: str
    # Display name
    name: str
    # Id of the inbox of its new conversations, or null
    inbox_id: str | None
    # The channel that the connector attaches; `custom` for any other (`custom`, `sms`, `whatsapp`, `messenger`, `instagram`,
    # `telegram`, `line`, `chat`)
    type: Literal["custom", "sms", "whatsapp", "messenger", "instagram", "telegram", "line", "chat"] | str
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class ConnectionDeletedData(TypedDict):
    # Id of the connection
    id: str

# Custom key-value pairs; values are strings, numbers, booleans or arrays of them
CustomFields = dict[str, str | float | bool | list[str | float | bool]]


class Contact(TypedDict):
    """A person who communicates with the workspace"""

    # Id of the contact
    id: str
    # E-mail address, unique in the workspace (case-insensitive)
    email: str | None
    # Full name
    name: str | None
    # Phone number, as it was given
    phone: str | None
    # Id of the contact in an external system, unique in the workspace and mode, or null
    external_id: str | None
    # Company name
    company: str | None
    # The phone number in the format of E.164, or null if it is none or has an extension. A national number is one of the
    # country that the workspace had when it was written
    phone_e164: str | None
    custom_fields: CustomFields
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class ContactDeletedData(TypedDict):
    """The deleted contact"""

    # Id of the contact
    id: str


class ContactForm(TypedDict):
    """A contact form of a web site"""

    # Id of the contact form
    id: str
    # Display name; mails that ask for a confirmation show it
    name: str
    # What names the form in its URL; public, but not to be guessed
    key: str
    # Address to which the form is sent
    url: str
    # Origins of the pages that have the form; a submission from a page of another one, or that tells none, is refused. Empty
    # allows all
    allowed_origins: list[str]
    # URL of the page that browsers are sent to once the message is received, or null for a plain page
    redirect_url: str | None
    # Id of the inbox of its conversations, or null
    inbox_id: str | None
    # Id of the mailbox through which replies leave, or null: then replies are recorded, not sent
    mailbox_id: str | None
    # Names of the tags
    tags: list[str]
    # Whether a message waits until its sender confirms its address by a link that is mailed to it. Without it, anybody can
    # write in the name of anybody. In live mode it needs a mailbox of the installation
    confirmation: bool
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class ContactFormDeletedData(TypedDict):
    # Id of the contact form
    id: str


class Assignee(TypedDict):
    """The user assigned to a record"""

    # Id of the user
    id: str
    # Full name of the user
    name: str


class TeamSummary(TypedDict):
    """The team that a record belongs to"""

    # Id of the team
    id: str
    # Display name of the team
    name: str


class ContactSummary(TypedDict):
    """The contact of a record"""

    # Id of the contact
    id: str
    # Full name of the contact
    name: str | None
    # E-mail address of the contact
    email: str | None
    # Phone number of the contact, as it was given
    phone: str | None


class MailAddress(TypedDict):
    """A sender or recipient of a mail"""

    # E-mail address
    address: str
    # Name beside the address, or null
    name: str | None


class Conversation(TypedDict):
    """A conversation with a contact; its messages are listed separately"""

    # Id of the conversation
    id: str
    # Number by which people name the record, unique in its workspace and mode; later records have higher ones, and some are
    # left out
    number: int
    # Subject line, or null
    subject: str | None
    # Id of the conversation in an external system, unique in the workspace and mode, or null
    external_id: str | None
    # Priority (`urgent`, `high`, `normal`, `low`)
    priority: Literal["urgent", "high", "normal", "low"] | str
    # Id of the inbox, or null
    inbox_id: str | None
    # Current status of the conversation (`open`, `pending`, `closed`)
    status: Literal["open", "pending", "closed"] | str
    # Channel through which the contact writes (`email`, `chat`, `form`, `api`)
    channel: Literal["email", "chat", "form", "api"] | str
    # The user assigned to the conversation, or null
    assignee: Assignee | None
    # Time at which its snooze ends; null unless snoozed
    snoozed_until: str | None
    # Whether a message of the contact ends the snooze; one that a program wrote for it does not
    wake_on_reply: bool
    # The team that the conversation belongs to, or null
    team: TeamSummary | None
    # The contact of the conversation
    contact: ContactSummary
    # Id of the mailbox through which replies leave, or null
    mailbox_id: str | None
    # Id of the connection through which replies leave, or null
    connection_id: str | None
    # Addresses beside that of the contact that a message was sent to by mail, in `to` or `cc`; of more than 100, the latest
    participants: list[MailAddress]
    # Names of the tags
    tags: list[str]
    custom_fields: CustomFields
    # Ids of the conversations that were merged into it, at most 500; their ids lead to this conversation
    merged_from: list[str]
    # Time of the last message, notes included; null if there is none
    last_message_at: str | None
    # Who wrote the last message: `user` or `contact`; null if there is none
    last_message_by: Literal["contact", "user"] | str | None
    # Number of messages, notes included
    messages_count: int
    # Time of the first message of the contact that no reply of a user followed; null unless the contact waits. Notes do not
    # count as replies
    waiting_since: str | None
    # Time at which it was closed; null unless closed
    closed_at: str | None
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class ConversationDeletedData(TypedDict):
    """The deleted conversation"""

    # Id of the conversation
    id: str


class ConversationMergedData(TypedDict):
    """The merged conversation"""

    # Id of the conversation
    id: str
    # Id of the conversation that it was merged into
    merged_into: str


class ConversationSplitData(TypedDict):
    """The conversation that the messages were in"""

    # Id of the conversation
    id: str
    # Id of the new conversation
    split_into: str
    # Ids of the messages that were moved
    message_ids: list[str]


class ConversationTagsChangedData(TypedDict):
    # Id of the conversation
    id: str
    # Names of the tags
    tags: list[str]


class UploadedFile(TypedDict):
    """An uploaded file"""

    # Id of the file
    id: str
    # File name
    name: str
    # Size in bytes
    size: int
    # Media type, determined from the content
    mime_type: str
    # Path of the folder, or null
    folder: str | None
    # Signed, expiring download URL, issued anew at every read; null once the file is deleted. That of an event may have expired
    # when the event arrives
    url: str | None
    # Time of creation
    created_at: str
    # Time of deletion, or null. Only the event `file.deleted` shows a deleted file
    deleted_at: str | None


class GrantExpiredData(TypedDict):
    # Id of the grant
    id: str
    # Id of the user
    user_id: str


class GrantRevokedData(TypedDict):
    # Id of the grant
    id: str
    # Id of the user
    user_id: str


class InboxCreatedData(TypedDict):
    # Id of the inbox
    id: str
    name: str


class InboxDeletedData(TypedDict):
    # Id of the inbox
    id: str


class InboxRenamedData(TypedDict):
    # Id of the inbox
    id: str
    name: str


class InboxTeamChangedData(TypedDict):
    # Id of the inbox
    id: str
    # Id of a team of the workspace, or null
    team_id: str | None


class IncomingMailReason(TypedDict):
    # Machine-readable cause
    code: str
    # Cause in words
    message: str


class MailAuthentication(TypedDict):
    """What proves the sender of a mail"""

    # Whether the domain of the sender is proven, by a signature (DKIM) or by the server that sent the mail (SPF); of a contact
    # form, whether the sender has confirmed its address
    verified: bool
    # Outcome of DMARC (`pass`, `fail`, `none`, `error`)
    dmarc: Literal["pass", "fail", "none", "error"] | str
    # Outcome of the signatures in the name of the domain of the sender (`pass`, `fail`, `none`, `error`)
    dkim: Literal["pass", "fail", "none", "error"] | str
    # Outcome for the server that sent the mail (`pass`, `fail`, `none`, `error`)
    spf: Literal["pass", "fail", "none", "error"] | str


class IncomingMailAcknowledgement(TypedDict):
    # `withheld`: none is sent, for the `reason`; else what became of it
    status: Literal["withheld", "queued", "sending", "sent", "delivered", "unknown", "bounced", "failed", "cancelled"] | str
    # Machine-readable cause of withholding it, or null
    reason: str | None

# A mail that arrived at a mailbox
IncomingMail = TypedDict(
    "IncomingMail",
    {
        "id": "str",
        "mailbox_id": "str",
        "status": "Literal['stored', 'importing', 'delivered', 'quarantined', 'ignored', 'failed', 'discarded'] | str",
        "reason": "IncomingMailReason | None",
        "type": "Literal['ordinary', 'automatic', 'bulk', 'bounce', 'complaint', 'receipt', 'own_copy'] | str | None",
        "from": "MailAddress | None",
        "to": "list[str]",
        "subject": "str | None",
        "size": "int",
        "authentication": "MailAuthentication | None",
        "conversation_id": "str | None",
        "message_id": "str | None",
        "acknowledgement": "IncomingMailAcknowledgement | None",
        "source_url": "str | None",
        "received_at": "str",
        "created_at": "str",
        "updated_at": "str",
    },
)


class MacroActions(TypedDict):
    """What a macro changes in a record; what is left out stays"""

    # The new status; conversations have no `resolved` (`open`, `pending`, `resolved`, `closed`)
    status: NotRequired[Literal["open", "pending", "resolved", "closed"] | str]
    # Priority (`urgent`, `high`, `normal`, `low`)
    priority: NotRequired[Literal["urgent", "high", "normal", "low"] | str]
    # Id of the user to assign, `me` for the user who applies the macro (of an API key: its creator), or null to unassign
    assignee_id: NotRequired[str | None]
    # Id of a team of the workspace, or null
    team_id: NotRequired[str | None]
    # Names of tags to add
    add_tags: NotRequired[list[str]]
    # Names of tags to remove
    remove_tags: NotRequired[list[str]]
    # Snoozes the record for a time from then on, in minutes, hours or days: `30m`, `4h`, `2d`
    snooze_for: NotRequired[str]


class Macro(TypedDict):
    """A prepared message with changes of a record, for users to apply"""

    # Id of the macro
    id: str
    # Display name
    name: str
    # Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a variable, with the text that
    # stands in for an empty value; without one an empty value leaves nothing. Rendered, it is plain text
    body: str | None
    # What the text of a macro becomes: a `reply` to the contact, or an internal `note`
    message_type: Literal["reply", "note"] | str
    actions: MacroActions
    # Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace (`private`,
    # `team`, `workspace`)
    visibility: Literal["private", "team", "workspace"] | str
    # Id of the team that sees it, with `visibility: team`; otherwise null
    team_id: str | None
    # Id of the user who created it
    owner_id: str
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class MacroDeletedData(TypedDict):
    """The deleted macro"""

    # Id of the macro
    id: str
    # Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace (`private`,
    # `team`, `workspace`)
    visibility: Literal["private", "team", "workspace"] | str


class MailboxLimits(TypedDict):
    """How fast mails leave"""

    # Most attempts to send a mail in a minute
    per_minute: int
    # Most attempts to send a mail in 24 hours, or null for no limit
    per_day: int | None
    # Most connections at a time
    concurrency: int


class MailboxAcknowledgement(TypedDict):
    """The automatic answer to the first mail of a conversation"""

    # Whether acknowledgements are sent
    enabled: bool
    # Text of the acknowledgement, or null for the default
    text: str | None


class Transport(TypedDict):
    """How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets"""

    # How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are fetched from the
    # inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP authentication, and with
    # `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not at all, their outcome is simulated by the
    # address of the recipient
    type: Literal["smtp", "imap_smtp", "graph", "sandbox"] | str
    # Name of the submission server, or null
    host: str | None
    # Its port, or null
    port: int | None
    # `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer;
    # `none`: only to hosts that the operator allows
    security: Literal["tls", "starttls", "none"] | str | None
    # How the mailbox signs in (`none`, `password`, `oauth2`)
    authentication: Literal["none", "password", "oauth2"] | str
    # User name at the server, or null
    username: str | None
    # Issuer of the tokens (`google`, `microsoft`)
    oauth_provider: Literal["google", "microsoft"] | str | None
    # Id of the OAuth application, or null
    client_id: str | None
    # Id of the Microsoft tenant, or null
    tenant_id: str | None
    # Name of the IMAP server, or null
    imap_host: str | None
    # Its port, or null
    imap_port: int | None
    # `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer;
    # `none`: only to hosts that the operator allows
    imap_security: Literal["tls", "starttls", "none"] | str | None
    # What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it was; `delete`: it is
    # deleted there, which only `imap_smtp` does
    after_receiving: Literal["leave", "delete"] | str | None


class Receiving(TypedDict):
    """How a provider hands over mails that arrive, without its secrets"""

    # Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`: Mailgun;
    # `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
    type: Literal["postmark", "mailgun", "sendgrid", "ses"] | str
    # Address that the provider calls, with a token that nobody can guess
    url: str
    # What proves that a request is of the provider. `password`: the password in the URL that it calls; `signature`: its
    # signature
    authentication: Literal["password", "signature"] | str
    # ARN of the SNS topic, for `ses`, or null
    topic_arn: str | None


class MailboxImport(TypedDict):
    """The import of the mails that a folder had before"""

    # Time from which on mails are imported, by the date at which their server got them
    since: str
    # How far an import is. `pending`: it has not begun, as the IMAP server was not reached yet; `running`: mails are being
    # imported; `completed`: all of them are
    status: Literal["pending", "running", "completed"] | str
    # Mails that have become messages
    imported: int
    # Time at which it was completed, or null
    completed_at: str | None


class MailboxStatusReason(TypedDict):
    """Why a mailbox is disconnected"""

    # Machine-readable cause
    code: str
    # Cause in words
    message: str
    # `sending`: mails wait; `receiving`: mails leave, and those that arrive are not fetched
    affects: Literal["sending", "receiving"] | str

# A mailbox through which replies leave
Mailbox = TypedDict(
    "Mailbox",
    {
        "id": "str",
        "name": "str",
        "inbox_id": "str | None",
        "address": "str",
        "from_name": "str | None",
        "signature": "str | None",
        "send_delay": "int",
        "on_unknown": "Literal['hold', 'retry'] | str",
        "subaddressing": "bool",
        "aliases": "list[str]",
        "limits": "MailboxLimits",
        "acknowledgement": "MailboxAcknowledgement",
        "transport": "Transport",
        "authserv_id": "str | None",
        "receiving": "Receiving | None",
        "import": "MailboxImport | None",
        "status": "Literal['connected', 'disconnected', 'disabled'] | str",
        "status_reason": "MailboxStatusReason | None",
        "last_sent_at": "str | None",
        "last_received_at": "str | None",
        "created_at": "str",
        "updated_at": "str",
    },
)


class MailboxDeletedData(TypedDict):
    # Id of the mailbox
    id: str


class MessageAuthor(TypedDict):
    """Author of the message"""

    # Type of the author (`contact`, `user`)
    type: Literal["contact", "user"] | str
    # Id of the user or contact
    id: str
    # Name of the author
    name: str | None


class Attachment(TypedDict):
    """A file of a message, as it was attached"""

    # Id of the attachment
    id: str
    # Id of the file
    file_id: str
    # File name
    name: str
    # Size in bytes
    size: int
    # Media type, determined from the content
    mime_type: str
    # Signed, expiring download URL, issued anew at every read; null once the file is deleted
    url: str | None
    # Time at which the file was deleted, or null
    deleted_at: str | None

# A message as a mail
MessageEmail = TypedDict(
    "MessageEmail",
    {
        "direction": "Literal['incoming', 'outgoing'] | str",
        "from": "MailAddress | None",
        "reply_to": "list[MailAddress]",
        "to": "list[MailAddress]",
        "cc": "list[MailAddress]",
        "bcc": "list[MailAddress]",
        "subject": "str | None",
        "has_html": "bool",
        "is_automatic": "bool",
        "is_participant": "bool",
        "is_truncated": "bool",
        "authentication": "MailAuthentication | None",
    },
)


class MessageDeliveryError(TypedDict):
    # Machine-readable cause
    code: str
    # Enhanced status code of the receiving mail server, or null
    smtp_status: str | None
    # Cause in words
    message: str


class MessageDeliveryRecipientsError(TypedDict):
    # Machine-readable cause
    code: str
    # Enhanced status code of the receiving mail server, or null
    smtp_status: str | None
    # Cause in words
    message: str


class MessageDeliveryRecipients(TypedDict):
    # Address of the recipient
    address: str
    # How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone report: a
    # mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it over; `delivered`: the server of the
    # recipient has taken it; `unknown`: it was handed over and no answer came; `bounced`: refused after it was sent; `failed`:
    # not sent; `cancelled`: redacted before it was sent
    status: Literal["queued", "sending", "sent", "delivered", "unknown", "bounced", "failed", "cancelled"] | str
    # Why it waits, or was not sent or delivered; or null
    error: MessageDeliveryRecipientsError | None


class MessageDelivery(TypedDict):
    """The sending of a message to its recipients"""

    # How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors alone report: a
    # mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it over; `delivered`: the server of the
    # recipient has taken it; `unknown`: it was handed over and no answer came; `bounced`: refused after it was sent; `failed`:
    # not sent; `cancelled`: redacted before it was sent
    status: Literal["queued", "sending", "sent", "delivered", "unknown", "bounced", "failed", "cancelled"] | str
    # Time of the last change of the status
    updated_at: str
    # Why it waits, or was not sent or delivered; or null
    error: MessageDeliveryError | None
    # The recipients, each with the status of its own
    recipients: list[MessageDeliveryRecipients]


class Message(TypedDict):
    """A message, internal note or comment in a conversation"""

    # Id of the message
    id: str
    # Id of the conversation
    conversation_id: str
    # Text of the message; empty if it was redacted
    body: str
    # Text of earlier messages that a mail repeats, which `body` is without; or null
    quoted_body: str | None
    # Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the contact too, but
    # never sent. A reply of a user is sent, unless `send` is false, if its conversation has a `mailbox_id` or `connection_id`;
    # others are recorded, not sent
    type: Literal["reply", "note", "comment"] | str
    # Id of the message in an external system, unique in the workspace and mode, or null
    external_id: str | None
    # Author of the message
    author: MessageAuthor
    # Files attached to the message
    attachments: list[Attachment]
    # Its addresses and its subject, if it is a mail, or null
    email: MessageEmail | None
    # Id of the mailbox through which it leaves or came, or null
    mailbox_id: str | None
    # Id of the connection through which it leaves or came, or null
    connection_id: str | None
    # The sending of the message; null if it is recorded, not sent
    delivery: MessageDelivery | None
    # Time at which the contact sent it, as a connector or the mail has told; or null
    sent_at: str | None
    # Time at which its text was changed last, or null
    edited_at: str | None
    # Id of the user who changed its text last, or null
    edited_by: str | None
    # Time at which its text and attachments were removed, or null
    redacted_at: str | None
    # Id of the user who removed them; null also if an operator has erased its contact
    redacted_by: str | None
    # Ids of the users whom a note mentions
    mentions: list[str]
    # Time of creation
    created_at: str


class MessageSendRequestedData(TypedDict):
    # Id of the message
    id: str
    # Id of the conversation
    conversation_id: str
    # Id of the mailbox
    mailbox_id: str
    # Place among the requests of its conversation: 1, 2, 3, …, without gaps
    number: int
    # Addresses of the recipients, those of copies included
    recipients: list[str]


class OutgoingMailUpdatedData(TypedDict):
    # Id of the outgoing mail
    id: str
    # Id of the conversation
    conversation_id: str
    # Id of the message
    message_id: str
    # That of the `message.send_requested` which the mail is of: what came of an earlier one changes nothing
    number: int
    delivery: MessageDelivery


class PatExpiredData(TypedDict):
    # Id of the pat
    id: str
    # Id of the user
    user_id: str


class PatRevokedData(TypedDict):
    # Id of the pat
    id: str
    # Id of the user
    user_id: str


class Tag(TypedDict):
    """A label on conversations and tickets"""

    # Id of the tag
    id: str
    # Name, in the spelling of its creation or first use
    name: str
    # Color as `#rrggbb`
    color: str
    # Number of conversations and tickets with this tag
    count: int
    # Time of creation
    created_at: str


class Assignment(TypedDict):
    """How the open records of a team are assigned"""

    # Who gets the next record of the team: nobody by itself (`manual`), each available member in turn (`round_robin`), or the
    # one with the fewest open records (`least_loaded`)
    mode: Literal["manual", "round_robin", "least_loaded"] | str
    # Number of open records from which on a member is assigned no more by this team; null without a limit
    max_open_per_user: int | None


class Team(TypedDict):
    """A group of users"""

    # Id of the team
    id: str
    # Display name
    name: str
    # Purpose of the team, or null
    description: str | None
    # Number of members
    members_count: int
    assignment: Assignment
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class TeamDeletedData(TypedDict):
    """The deleted team"""

    # Id of the team
    id: str


class TeamMemberAddedData(TypedDict):
    # Id of the team
    id: str
    # Id of the user
    user_id: str


class TeamMemberRemovedData(TypedDict):
    # Id of the team
    id: str
    # Id of the user
    user_id: str


class SlaMetric(TypedDict):
    """A measured time with its deadline"""

    # What is measured. `first_response`: the time until a user first replies. More metrics may follow
    metric: Literal["first_response"] | str
    # SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it (`on_track`,
    # `warning`, `breached`)
    status: Literal["on_track", "warning", "breached"] | str
    # Deadline
    due_at: str
    # Time at which the timer last started: creation, or reopening
    started_at: str
    # Time at which the timer stopped; null while it runs
    stopped_at: str | None


class TicketSla(TypedDict):
    # SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it (`on_track`,
    # `warning`, `breached`)
    status: Literal["on_track", "warning", "breached"] | str
    # Deadline for the first response, or null
    first_response_due: str | None
    # Each measured time
    metrics: list[SlaMetric]


class TicketLink(TypedDict):
    """Another ticket, and what it is to this one"""

    # What the other ticket is to this one (`related`, `duplicate_of`, `duplicate`, `parent`, `child`)
    type: Literal["related", "duplicate_of", "duplicate", "parent", "child"] | str
    # Id of the other ticket
    ticket_id: str


class Ticket(TypedDict):
    """A support request with a status, a priority and an SLA"""

    # Id of the ticket
    id: str
    # Number by which people name the record, unique in its workspace and mode; later records have higher ones, and some are
    # left out
    number: int
    # Subject line
    subject: str
    # Full text of the request
    description: str | None
    # Id of the ticket in an external system, unique in the workspace and mode, or null
    external_id: str | None
    # Priority (`urgent`, `high`, `normal`, `low`)
    priority: Literal["urgent", "high", "normal", "low"] | str
    # Id of the inbox, or null
    inbox_id: str | None
    # Current status of the ticket (`open`, `pending`, `resolved`, `closed`)
    status: Literal["open", "pending", "resolved", "closed"] | str
    # First-response SLA: status and deadline; null without a target
    sla: TicketSla | None
    # Time of the first response by a user, or null
    first_responded_at: str | None
    # Time at which it was last resolved; null unless resolved, or closed after that
    resolved_at: str | None
    # Time at which it was closed; null unless closed
    closed_at: str | None
    # Number of times that it was reopened after it was resolved or closed
    reopened_count: int
    # The user assigned to the ticket, or null
    assignee: Assignee | None
    # Time at which its snooze ends; null unless snoozed
    snoozed_until: str | None
    # Whether a message of the contact ends the snooze; one that a program wrote for it does not
    wake_on_reply: bool
    # The team that the ticket belongs to, or null
    team: TeamSummary | None
    # The contact who requested the ticket, or null
    contact: ContactSummary | None
    # Names of the tags
    tags: list[str]
    # Id of the linked conversation, or null
    conversation_id: str | None
    custom_fields: CustomFields
    # Ids of the tickets that were merged into it, at most 500; their ids lead to this ticket
    merged_from: list[str]
    # Links to other tickets, at most 100, in the order in which they were made
    links: list[TicketLink]
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class TicketConversationLinkedData(TypedDict):
    # Id of the ticket
    id: str
    # Id of the conversation
    conversation_id: str
    # Time of creation
    created_at: str


class TicketDeletedData(TypedDict):
    """The deleted ticket"""

    # Id of the ticket
    id: str


class TicketMergedData(TypedDict):
    """The merged ticket"""

    # Id of the ticket
    id: str
    # Id of the ticket that it was merged into
    merged_into: str


class TicketTagsChangedData(TypedDict):
    # Id of the ticket
    id: str
    # Names of the tags
    tags: list[str]


class Availability(TypedDict):
    """Whether a user takes records, and how many"""

    # Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it is changed: a
    # closed browser does not end it (`online`, `away`, `offline`)
    status: Literal["online", "away", "offline"] | str
    # Time at which the status ends: a user who is `away` or `offline` is `online` from then on, one who is `online` is
    # `offline`; null without an end
    until: str | None
    # Number of open records from which on the user is assigned no more, in all teams; null for the limits of the teams alone
    capacity: int | None


class User(TypedDict):
    """A member of the workspace"""

    # Id of the user
    id: str
    # E-mail address
    email: str
    # Full name
    name: str
    # Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)
    role: Literal["admin", "agent", "viewer"] | str
    # Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned
    # (`active`, `invited`, `inactive`)
    status: Literal["active", "invited", "inactive"] | str
    # URL of the profile picture, or null
    avatar_url: str | None
    availability: Availability
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class FilterCondition(TypedDict):
    """A condition of a filter"""

    # Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as `created_at`; or `custom.` and
    # the key of a custom field
    field: str
    # How a field is compared with a value
    op: Literal["eq", "ne", "in", "not_in", "lt", "lte", "gt", "gte", "contains"] | str
    # What the field is compared with: a value as the filter of the list has it, a list of values with `in` and `not_in`, null
    # for a record without one, `me` for the user of the credential, or a time, also relative to the present: `{"ago": "2h"}`,
    # `{"from_now": "30m"}`
    value: Any


class RecordFilter(TypedDict):
    """Conditions on tickets or conversations; without any, all match"""

    # Conditions that must all be true; at most 25 together
    all: NotRequired[list[FilterCondition]]
    # Conditions of which one must be true, unless there are none; at most 25 together
    any: NotRequired[list[FilterCondition]]


class ViewWarning(TypedDict):
    """A value of a view that stands for nothing any more"""

    # Path of the value
    param: str
    # What is wrong
    message: str


class View(TypedDict):
    """A saved list of tickets or conversations"""

    # Id of the view
    id: str
    # What a view lists: `ticket` or `conversation`
    resource: Literal["ticket", "conversation"] | str
    # Display name
    name: str
    filter: RecordFilter
    # Field to sort by, one of those of the list of the resource (`created_at`, `updated_at`, `priority`, `status`,
    # `first_response_due`, `last_message_at`)
    sort: Literal["created_at", "updated_at", "priority", "status", "first_response_due", "last_message_at"] | str
    # Sort direction (`asc`, `desc`)
    order: Literal["asc", "desc"] | str
    # Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace (`private`,
    # `team`, `workspace`)
    visibility: Literal["private", "team", "workspace"] | str
    # Id of the team that sees it, with `visibility: team`; otherwise null
    team_id: str | None
    # Id of the user who created it
    owner_id: str
    # Values that name a tag, a user or a team which does not exist; empty in lists
    warnings: list[ViewWarning]
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class ViewDeletedData(TypedDict):
    """The deleted view"""

    # Id of the view
    id: str
    # Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace (`private`,
    # `team`, `workspace`)
    visibility: Literal["private", "team", "workspace"] | str


class WebhookCreatedBy(TypedDict):
    # Type of the credential, or `user` for a signed-in user (`api_key`, `personal_access_token`, `oauth_access_token`, `user`)
    type: Literal["api_key", "personal_access_token", "oauth_access_token", "user"] | str
    # Id of the API key, personal access token, grant or user
    id: str


class Webhook(TypedDict):
    """A webhook endpoint and the events that are delivered to it"""

    # Id of the webhook
    id: str
    # URL of the endpoint (http or https) that receives POST requests
    url: str
    # Note about the purpose of the webhook, or null
    description: str | None
    # Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one second can be used as
    # a burst
    rate_limit: int | None
    # Conditions on the record of an event, or null
    filter: RecordFilter | None
    # Event types, prefixes like `ticket.*`, or `*`
    events: list[str]
    # Version of the API whose form `data` has
    api_version: Literal["v1"]
    # Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)
    status: Literal["enabled", "disabled"] | str
    # Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing; `manual`: by request;
    # `revoked`: the grant, personal access token or user that created it has ended, or the user may not manage webhooks any
    # more; null while enabled
    disabled_reason: Literal["gone", "failing", "manual", "revoked"] | str | None
    # Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a grant, personal
    # access token or user ends, or the user may not manage webhooks any more; webhooks of an API key stay, because keys belong
    # to the workspace
    created_by: WebhookCreatedBy | None
    # Last four characters of the secret, or null if it has less than 16 characters
    secret_last4: str | None
    # Time of the last successful delivery, or null
    last_delivery_at: str | None
    # Time of creation
    created_at: str
    # Time of the last change
    updated_at: str


class WebhookDeletedData(TypedDict):
    # Id of the webhook
    id: str


class CloudEvent(TypedDict):
    """What every event has beside its `type` and `data`: CloudEvents 1.0"""

    # Version of CloudEvents
    specversion: Literal["1.0"]
    # Id of the event, the same in every copy and in webhooks. Use it to deduplicate events
    id: str
    # Workspace and service that the event comes from
    source: str
    # Id of the record that the event is about
    subject: str
    # Time of the event
    time: str
    # Time of the event by the clock of the database, just before the commit
    recordedtime: str
    # Media type of `data`
    datacontenttype: Literal["application/json"]
    # Name and version of the schema of `data`
    dataschema: str
    # Events with the same key are ordered: id of the record, or of the workspace for tags
    partitionkey: str
    # Increases with every event of a record; compare as text
    sequence: str
    # Id of the workspace
    workspaceid: str
    # Type of the actor that caused the event (`user`, `api_key`, `system`, `assignment`)
    actortype: Literal["user", "api_key", "system", "assignment"] | str
    # Id of the request that caused the event: `X-Request-Id` of its response
    requestid: str
    # Id of the user or API key; absent for the system
    actorid: NotRequired[str]
    # Id of the credential that caused the event; absent for the system
    credentialid: NotRequired[str]
    # Type of that credential (`api_key`, `personal_access_token`, `oauth_access_token`, `session`)
    credentialtype: NotRequired[Literal["api_key", "personal_access_token", "oauth_access_token", "session"] | str]
    # Id of the OAuth app that the credential was issued to; absent for others
    appid: NotRequired[str]
    # W3C trace context of the request that caused the event
    traceparent: NotRequired[str]
    # W3C trace state of the request that caused the event, as its caller sent it
    tracestate: NotRequired[str]


class ConnectionCreated(CloudEvent):
    """A connection was created."""

    # Event type, also the routing key
    type: Literal["connection.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Connection


class ConnectionDeleted(CloudEvent):
    """A connection was deleted; `data` contains only its id."""

    # Event type, also the routing key
    type: Literal["connection.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: ConnectionDeletedData


class ConnectionUpdated(CloudEvent):
    """A connection was updated."""

    # Event type, also the routing key
    type: Literal["connection.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Connection
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ContactCreated(CloudEvent):
    """A contact was created."""

    # Event type, also the routing key
    type: Literal["contact.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Contact


class ContactDeleted(CloudEvent):
    """A contact was deleted; `data` contains only its id."""

    # Event type, also the routing key
    type: Literal["contact.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # The deleted contact
    data: ContactDeletedData


class ContactUpdated(CloudEvent):
    """A contact was updated; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["contact.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Contact
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ContactFormCreated(CloudEvent):
    """A contact form was created."""

    # Event type, also the routing key
    type: Literal["contact_form.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: ContactForm


class ContactFormDeleted(CloudEvent):
    """A contact form was deleted; `data` contains only its id."""

    # Event type, also the routing key
    type: Literal["contact_form.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: ContactFormDeletedData


class ContactFormUpdated(CloudEvent):
    """A contact form was updated."""

    # Event type, also the routing key
    type: Literal["contact_form.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: ContactForm
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ConversationAssigned(CloudEvent):
    """The assignee of a conversation changed; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["conversation.assigned"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Conversation
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ConversationCreated(CloudEvent):
    """A conversation was created."""

    # Event type, also the routing key
    type: Literal["conversation.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Conversation


class ConversationDeleted(CloudEvent):
    """A conversation and its messages were deleted; `data` contains only its id."""

    # Event type, also the routing key
    type: Literal["conversation.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # The deleted conversation
    data: ConversationDeletedData


class ConversationMerged(CloudEvent):
    """A conversation was merged into another one, which has its messages and answers for it; `data` contains both ids."""

    # Event type, also the routing key
    type: Literal["conversation.merged"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # The merged conversation
    data: ConversationMergedData


class ConversationSnoozed(CloudEvent):
    """A conversation was snoozed, or its snooze got another end; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["conversation.snoozed"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Conversation
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ConversationSplit(CloudEvent):
    """Messages of a conversation were moved into a new one; `data` contains their ids."""

    # Event type, also the routing key
    type: Literal["conversation.split"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # The conversation that the messages were in
    data: ConversationSplitData


class ConversationStatusChanged(CloudEvent):
    """The status of a conversation changed; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["conversation.status_changed"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Conversation
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ConversationTagsChanged(CloudEvent):
    """A tag of the conversation was renamed or deleted."""

    # Event type, also the routing key
    type: Literal["conversation.tags_changed"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: ConversationTagsChangedData


class ConversationTeamChanged(CloudEvent):
    """A conversation was given to another team, or to none; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["conversation.team_changed"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Conversation
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ConversationUnmerged(CloudEvent):
    """A conversation that had been merged into another one is a conversation of its own again, with its messages."""

    # Event type, also the routing key
    type: Literal["conversation.unmerged"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Conversation


class ConversationUpdated(CloudEvent):
    """A conversation was updated; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["conversation.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Conversation
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ConversationWoken(CloudEvent):
    """The snooze of a conversation has ended: its time came, the contact wrote, or somebody ended it; `previous` contains
    the old values.
    """

    # Event type, also the routing key
    type: Literal["conversation.woken"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Conversation
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class FileCreated(CloudEvent):
    """A file was uploaded, alone or with a message."""

    # Event type, also the routing key
    type: Literal["file.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: UploadedFile


class FileDeleted(CloudEvent):
    """A file was deleted; `data` contains it as it was, without `url`."""

    # Event type, also the routing key
    type: Literal["file.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: UploadedFile


class GrantExpired(CloudEvent):
    """A grant of a user to an app expired."""

    # Event type, also the routing key
    type: Literal["grant.expired"]
    data: GrantExpiredData


class GrantRevoked(CloudEvent):
    """A grant of a user to an app was revoked."""

    # Event type, also the routing key
    type: Literal["grant.revoked"]
    data: GrantRevokedData


class InboxCreated(CloudEvent):
    """An inbox was created; `data` contains its id and its name."""

    # Event type, also the routing key
    type: Literal["inbox.created"]
    data: InboxCreatedData


class InboxDeleted(CloudEvent):
    """An inbox was deleted; `data` contains only its id."""

    # Event type, also the routing key
    type: Literal["inbox.deleted"]
    data: InboxDeletedData


class InboxRenamed(CloudEvent):
    """An inbox was renamed; `data` contains its id and its new name."""

    # Event type, also the routing key
    type: Literal["inbox.renamed"]
    data: InboxRenamedData


class InboxTeamChanged(CloudEvent):
    """An inbox was given to another team, or to none; `data` contains its id and the id of the team."""

    # Event type, also the routing key
    type: Literal["inbox.team_changed"]
    data: InboxTeamChangedData
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class IncomingMailQuarantined(CloudEvent):
    """A mail was held back: `reason` says why. Release or discard it."""

    # Event type, also the routing key
    type: Literal["incoming_mail.quarantined"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: IncomingMail


class MacroCreated(CloudEvent):
    """A macro was created."""

    # Event type, also the routing key
    type: Literal["macro.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Macro


class MacroDeleted(CloudEvent):
    """A macro was deleted; `data` contains only its id and who saw it."""

    # Event type, also the routing key
    type: Literal["macro.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # The deleted macro
    data: MacroDeletedData


class MacroUpdated(CloudEvent):
    """A macro was updated."""

    # Event type, also the routing key
    type: Literal["macro.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Macro
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class MailboxConnected(CloudEvent):
    """A mailbox was created or works again."""

    # Event type, also the routing key
    type: Literal["mailbox.connected"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Mailbox


class MailboxCreated(CloudEvent):
    """A mailbox was created."""

    # Event type, also the routing key
    type: Literal["mailbox.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Mailbox


class MailboxDeleted(CloudEvent):
    """A mailbox was deleted; `data` contains only its id."""

    # Event type, also the routing key
    type: Literal["mailbox.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: MailboxDeletedData


class MailboxDisconnected(CloudEvent):
    """A mailbox cannot send, and its mails wait; or the mails that arrive cannot be fetched. `status_reason` says which, and
    why.
    """

    # Event type, also the routing key
    type: Literal["mailbox.disconnected"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Mailbox


class MailboxUpdated(CloudEvent):
    """A mailbox was updated."""

    # Event type, also the routing key
    type: Literal["mailbox.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Mailbox
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class MessageCreated(CloudEvent):
    """A message was created; check `type` to tell internal notes apart."""

    # Event type, also the routing key
    type: Literal["message.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Message


class MessageDeliveryUpdated(CloudEvent):
    """The sending of a message has made progress; `previous` contains the former `delivery`."""

    # Event type, also the routing key
    type: Literal["message.delivery_updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Message
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class MessageRedacted(CloudEvent):
    """The text and the attachments of a message were removed; `data` contains the message without them."""

    # Event type, also the routing key
    type: Literal["message.redacted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Message


class MessageSendRequested(CloudEvent):
    """A message is to leave through a mailbox."""

    # Event type, also the routing key
    type: Literal["message.send_requested"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: MessageSendRequestedData


class MessageUpdated(CloudEvent):
    """The text of an internal note was changed; `previous` contains the former one."""

    # Event type, also the routing key
    type: Literal["message.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Message
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class OutgoingMailUpdated(CloudEvent):
    """The sending of a message by mail has made progress."""

    # Event type, also the routing key
    type: Literal["outgoing_mail.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: OutgoingMailUpdatedData
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class PatExpired(CloudEvent):
    """A personal access token expired."""

    # Event type, also the routing key
    type: Literal["pat.expired"]
    data: PatExpiredData


class PatRevoked(CloudEvent):
    """A personal access token was revoked."""

    # Event type, also the routing key
    type: Literal["pat.revoked"]
    data: PatRevokedData


class TagCreated(CloudEvent):
    """A tag was created."""

    # Event type, also the routing key
    type: Literal["tag.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Tag


class TagDeleted(CloudEvent):
    """A tag was deleted; `data` contains its last state. It is removed from conversations and tickets without events of
    their own.
    """

    # Event type, also the routing key
    type: Literal["tag.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Tag


class TagUpdated(CloudEvent):
    """A tag was renamed or recolored; `previous` contains the old values. Conversations and tickets with the tag follow
    without events of their own.
    """

    # Event type, also the routing key
    type: Literal["tag.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Tag
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class TeamCreated(CloudEvent):
    """A team was created."""

    # Event type, also the routing key
    type: Literal["team.created"]
    data: Team


class TeamDeleted(CloudEvent):
    """A team was deleted; `data` contains only its id."""

    # Event type, also the routing key
    type: Literal["team.deleted"]
    # The deleted team
    data: TeamDeletedData


class TeamMemberAdded(CloudEvent):
    """A user joined a team."""

    # Event type, also the routing key
    type: Literal["team.member_added"]
    data: TeamMemberAddedData


class TeamMemberRemoved(CloudEvent):
    """A user left a team."""

    # Event type, also the routing key
    type: Literal["team.member_removed"]
    data: TeamMemberRemovedData


class TeamUpdated(CloudEvent):
    """A team was updated."""

    # Event type, also the routing key
    type: Literal["team.updated"]
    data: Team
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class TicketAssigned(CloudEvent):
    """The assignee of a ticket changed; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["ticket.assigned"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Ticket
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class TicketConversationLinked(CloudEvent):
    """A conversation was linked to a ticket."""

    # Event type, also the routing key
    type: Literal["ticket.conversation_linked"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: TicketConversationLinkedData


class TicketCreated(CloudEvent):
    """A ticket was created."""

    # Event type, also the routing key
    type: Literal["ticket.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Ticket


class TicketDeleted(CloudEvent):
    """A ticket was deleted; `data` contains only its id."""

    # Event type, also the routing key
    type: Literal["ticket.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # The deleted ticket
    data: TicketDeletedData


class TicketMerged(CloudEvent):
    """A ticket was merged into another one, which answers for it; `data` contains both ids."""

    # Event type, also the routing key
    type: Literal["ticket.merged"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # The merged ticket
    data: TicketMergedData


class TicketSlaBreached(CloudEvent):
    """The deadline for the first response has passed."""

    # Event type, also the routing key
    type: Literal["ticket.sla_breached"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # What is measured. `first_response`: the time until a user first replies. More metrics may follow
    metric: Literal["first_response"] | str
    # Id of the SLA policy; null for the targets of the workspace
    policyid: NotRequired[str]
    data: Ticket


class TicketSlaWarning(CloudEvent):
    """75% of the target time for the first response has passed."""

    # Event type, also the routing key
    type: Literal["ticket.sla_warning"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # What is measured. `first_response`: the time until a user first replies. More metrics may follow
    metric: Literal["first_response"] | str
    # Id of the SLA policy; null for the targets of the workspace
    policyid: NotRequired[str]
    data: Ticket


class TicketSnoozed(CloudEvent):
    """A ticket was snoozed, or its snooze got another end; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["ticket.snoozed"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Ticket
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class TicketStatusChanged(CloudEvent):
    """The status of a ticket changed; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["ticket.status_changed"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Ticket
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class TicketTagsChanged(CloudEvent):
    """A tag of the ticket was renamed or deleted."""

    # Event type, also the routing key
    type: Literal["ticket.tags_changed"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: TicketTagsChangedData


class TicketTeamChanged(CloudEvent):
    """A ticket was given to another team, or to none; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["ticket.team_changed"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Ticket
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class TicketUnmerged(CloudEvent):
    """A ticket that had been merged into another one is a ticket of its own again."""

    # Event type, also the routing key
    type: Literal["ticket.unmerged"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Ticket


class TicketUpdated(CloudEvent):
    """A ticket was updated; `previous` contains the old values."""

    # Event type, also the routing key
    type: Literal["ticket.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Ticket
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class TicketWoken(CloudEvent):
    """The snooze of a ticket has ended: its time came, the contact wrote, or somebody ended it; `previous` contains the old
    values.
    """

    # Event type, also the routing key
    type: Literal["ticket.woken"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Ticket
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class UserCreated(CloudEvent):
    """A user was created."""

    # Event type, also the routing key
    type: Literal["user.created"]
    data: User


class UserDeactivated(CloudEvent):
    """A user was deactivated."""

    # Event type, also the routing key
    type: Literal["user.deactivated"]
    data: User


class UserUpdated(CloudEvent):
    """A user was updated."""

    # Event type, also the routing key
    type: Literal["user.updated"]
    data: User
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class ViewCreated(CloudEvent):
    """A view was created."""

    # Event type, also the routing key
    type: Literal["view.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: View


class ViewDeleted(CloudEvent):
    """A view was deleted; `data` contains only its id and who saw it."""

    # Event type, also the routing key
    type: Literal["view.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    # The deleted view
    data: ViewDeletedData


class ViewUpdated(CloudEvent):
    """A view was updated."""

    # Event type, also the routing key
    type: Literal["view.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: View
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


class WebhookCreated(CloudEvent):
    """A webhook was created."""

    # Event type, also the routing key
    type: Literal["webhook.created"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Webhook


class WebhookDeleted(CloudEvent):
    """A webhook was deleted."""

    # Event type, also the routing key
    type: Literal["webhook.deleted"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: WebhookDeletedData


class WebhookDisabled(CloudEvent):
    """A webhook was disabled: its endpoint is gone or keeps failing, or its creator lost access."""

    # Event type, also the routing key
    type: Literal["webhook.disabled"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Webhook


class WebhookSecretRotated(CloudEvent):
    """The secret of a webhook was replaced."""

    # Event type, also the routing key
    type: Literal["webhook.secret_rotated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Webhook


class WebhookUpdated(CloudEvent):
    """A webhook was updated."""

    # Event type, also the routing key
    type: Literal["webhook.updated"]
    # Mode of the data: `live` or `test`
    mode: Literal["live", "test"] | str
    data: Webhook
    # Previous values of the changed fields, as a JSON object in a string
    previous: NotRequired[str]


EventType = Literal[
    "connection.created",
    "connection.deleted",
    "connection.updated",
    "contact.created",
    "contact.deleted",
    "contact.updated",
    "contact_form.created",
    "contact_form.deleted",
    "contact_form.updated",
    "conversation.assigned",
    "conversation.created",
    "conversation.deleted",
    "conversation.merged",
    "conversation.snoozed",
    "conversation.split",
    "conversation.status_changed",
    "conversation.tags_changed",
    "conversation.team_changed",
    "conversation.unmerged",
    "conversation.updated",
    "conversation.woken",
    "file.created",
    "file.deleted",
    "grant.expired",
    "grant.revoked",
    "inbox.created",
    "inbox.deleted",
    "inbox.renamed",
    "inbox.team_changed",
    "incoming_mail.quarantined",
    "macro.created",
    "macro.deleted",
    "macro.updated",
    "mailbox.connected",
    "mailbox.created",
    "mailbox.deleted",
    "mailbox.disconnected",
    "mailbox.updated",
    "message.created",
    "message.delivery_updated",
    "message.redacted",
    "message.send_requested",
    "message.updated",
    "outgoing_mail.updated",
    "pat.expired",
    "pat.revoked",
    "tag.created",
    "tag.deleted",
    "tag.updated",
    "team.created",
    "team.deleted",
    "team.member_added",
    "team.member_removed",
    "team.updated",
    "ticket.assigned",
    "ticket.conversation_linked",
    "ticket.created",
    "ticket.deleted",
    "ticket.merged",
    "ticket.sla_breached",
    "ticket.sla_warning",
    "ticket.snoozed",
    "ticket.status_changed",
    "ticket.tags_changed",
    "ticket.team_changed",
    "ticket.unmerged",
    "ticket.updated",
    "ticket.woken",
    "user.created",
    "user.deactivated",
    "user.updated",
    "view.created",
    "view.deleted",
    "view.updated",
    "webhook.created",
    "webhook.deleted",
    "webhook.disabled",
    "webhook.secret_rotated",
    "webhook.updated",
]

BusEvent = (
    ConnectionCreated
    | ConnectionDeleted
    | ConnectionUpdated
    | ContactCreated
    | ContactDeleted
    | ContactUpdated
    | ContactFormCreated
    | ContactFormDeleted
    | ContactFormUpdated
    | ConversationAssigned
    | ConversationCreated
    | ConversationDeleted
    | ConversationMerged
    | ConversationSnoozed
    | ConversationSplit
    | ConversationStatusChanged
    | ConversationTagsChanged
    | ConversationTeamChanged
    | ConversationUnmerged
    | ConversationUpdated
    | ConversationWoken
    | FileCreated
    | FileDeleted
    | GrantExpired
    | GrantRevoked
    | InboxCreated
    | InboxDeleted
    | InboxRenamed
    | InboxTeamChanged
    | IncomingMailQuarantined
    | MacroCreated
    | MacroDeleted
    | MacroUpdated
    | MailboxConnected
    | MailboxCreated
    | MailboxDeleted
    | MailboxDisconnected
    | MailboxUpdated
    | MessageCreated
    | MessageDeliveryUpdated
    | MessageRedacted
    | MessageSendRequested
    | MessageUpdated
    | OutgoingMailUpdated
    | PatExpired
    | PatRevoked
    | TagCreated
    | TagDeleted
    | TagUpdated
    | TeamCreated
    | TeamDeleted
    | TeamMemberAdded
    | TeamMemberRemoved
    | TeamUpdated
    | TicketAssigned
    | TicketConversationLinked
    | TicketCreated
    | TicketDeleted
    | TicketMerged
    | TicketSlaBreached
    | TicketSlaWarning
    | TicketSnoozed
    | TicketStatusChanged
    | TicketTagsChanged
    | TicketTeamChanged
    | TicketUnmerged
    | TicketUpdated
    | TicketWoken
    | UserCreated
    | UserDeactivated
    | UserUpdated
    | ViewCreated
    | ViewDeleted
    | ViewUpdated
    | WebhookCreated
    | WebhookDeleted
    | WebhookDisabled
    | WebhookSecretRotated
    | WebhookUpdated
)
