# Generated from the API document by `npm run sdks`. Do not edit.

"""Words with a fixed set of values. A later server may send others, which are kept."""

from typing import Literal, TypeAlias

ActorType: TypeAlias = Literal["user", "api_key", "system", "assignment"]

AfterReceiving: TypeAlias = Literal["leave", "delete"]
"""What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it was; `delete`: it is
deleted there, which only `imap_smtp` does.
"""

AssignmentMode: TypeAlias = Literal["manual", "round_robin", "least_loaded"]
"""Who gets the next record of the team: nobody by itself (`manual`), each available member in turn (`round_robin`), or the one
with the fewest open records (`least_loaded`).
"""

AuthorType: TypeAlias = Literal["contact", "user"]
"""Type of the author."""

AvailabilityStatus: TypeAlias = Literal["online", "away", "offline"]
"""Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it is changed: a
closed browser does not end it.
"""

BulkItemStatus: TypeAlias = Literal["updated", "unchanged", "failed"]

Channel: TypeAlias = Literal["email", "chat", "form", "api"]
"""Channel through which the contact writes."""

ConnectionType: TypeAlias = Literal["custom", "sms", "whatsapp", "messenger", "instagram", "telegram", "line", "chat"]
"""The channel that the connector attaches; `custom` for any other."""

ConversationInclude: TypeAlias = Literal["contact", "last_message", "assignee"]
"""Record to return beside it."""

ConversationStatus: TypeAlias = Literal["open", "pending", "closed"]
"""Current status of the conversation."""

CountRelation: TypeAlias = Literal["eq", "gte"]

CredentialOwner: TypeAlias = Literal["user", "workspace"]

CredentialType: TypeAlias = Literal["api_key", "personal_access_token", "oauth_access_token", "session"]

DeliveryStatus: TypeAlias = Literal["pending", "sending", "delivered", "failed", "cancelled"]
"""Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress; `delivered`: the
endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled.
"""

DeliveryTrigger: TypeAlias = Literal["schedule", "manual", "test"]

DnsRecordPurpose: TypeAlias = Literal["dkim", "spf", "dmarc"]

DnsRecordStatus: TypeAlias = Literal["unknown", "found", "missing", "different"]

ErrorCode: TypeAlias = Literal[
    "missing_api_key",
    "invalid_api_key",
    "token_expired",
    "insufficient_scope",
    "forbidden",
    "role_forbidden",
    "mode_forbidden",
    "address_not_allowed",
    "csrf_failed",
    "invalid_parameter",
    "missing_parameter",
    "unknown_parameter",
    "read_only_parameter",
    "duplicate_value",
    "ambiguous_match",
    "too_many_items",
    "position_expired",
    "file_too_large",
    "unsupported_file_type",
    "malformed_json",
    "malformed_multipart",
    "body_too_large",
    "unsupported_media_type",
    "unsupported_encoding",
    "not_found",
    "rate_limit_exceeded",
    "idempotency_mismatch",
    "idempotency_in_progress",
    "precondition_failed",
    "not_editable",
    "internal_error",
    "service_unavailable",
    "outcome_unknown",
]

ErrorLocation: TypeAlias = Literal["body", "query", "header", "path"]

ErrorType: TypeAlias = Literal[
    "invalid_request_error", "authentication_error", "authorization_error", "not_found_error", "rate_limit_error", "api_error"
]

EventType: TypeAlias = Literal[
    "contact.created",
    "contact.deleted",
    "contact.updated",
    "conversation.assigned",
    "conversation.created",
    "conversation.deleted",
    "conversation.merged",
    "conversation.snoozed",
    "conversation.split",
    "conversation.status_changed",
    "conversation.team_changed",
    "conversation.unmerged",
    "conversation.updated",
    "conversation.woken",
    "file.created",
    "file.deleted",
    "incoming_mail.quarantined",
    "mailbox.connected",
    "mailbox.disconnected",
    "message.created",
    "message.delivery_updated",
    "message.redacted",
    "message.updated",
    "tag.created",
    "tag.deleted",
    "tag.updated",
    "ticket.assigned",
    "ticket.created",
    "ticket.deleted",
    "ticket.merged",
    "ticket.sla_breached",
    "ticket.sla_warning",
    "ticket.snoozed",
    "ticket.status_changed",
    "ticket.team_changed",
    "ticket.unmerged",
    "ticket.updated",
    "ticket.woken",
    "webhook.disabled",
    "webhook.test",
]
"""Event type."""

