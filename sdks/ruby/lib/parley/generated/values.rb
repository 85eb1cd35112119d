# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Models
    module ActorType
      USER = 'user'
      API_KEY = 'api_key'
      SYSTEM = 'system'
      ASSIGNMENT = 'assignment'
    end

    # What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it was;
    # `delete`: it is deleted there, which only `imap_smtp` does
    module AfterReceiving
      LEAVE = 'leave'
      DELETE = 'delete'
    end

    # Who gets the next record of the team: nobody by itself (`manual`), each available member in turn (`round_robin`),
    # or the one with the fewest open records (`least_loaded`)
    module AssignmentMode
      MANUAL = 'manual'
      ROUND_ROBIN = 'round_robin'
      LEAST_LOADED = 'least_loaded'
    end

    # Type of the author
    module AuthorType
      CONTACT = 'contact'
      USER = 'user'
    end

    # Whether a user takes records: only one who is `online` is assigned records by their teams. It stays until it is
    # changed: a closed browser does not end it
    module AvailabilityStatus
      ONLINE = 'online'
      AWAY = 'away'
      OFFLINE = 'offline'
    end

    module BulkItemStatus
      UPDATED = 'updated'
      UNCHANGED = 'unchanged'
      FAILED = 'failed'
    end

    # Channel through which the contact writes
    module Channel
      EMAIL = 'email'
      CHAT = 'chat'
      FORM = 'form'
      API = 'api'
    end

    # The channel that the connector attaches; `custom` for any other
    module ConnectionType
      CUSTOM = 'custom'
      SMS = 'sms'
      WHATSAPP = 'whatsapp'
      MESSENGER = 'messenger'
      INSTAGRAM = 'instagram'
      TELEGRAM = 'telegram'
      LINE = 'line'
      CHAT = 'chat'
    end

    # Record to return beside it
    module ConversationInclude
      CONTACT = 'contact'
      LAST_MESSAGE = 'last_message'
      ASSIGNEE = 'assignee'
    end

    # Current status of the conversation
    module ConversationStatus
      OPEN = 'open'
      PENDING = 'pending'
      CLOSED = 'closed'
    end

    module CountRelation
      EQ = 'eq'
      GTE = 'gte'
    end

    module CredentialOwner
      USER = 'user'
      WORKSPACE = 'workspace'
    end

    module CredentialType
      API_KEY = 'api_key'
      PERSONAL_ACCESS_TOKEN = 'personal_access_token'
      OAUTH_ACCESS_TOKEN = 'oauth_access_token'
      SESSION = 'session'
    end

    # Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in progress;
    # `delivered`: the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was disabled
    module DeliveryStatus
      PENDING = 'pending'
      SENDING = 'sending'
      DELIVERED = 'delivered'
      FAILED = 'failed'
      CANCELLED = 'cancelled'
    end

    module DeliveryTrigger
      SCHEDULE = 'schedule'
      MANUAL = 'manual'
      TEST = 'test'
    end

    module DnsRecordPurpose
      DKIM = 'dkim'
      SPF = 'spf'
      DMARC = 'dmarc'
    end

    module DnsRecordStatus
      UNKNOWN = 'unknown'
      FOUND = 'found'
      MISSING = 'missing'
      DIFFERENT = 'different'
    end

    module ErrorCode
      MISSING_API_KEY = 'missing_api_key'
      INVALID_API_KEY = 'invalid_api_key'
      TOKEN_EXPIRED = 'token_expired'
      INSUFFICIENT_SCOPE = 'insufficient_scope'
      FORBIDDEN = 'forbidden'
      ROLE_FORBIDDEN = 'role_forbidden'
      MODE_FORBIDDEN = 'mode_forbidden'
      ADDRESS_NOT_ALLOWED = 'address_not_allowed'
      CSRF_FAILED = 'csrf_failed'
      INVALID_PARAMETER = 'invalid_parameter'
      MISSING_PARAMETER = 'missing_parameter'
      UNKNOWN_PARAMETER = 'unknown_parameter'
      READ_ONLY_PARAMETER = 'read_only_parameter'
      DUPLICATE_VALUE = 'duplicate_value'
      AMBIGUOUS_MATCH = 'ambiguous_match'
      TOO_MANY_ITEMS = 'too_many_items'
      POSITION_EXPIRED = 'position_expired'
      FILE_TOO_LARGE = 'file_too_large'
      UNSUPPORTED_FILE_TYPE = 'unsupported_file_type'
      MALFORMED_JSON = 'malformed_json'
      MALFORMED_MULTIPART = 'malformed_multipart'
      BODY_TOO_LARGE = 'body_too_large'
      UNSUPPORTED_MEDIA_TYPE = 'unsupported_media_type'
      UNSUPPORTED_ENCODING = 'unsupported_encoding'
      NOT_FOUND = 'not_found'
      RATE_LIMIT_EXCEEDED = 'rate_limit_exceeded'
      IDEMPOTENCY_MISMATCH = 'idempotency_mismatch'
      IDEMPOTENCY_IN_PROGRESS = 'idempotency_in_progress'
      PRECONDITION_FAILED = 'precondition_failed'
      NOT_EDITABLE = 'not_editable'
      INTERNAL_ERROR = 'internal_error'
      SERVICE_UNAVAILABLE = 'service_unavailable'
      OUTCOME_UNKNOWN = 'outcome_unknown'
    end

    module ErrorLocation
      BODY = 'body'
      QUERY = 'query'
      HEADER = 'header'
      PATH = 'path'
    end

    module ErrorType
      INVALID_REQUEST_ERROR = 'invalid_request_error'
      AUTHENTICATION_ERROR = 'authentication_error'
      AUTHORIZATION_ERROR = 'authorization_error'
      NOT_FOUND_ERROR = 'not_found_error'
      RATE_LIMIT_ERROR = 'rate_limit_error'
      API_ERROR = 'api_error'
    end

    # Event type
    module EventType
      CONTACT_CREATED = 'contact.created'
      CONTACT_DELETED = 'contact.deleted'
      CONTACT_UPDATED = 'contact.updated'
      CONVERSATION_ASSIGNED = 'conversation.assigned'
      CONVERSATION_CREATED = 'conversation.created'
      CONVERSATION_DELETED = 'conversation.deleted'
      CONVERSATION_MERGED = 'conversation.merged'
      CONVERSATION_SNOOZED = 'conversation.snoozed'
      CONVERSATION_SPLIT = 'conversation.split'
      CONVERSATION_STATUS_CHANGED = 'conversation.status_changed'
      CONVERSATION_TEAM_CHANGED = 'conversation.team_changed'
      CONVERSATION_UNMERGED = 'conversation.unmerged'
      CONVERSATION_UPDATED = 'conversation.updated'
      CONVERSATION_WOKEN = 'conversation.woken'
      FILE_CREATED = 'file.created'
      FILE_DELETED = 'file.deleted'
      INCOMING_MAIL_QUARANTINED = 'incoming_mail.quarantined'
      MAILBOX_CONNECTED = 'mailbox.connected'
      MAILBOX_DISCONNECTED = 'mailbox.disconnected'
      MESSAGE_CREATED = 'message.created'
      MESSAGE_DELIVERY_UPDATED = 'message.delivery_updated'
      MESSAGE_REDACTED = 'message.redacted'
      MESSAGE_UPDATED = 'message.updated'
      TAG_CREATED = 'tag.created'
      TAG_DELETED = 'tag.deleted'
      TAG_UPDATED = 'tag.updated'
      TICKET_ASSIGNED = 'ticket.assigned'
      TICKET_CREATED = 'ticket.created'
      TICKET_DELETED = 'ticket.deleted'
      TICKET_MERGED = 'ticket.merged'
      TICKET_SLA_BREACHED = 'ticket.sla_breached'
      TICKET_SLA_WARNING = 'ticket.sla_warning'
      TICKET_SNOOZED = 'ticket.snoozed'
      TICKET_STATUS_CHANGED = 'ticket.status_changed'
      TICKET_TEAM_CHANGED = 'ticket.team_changed'
      TICKET_UNMERGED = 'ticket.unmerged'
      TICKET_UPDATED = 'ticket.updated'
      TICKET_WOKEN = 'ticket.woken'
      WEBHOOK_DISABLED = 'webhook.disabled'
      WEBHOOK_TEST = 'webhook.test'
    end

    # How a field is compared with a value
    module FilterOperator
      EQ = 'eq'
      NE = 'ne'
      IN = 'in'
      NOT_IN = 'not_in'
      LT = 'lt'
      LTE = 'lte'
      GT = 'gt'
      GTE = 'gte'
      CONTAINS = 'contains'
    end

    module IncomingMailAcknowledgementStatus
      WITHHELD = 'withheld'
      QUEUED = 'queued'
      SENDING = 'sending'
      SENT = 'sent'
      DELIVERED = 'delivered'
      UNKNOWN = 'unknown'
      BOUNCED = 'bounced'
      FAILED = 'failed'
      CANCELLED = 'cancelled'
    end

    # What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past; `delivered`: it is a
    # message; `quarantined`: held back, until it is released or discarded, for 90 days at most; `ignored`: it is no
    # message, such as a copy of one or a report about a mail that was sent; `failed`: it could not be read or recorded,
    # and can be retried, or it was too large to be stored; `discarded`: by a user, or after 90 days
    module IncomingMailStatus
      STORED = 'stored'
      IMPORTING = 'importing'
      DELIVERED = 'delivered'
      QUARANTINED = 'quarantined'
      IGNORED = 'ignored'
      FAILED = 'failed'
      DISCARDED = 'discarded'
    end

    module IncomingMailType
      ORDINARY = 'ordinary'
      AUTOMATIC = 'automatic'
      BULK = 'bulk'
      BOUNCE = 'bounce'
      COMPLAINT = 'complaint'
      RECEIPT = 'receipt'
      OWN_COPY = 'own_copy'
    end

    module JobFailureCode
      TOO_MANY_RECORDS = 'too_many_records'
      OWNER_INACTIVE = 'owner_inactive'
      INSUFFICIENT_SCOPE = 'insufficient_scope'
      UNAVAILABLE = 'unavailable'
    end

    # What a job changes: `ticket`, `conversation` or `contact`
    module JobResource
      TICKET = 'ticket'
      CONVERSATION = 'conversation'
      CONTACT = 'contact'
    end

    # Result for a record; `pending`: not processed, or not yet
    module JobResultStatus
      PENDING = 'pending'
      UPDATED = 'updated'
      UNCHANGED = 'unchanged'
      FAILED = 'failed'
    end

    # Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is through, also if it
    # could not change some of them; `failed`: stopped for the reason in `failure`; `canceled`: stopped by a request
    module JobStatus
      QUEUED = 'queued'
      RUNNING = 'running'
      SUCCEEDED = 'succeeded'
      FAILED = 'failed'
      CANCELED = 'canceled'
    end

    # Values of `sort` in `listConnections`
    module ListConnectionsSort
      CREATED_AT = 'created_at'
      NAME = 'name'
    end

    # Values of `sort` in `listContactForms`
    module ListContactFormsSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listContactHistory`
    module ListContactHistorySort
      LOGGED_AT = 'logged_at'
    end

    # Values of `sort` in `listContacts`
    module ListContactsSort
      CREATED_AT = 'created_at'
      UPDATED_AT = 'updated_at'
      NAME = 'name'
      EMAIL = 'email'
      COMPANY = 'company'
    end

    # Values of `sort` in `listConversationHistory`
    module ListConversationHistorySort
      LOGGED_AT = 'logged_at'
    end

    # Values of `snoozed` in `listConversations`
    module ListConversationsSnoozed
      TRUE = 'true'
      FALSE = 'false'
    end

    # Values of `sort` in `listConversations`
    module ListConversationsSort
      CREATED_AT = 'created_at'
      UPDATED_AT = 'updated_at'
      LAST_MESSAGE_AT = 'last_message_at'
      PRIORITY = 'priority'
    end

    # Values of `sort` in `listDeliveries`
    module ListDeliveriesSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listEvents`
    module ListEventsSort
      LOGGED_AT = 'logged_at'
    end

    # Values of `sort` in `listFiles`
    module ListFilesSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listInboxes`
    module ListInboxesSort
      CREATED_AT = 'created_at'
      NAME = 'name'
    end

    # Values of `sort` in `listIncomingMails`
    module ListIncomingMailsSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listJobResults`
    module ListJobResultsSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listJobs`
    module ListJobsSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listMacros`
    module ListMacrosSort
      CREATED_AT = 'created_at'
      NAME = 'name'
    end

    # Values of `sort` in `listMailboxes`
    module ListMailboxesSort
      CREATED_AT = 'created_at'
      NAME = 'name'
    end

    # Values of `sort` in `listMessages`
    module ListMessagesSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listMessagesTickets`
    module ListMessagesTicketsSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listNotificationDevices`
    module ListNotificationDevicesSort
      CREATED_AT = 'created_at'
    end

    # Values of `read` in `listNotifications`
    module ListNotificationsRead
      TRUE = 'true'
      FALSE = 'false'
    end

    # Values of `sort` in `listNotifications`
    module ListNotificationsSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listSenderRules`
    module ListSenderRulesSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listSendingDomains`
    module ListSendingDomainsSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listSuppressions`
    module ListSuppressionsSort
      CREATED_AT = 'created_at'
    end

    # Values of `sort` in `listTags`
    module ListTagsSort
      CREATED_AT = 'created_at'
      NAME = 'name'
    end

    # Values of `sort` in `listTeamMembers`
    module ListTeamMembersSort
      CREATED_AT = 'created_at'
      JOINED_AT = 'joined_at'
      NAME = 'name'
      EMAIL = 'email'
    end

    # Values of `sort` in `listTeams`
    module ListTeamsSort
      CREATED_AT = 'created_at'
      NAME = 'name'
    end

    # Values of `sort` in `listTicketHistory`
    module ListTicketHistorySort
      LOGGED_AT = 'logged_at'
    end

    # Values of `snoozed` in `listTickets`
    module ListTicketsSnoozed
      TRUE = 'true'
      FALSE = 'false'
    end

    # Values of `sort` in `listTickets`
    module ListTicketsSort
      CREATED_AT = 'created_at'
      UPDATED_AT = 'updated_at'
      PRIORITY = 'priority'
      STATUS = 'status'
      FIRST_RESPONSE_DUE = 'first_response_due'
    end

    # Values of `sort` in `listUsers`
    module ListUsersSort
      CREATED_AT = 'created_at'
      UPDATED_AT = 'updated_at'
      NAME = 'name'
      EMAIL = 'email'
    end

    # Values of `sort` in `listViewRecords`
    module ListViewRecordsSort
      CREATED_AT = 'created_at'
      UPDATED_AT = 'updated_at'
      PRIORITY = 'priority'
    end

    # Values of `sort` in `listViews`
    module ListViewsSort
      CREATED_AT = 'created_at'
      NAME = 'name'
    end

    # Values of `sort` in `listWebhooks`
    module ListWebhooksSort
      CREATED_AT = 'created_at'
    end

    module MacroChangeField
      STATUS = 'status'
      PRIORITY = 'priority'
      ASSIGNEE_ID = 'assignee_id'
      TEAM_ID = 'team_id'
      TAGS = 'tags'
      SNOOZED_UNTIL = 'snoozed_until'
    end

    # What the text of a macro becomes: a `reply` to the contact, or an internal `note`
    module MacroMessageType
      REPLY = 'reply'
      NOTE = 'note'
    end

    module MailAuthenticationDmarc
      PASS = 'pass'
      FAIL = 'fail'
      NONE = 'none'
      ERROR = 'error'
    end

    module MailboxImportStatus
      PENDING = 'pending'
      RUNNING = 'running'
      COMPLETED = 'completed'
    end

    module MailboxProbeCheckName
      ARRIVAL = 'arrival'
      SUBADDRESSING = 'subaddressing'
      MESSAGE_ID = 'message_id'
      REFERENCES = 'references'
      AUTHENTICATION = 'authentication'
    end

    module MailboxProbeCheckStatus
      PENDING = 'pending'
      PASSED = 'passed'
      FAILED = 'failed'
      SKIPPED = 'skipped'
    end

    module MailboxProbeStatus
      NONE = 'none'
      PENDING = 'pending'
      PASSED = 'passed'
      FAILED = 'failed'
    end

    # `connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it is tried again;
    # `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days; those of a mailbox that is
    # only refused where its mails are fetched leave, as `affects` of the reason tells
    module MailboxStatus
      CONNECTED = 'connected'
      DISCONNECTED = 'disconnected'
      DISABLED = 'disabled'
    end

    module MailboxStatusReasonAffects
      SENDING = 'sending'
      RECEIVING = 'receiving'
    end

    module MailboxTestResultCheckName
      DNS = 'dns'
      CONNECTION = 'connection'
      TLS = 'tls'
      AUTHENTICATION = 'authentication'
      SENDING = 'sending'
      RECEIVING = 'receiving'
      SIGNATURE = 'signature'
    end

    module MailboxTestResultCheckStatus
      PASSED = 'passed'
      FAILED = 'failed'
      SKIPPED = 'skipped'
    end

    module MessageDeliveryStatus
      QUEUED = 'queued'
      SENDING = 'sending'
      SENT = 'sent'
      DELIVERED = 'delivered'
      UNKNOWN = 'unknown'
      BOUNCED = 'bounced'
      FAILED = 'failed'
      CANCELLED = 'cancelled'
    end

    module MessageEmailDirection
      INCOMING = 'incoming'
      OUTGOING = 'outgoing'
    end

    # Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for the contact
    # too, but never sent. A reply of a user is sent, unless `send` is false, if its conversation has a `mailbox_id` or
    # `connection_id`; others are recorded, not sent
    module MessageType
      REPLY = 'reply'
      NOTE = 'note'
      COMMENT = 'comment'
    end

    module Mode
      LIVE = 'live'
      TEST = 'test'
    end

    # What the other ticket is to this one
    module NewTicketLinkType
      RELATED = 'related'
      DUPLICATE_OF = 'duplicate_of'
      PARENT = 'parent'
    end

    # Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions them; `reply`: the
    # contact wrote on a record that is assigned to them or that they follow; `sla_warning`: the first response to a
    # ticket of theirs is soon due; `woken`: a snooze of theirs has ended
    module NotificationCause
      ASSIGNED = 'assigned'
      MENTIONED = 'mentioned'
      REPLY = 'reply'
      SLA_WARNING = 'sla_warning'
      WOKEN = 'woken'
    end

    # Issuer of the tokens
    module OAuthProvider
      GOOGLE = 'google'
      MICROSOFT = 'microsoft'
    end

    module Plan
      STARTER = 'starter'
      PROFESSIONAL = 'professional'
      BUSINESS = 'business'
      UNLIMITED = 'unlimited'
    end

    # What the user does in the conversation: reads it, or writes a message
    module PresenceState
      VIEWING = 'viewing'
      COMPOSING = 'composing'
    end

    # Priority
    module Priority
      URGENT = 'urgent'
      HIGH = 'high'
      NORMAL = 'normal'
      LOW = 'low'
    end

    module ReceivingAuthentication
      PASSWORD = 'password'
      SIGNATURE = 'signature'
    end

    # Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark; `mailgun`:
    # Mailgun; `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
    module ReceivingType
      POSTMARK = 'postmark'
      MAILGUN = 'mailgun'
      SENDGRID = 'sendgrid'
      SES = 'ses'
    end

    # What the records are grouped by
    module ReportGroup
      TEAM = 'team'
      ASSIGNEE = 'assignee'
      CHANNEL = 'channel'
      INBOX = 'inbox'
      TAG = 'tag'
    end

    # Length of the intervals: hours, days or weeks (from Monday) of the time zone
    module ReportInterval
      HOUR = 'hour'
      DAY = 'day'
      WEEK = 'week'
    end

    # What is measured: records created (`volume`), records that are neither resolved nor closed at the end of each
    # interval (`backlog`), the time to the first reply of a user (`first_response`) and to resolution or closing
    # (`resolution`), reopenings (`reopened`), and the share of first-response targets that were met (`sla_met`, of
    # tickets alone)
    module ReportMetric
      VOLUME = 'volume'
      BACKLOG = 'backlog'
      FIRST_RESPONSE = 'first_response'
      RESOLUTION = 'resolution'
      REOPENED = 'reopened'
      SLA_MET = 'sla_met'
    end

    # What is counted: tickets or conversations
    module ReportResource
      TICKET = 'ticket'
      CONVERSATION = 'conversation'
    end

    # How far the connector has come. A report of an earlier state changes nothing
    module ReportedDeliveryStatus
      SENDING = 'sending'
      SENT = 'sent'
      DELIVERED = 'delivered'
      UNKNOWN = 'unknown'
      BOUNCED = 'bounced'
      FAILED = 'failed'
    end

    module Scope
      CONVERSATIONS_READ = 'conversations:read'
      CONVERSATIONS_WRITE = 'conversations:write'
      CONTACTS_READ = 'contacts:read'
      CONTACTS_WRITE = 'contacts:write'
      TICKETS_READ = 'tickets:read'
      TICKETS_WRITE = 'tickets:write'
      USERS_READ = 'users:read'
      USERS_WRITE = 'users:write'
      FILES_READ = 'files:read'
      FILES_WRITE = 'files:write'
      VIEWS_READ = 'views:read'
      VIEWS_WRITE = 'views:write'
      NOTIFICATIONS_MANAGE = 'notifications:manage'
      MACROS_READ = 'macros:read'
      MACROS_WRITE = 'macros:write'
      WEBHOOKS_MANAGE = 'webhooks:manage'
      MAILBOXES_MANAGE = 'mailboxes:manage'
    end

    module SearchGroup
      CONVERSATIONS = 'conversations'
      CONTACTS = 'contacts'
      TICKETS = 'tickets'
    end

    # Resource type to search; all by default
    module SearchType
      CONVERSATION = 'conversation'
      CONTACT = 'contact'
      TICKET = 'ticket'
    end

    # `block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as `spam` or `flood`,
    # unless the domain asks to refuse mails that nothing proves, and nothing proves them
    module SenderAction
      BLOCK = 'block'
      ALLOW = 'allow'
    end

    module SenderRuleOrigin
      MANUAL = 'manual'
      RELEASED = 'released'
    end

    module SendingDomainStatus
      PENDING = 'pending'
      VERIFIED = 'verified'
      FAILED = 'failed'
    end

    module SlaMetricName
      FIRST_RESPONSE = 'first_response'
    end

    # SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it
    module SlaStatus
      ON_TRACK = 'on_track'
      WARNING = 'warning'
      BREACHED = 'breached'
    end

    # Sort direction
    module SortOrder
      ASC = 'asc'
      DESC = 'desc'
    end

    # Values of `presence` in `streamEvents`
    module StreamEventsPresence
      TRUE = 'true'
      FALSE = 'false'
    end

    # `bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as spam, which
    # nothing records yet; `manual`: an admin has listed it
    module SuppressionReason
      BOUNCED = 'bounced'
      COMPLAINED = 'complained'
      MANUAL = 'manual'
    end

    # Record to return beside it
    module TicketInclude
      CONTACT = 'contact'
      CONVERSATION = 'conversation'
      LAST_MESSAGE = 'last_message'
      ASSIGNEE = 'assignee'
    end

    module TicketLinkType
      RELATED = 'related'
      DUPLICATE_OF = 'duplicate_of'
      DUPLICATE = 'duplicate'
      PARENT = 'parent'
      CHILD = 'child'
    end

    # Current status of the ticket
    module TicketStatus
      OPEN = 'open'
      PENDING = 'pending'
      RESOLVED = 'resolved'
      CLOSED = 'closed'
    end

    # How the mailbox signs in
    module TransportAuthentication
      NONE = 'none'
      PASSWORD = 'password'
      OAUTH2 = 'oauth2'
    end

    # `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server must
    # offer; `none`: only to hosts that the operator allows
    module TransportSecurity
      TLS = 'tls'
      STARTTLS = 'starttls'
      NONE = 'none'
    end

    # How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are fetched
    # from the inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP authentication,
    # and with `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not at all, their outcome is
    # simulated by the address of the recipient
    module TransportType
      SMTP = 'smtp'
      IMAP_SMTP = 'imap_smtp'
      GRAPH = 'graph'
      SANDBOX = 'sandbox'
    end

    # What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`; `retry`:
    # it is sent once more after 15 minutes, with the same Message-ID, and may arrive twice
    module UnknownOutcome
      HOLD = 'hold'
      RETRY = 'retry'
    end

    # Role, which limits what the user and their tokens may do
    module UserRole
      ADMIN = 'admin'
      AGENT = 'agent'
      VIEWER = 'viewer'
    end

    # Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in and be
    # assigned
    module UserStatus
      ACTIVE = 'active'
      INVITED = 'invited'
      INACTIVE = 'inactive'
    end

    # What a view lists: `ticket` or `conversation`
    module ViewResource
      TICKET = 'ticket'
      CONVERSATION = 'conversation'
    end

    # Field to sort by, one of those of the list of the resource
    module ViewSort
      CREATED_AT = 'created_at'
      UPDATED_AT = 'updated_at'
      PRIORITY = 'priority'
      STATUS = 'status'
      FIRST_RESPONSE_DUE = 'first_response_due'
      LAST_MESSAGE_AT = 'last_message_at'
    end

    # Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the workspace
    module ViewVisibility
      PRIVATE = 'private'
      TEAM = 'team'
      WORKSPACE = 'workspace'
    end

    module WebhookCreatorType
      API_KEY = 'api_key'
      PERSONAL_ACCESS_TOKEN = 'personal_access_token'
      OAUTH_ACCESS_TOKEN = 'oauth_access_token'
      USER = 'user'
    end

    module WebhookDisabledReason
      GONE = 'gone'
      FAILING = 'failing'
      MANUAL = 'manual'
      REVOKED = 'revoked'
    end

    # Status of the webhook; nothing is delivered while it is disabled
    module WebhookStatus
      ENABLED = 'enabled'
      DISABLED = 'disabled'
    end

    # `disabled` holds mails back, for three days at most; `connected` tries again at once
    module WritableMailboxStatus
      CONNECTED = 'connected'
      DISABLED = 'disabled'
    end
  end
end