FilterOperator: TypeAlias = Literal["eq", "ne", "in", "not_in", "lt", "lte", "gt", "gte", "contains"]
"""How a field is compared with a value."""

IncomingMailAcknowledgementStatus: TypeAlias = Literal[
    "withheld", "queued", "sending", "sent", "delivered", "unknown", "bounced", "failed", "cancelled"
]

IncomingMailStatus: TypeAlias = Literal["stored", "importing", "delivered", "quarantined", "ignored", "failed", "discarded"]
"""What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past; `delivered`: it is a message;
`quarantined`: held back, until it is released or discarded, for 90 days at most; `ignored`: it is no message, such as a
copy of one or a report about a mail that was sent; `failed`: it could not be read or recorded, and can be retried, or it
was too large to be stored; `discarded`: by a user, or after 90 days.
"""

IncomingMailType: TypeAlias = Literal["ordinary", "automatic", "bulk", "bounce", "complaint", "receipt", "own_copy"]

JobFailureCode: TypeAlias = Literal["too_many_records", "owner_inactive", "insufficient_scope", "unavailable"]

JobResource: TypeAlias = Literal["ticket", "conversation", "contact"]
"""What a job changes: `ticket`, `conversation` or `contact`."""

JobResultStatus: TypeAlias = Literal["pending", "updated", "unchanged", "failed"]
"""Result for a record; `pending`: not processed, or not yet."""

JobStatus: TypeAlias = Literal["queued", "running", "succeeded", "failed", "canceled"]
"""Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is through, also if it could not
change some of them; `failed`: stopped for the reason in `failure`; `canceled`: stopped by a request.
"""

ListConnectionsSort: TypeAlias = Literal["created_at", "name"]
"""Values of `sort` in `listConnections`."""

ListContactFormsSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listContactForms`."""

ListContactHistorySort: TypeAlias = Literal["logged_at"]
"""Values of `sort` in `listContactHistory`."""

ListContactsSort: TypeAlias = Literal["created_at", "updated_at", "name", "email", "company"]
"""Values of `sort` in `listContacts`."""

ListConversationHistorySort: TypeAlias = Literal["logged_at"]
"""Values of `sort` in `listConversationHistory`."""

ListConversationsSnoozed: TypeAlias = Literal["true", "false"]
"""Values of `snoozed` in `listConversations`."""

ListConversationsSort: TypeAlias = Literal["created_at", "updated_at", "last_message_at", "priority"]
"""Values of `sort` in `listConversations`."""

ListDeliveriesSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listDeliveries`."""

ListEventsSort: TypeAlias = Literal["logged_at"]
"""Values of `sort` in `listEvents`."""

ListFilesSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listFiles`."""

ListInboxesSort: TypeAlias = Literal["created_at", "name"]
"""Values of `sort` in `listInboxes`."""

ListIncomingMailsSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listIncomingMails`."""

ListJobResultsSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listJobResults`."""

ListJobsSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listJobs`."""

ListMacrosSort: TypeAlias = Literal["created_at", "name"]
"""Values of `sort` in `listMacros`."""

ListMailboxesSort: TypeAlias = Literal["created_at", "name"]
"""Values of `sort` in `listMailboxes`."""

ListMessagesSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listMessages`."""

ListMessagesTicketsSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listMessagesTickets`."""

ListNotificationDevicesSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listNotificationDevices`."""

ListNotificationsRead: TypeAlias = Literal["true", "false"]
"""Values of `read` in `listNotifications`."""

ListNotificationsSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listNotifications`."""

ListSenderRulesSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listSenderRules`."""

ListSendingDomainsSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listSendingDomains`."""

ListSuppressionsSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listSuppressions`."""

ListTagsSort: TypeAlias = Literal["created_at", "name"]
"""Values of `sort` in `listTags`."""

ListTeamMembersSort: TypeAlias = Literal["created_at", "joined_at", "name", "email"]
"""Values of `sort` in `listTeamMembers`."""

ListTeamsSort: TypeAlias = Literal["created_at", "name"]
"""Values of `sort` in `listTeams`."""

ListTicketHistorySort: TypeAlias = Literal["logged_at"]
"""Values of `sort` in `listTicketHistory`."""

ListTicketsSnoozed: TypeAlias = Literal["true", "false"]
"""Values of `snoozed` in `listTickets`."""

ListTicketsSort: TypeAlias = Literal["created_at", "updated_at", "priority", "status", "first_response_due"]
"""Values of `sort` in `listTickets`."""

ListUsersSort: TypeAlias = Literal["created_at", "updated_at", "name", "email"]
"""Values of `sort` in `listUsers`."""

ListViewRecordsSort: TypeAlias = Literal["created_at", "updated_at", "priority"]
"""Values of `sort` in `listViewRecords`."""

ListViewsSort: TypeAlias = Literal["created_at", "name"]
"""Values of `sort` in `listViews`."""

ListWebhooksSort: TypeAlias = Literal["created_at"]
"""Values of `sort` in `listWebhooks`."""

MacroChangeField: TypeAlias = Literal["status", "priority", "assignee_id", "team_id", "tags", "snoozed_until"]

MacroMessageType: TypeAlias = Literal["reply", "note"]
"""What the text of a macro becomes: a `reply` to the contact, or an internal `note`."""

MailAuthenticationDmarc: TypeAlias = Literal["pass", "fail", "none", "error"]

MailboxImportStatus: TypeAlias = Literal["pending", "running", "completed"]

MailboxProbeCheckName: TypeAlias = Literal["arrival", "subaddressing", "message_id", "references", "authentication"]

MailboxProbeCheckStatus: TypeAlias = Literal["pending", "passed", "failed", "skipped"]

MailboxProbeStatus: TypeAlias = Literal["none", "pending", "passed", "failed"]

MailboxStatus: TypeAlias = Literal["connected", "disconnected", "disabled"]
"""`connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it is tried again;
`disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days; those of a mailbox that is only
refused where its mails are fetched leave, as `affects` of the reason tells.
"""

MailboxStatusReasonAffects: TypeAlias = Literal["sending", "receiving"]

MailboxTestResultCheckName: TypeAlias = Literal[
    "dns", "connection", "tls", "authentication", "sending", "receiving", "signature"
]

MailboxTestResultCheckStatus: TypeAlias = Literal["passed", "failed", "skipped"]

MessageDeliveryStatus: TypeAlias = Literal[
    "queued", "sending", "sent", "delivered", "unknown", "bounced", "failed", "cancelled"
]

MessageEmailDirection: TypeAlias = Literal["incoming", "outgoing"]

MessageType: TypeAlias = Literal["reply", "note", "comment"]
"""Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the contact too, but
never sent. A reply of a user is sent, unless `send` is false, if its conversation has a `mailbox_id` or `connection_id`;
others are recorded, not sent.
"""

Mode: TypeAlias = Literal["live", "test"]

NewTicketLinkType: TypeAlias = Literal["related", "duplicate_of", "parent"]
"""What the other ticket is to this one."""

NotificationCause: TypeAlias = Literal["assigned", "mentioned", "reply", "sla_warning", "woken"]
"""Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions them; `reply`: the contact
wrote on a record that is assigned to them or that they follow; `sla_warning`: the first response to a ticket of theirs is
soon due; `woken`: a snooze of theirs has ended.
"""

OAuthProvider: TypeAlias = Literal["google", "microsoft"]
"""Issuer of the tokens."""

Plan: TypeAlias = Literal["starter", "professional", "business", "unlimited"]

PresenceState: TypeAlias = Literal["viewing", "composing"]
"""What the user does in the conversation: reads it, or writes a message."""

Priority: TypeAlias = Literal["urgent", "high", "normal", "low"]
"""Priority."""

ReceivingAuthentication: TypeAlias = Literal["password", "signature"]

ReceivingType: TypeAlias = Literal["postmark", "mailgun", "sendgrid", "ses"]
"""Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`: Mailgun;
`sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic.
"""

ReportGroup: TypeAlias = Literal["team", "assignee", "channel", "inbox", "tag"]
"""What the records are grouped by."""

ReportInterval: TypeAlias = Literal["hour", "day", "week"]
"""Length of the intervals: hours, days or weeks (from Monday) of the time zone."""

ReportMetric: TypeAlias = Literal["volume", "backlog", "first_response", "resolution", "reopened", "sla_met"]
"""What is measured: records created (`volume`), records that are neither resolved nor closed at the end of each interval
(`backlog`), the time to the first reply of a user (`first_response`) and to resolution or closing (`resolution`),
reopenings (`reopened`), and the share of first-response targets that were met (`sla_met`, of tickets alone).
"""

ReportResource: TypeAlias = Literal["ticket", "conversation"]
"""What is counted: tickets or conversations."""

ReportedDeliveryStatus: TypeAlias = Literal["sending", "sent", "delivered", "unknown", "bounced", "failed"]
"""How far the connector has come. A report of an earlier state changes nothing."""

Scope: TypeAlias = Literal[
    "conversations:read",
    "conversations:write",
    "contacts:read",
    "contacts:write",
    "tickets:read",
    "tickets:write",
    "users:read",
    "users:write",
    "files:read",
    "files:write",
    "views:read",
    "views:write",
    "notifications:manage",
    "macros:read",
    "macros:write",
    "webhooks:manage",
    "mailboxes:manage",
]

SearchGroup: TypeAlias = Literal["conversations", "contacts", "tickets"]

SearchType: TypeAlias = Literal["conversation", "contact", "ticket"]
"""Resource type to search; all by default."""

SenderAction: TypeAlias = Literal["block", "allow"]
"""`block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as `spam` or `flood`, unless
the domain asks to refuse mails that nothing proves, and nothing proves them.
"""

SenderRuleOrigin: TypeAlias = Literal["manual", "released"]

SendingDomainStatus: TypeAlias = Literal["pending", "verified", "failed"]

SlaMetricName: TypeAlias = Literal["first_response"]

SlaStatus: TypeAlias = Literal["on_track", "warning", "breached"]
"""SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it."""

SortOrder: TypeAlias = Literal["asc", "desc"]
"""Sort direction."""

StreamEventsPresence: TypeAlias = Literal["true", "false"]
"""Values of `presence` in `streamEvents`."""

SuppressionReason: TypeAlias = Literal["bounced", "complained", "manual"]
"""`bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as spam, which nothing
records yet; `manual`: an admin has listed it.
"""

TicketInclude: TypeAlias = Literal["contact", "conversation", "last_message", "assignee"]
"""Record to return beside it."""

TicketLinkType: TypeAlias = Literal["related", "duplicate_of", "duplicate", "parent", "child"]

TicketStatus: TypeAlias = Literal["open", "pending", "resolved", "closed"]
"""Current status of the ticket."""

TransportAuthentication: TypeAlias = Literal["none", "password", "oauth2"]
"""How the mailbox signs in."""

TransportSecurity: TypeAlias = Literal["tls", "starttls", "none"]
"""`tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must offer;
`none`: only to hosts that the operator allows.
"""

TransportType: TypeAlias = Literal["smtp", "imap_smtp", "graph", "sandbox"]
"""How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are fetched from the
inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP authentication, and with
`after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not at all, their outcome is simulated by the
address of the recipient.
"""

UnknownOutcome: TypeAlias = Literal["hold", "retry"]
"""What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`; `retry`: it is sent
once more after 15 minutes, with the same Message-ID, and may arrive twice.
"""

UserRole: TypeAlias = Literal["admin", "agent", "viewer"]
"""Role, which limits what the user and their tokens may do."""

UserStatus: TypeAlias = Literal["active", "invited", "inactive"]
"""Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be assigned."""

ViewResource: TypeAlias = Literal["ticket", "conversation"]
"""What a view lists: `ticket` or `conversation`."""

ViewSort: TypeAlias = Literal["created_at", "updated_at", "priority", "status", "first_response_due", "last_message_at"]
"""Field to sort by, one of those of the list of the resource."""

ViewVisibility: TypeAlias = Literal["private", "team", "workspace"]
"""Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace."""

WebhookCreatorType: TypeAlias = Literal["api_key", "personal_access_token", "oauth_access_token", "user"]

WebhookDisabledReason: TypeAlias = Literal["gone", "failing", "manual", "revoked"]

WebhookStatus: TypeAlias = Literal["enabled", "disabled"]
"""Status of the webhook; nothing is delivered while it is disabled."""

WritableMailboxStatus: TypeAlias = Literal["connected", "disabled"]
"""`disabled` holds mails back, for three days at most; `connected` tries again at once."""
