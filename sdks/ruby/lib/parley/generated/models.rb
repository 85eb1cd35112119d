# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

require 'parley/core/model'

module Parley
  # The records that the API answers with, and constants for the values of their fields.
  module Models
    %i[
      ActorType AfterReceiving AssignmentMode AuthorType AvailabilityStatus BulkItemStatus Channel ConnectionType
      ConversationInclude ConversationStatus CountRelation CredentialOwner CredentialType DeliveryStatus DeliveryTrigger
      DnsRecordPurpose DnsRecordStatus ErrorCode ErrorLocation ErrorType EventType FilterOperator
      IncomingMailAcknowledgementStatus IncomingMailStatus IncomingMailType JobFailureCode JobResource JobResultStatus
      JobStatus ListConnectionsSort ListContactFormsSort ListContactHistorySort ListContactsSort
      ListConversationHistorySort ListConversationsSnoozed ListConversationsSort ListDeliveriesSort ListEventsSort
      ListFilesSort ListInboxesSort ListIncomingMailsSort ListJobResultsSort ListJobsSort ListMacrosSort
      ListMailboxesSort ListMessagesSort ListMessagesTicketsSort ListNotificationDevicesSort ListNotificationsRead
      ListNotificationsSort ListSenderRulesSort ListSendingDomainsSort ListSuppressionsSort ListTagsSort
      ListTeamMembersSort ListTeamsSort ListTicketHistorySort ListTicketsSnoozed ListTicketsSort ListUsersSort
      ListViewRecordsSort ListViewsSort ListWebhooksSort MacroChangeField MacroMessageType MailAuthenticationDmarc
      MailboxImportStatus MailboxProbeCheckName MailboxProbeCheckStatus MailboxProbeStatus MailboxStatus
      MailboxStatusReasonAffects MailboxTestResultCheckName MailboxTestResultCheckStatus MessageDeliveryStatus
      MessageEmailDirection MessageType Mode NewTicketLinkType NotificationCause OAuthProvider Plan PresenceState
      Priority ReceivingAuthentication ReceivingType ReportGroup ReportInterval ReportMetric ReportResource
      ReportedDeliveryStatus Scope SearchGroup SearchType SenderAction SenderRuleOrigin SendingDomainStatus
      SlaMetricName SlaStatus SortOrder StreamEventsPresence SuppressionReason TicketInclude TicketLinkType TicketStatus
      TransportAuthentication TransportSecurity TransportType UnknownOutcome UserRole UserStatus ViewResource ViewSort
      ViewVisibility WebhookCreatorType WebhookDisabledReason WebhookStatus WritableMailboxStatus
    ].each { |name| autoload name, 'parley/generated/values' }
    %i[
      Event UnknownEvent ContactCreatedEvent ContactDeletedEvent ContactUpdatedEvent ConversationAssignedEvent
      ConversationCreatedEvent ConversationDeletedEvent ConversationMergedEvent ConversationSnoozedEvent
      ConversationSplitEvent ConversationStatusChangedEvent ConversationTeamChangedEvent ConversationUnmergedEvent
      ConversationUpdatedEvent ConversationWokenEvent FileCreatedEvent FileDeletedEvent IncomingMailQuarantinedEvent
      MailboxConnectedEvent MailboxDisconnectedEvent MessageCreatedEvent MessageDeliveryUpdatedEvent
      MessageRedactedEvent MessageUpdatedEvent TagCreatedEvent TagDeletedEvent TagUpdatedEvent TicketAssignedEvent
      TicketCreatedEvent TicketDeletedEvent TicketMergedEvent TicketSlaBreachedEvent TicketSlaWarningEvent
      TicketSnoozedEvent TicketStatusChangedEvent TicketTeamChangedEvent TicketUnmergedEvent TicketUpdatedEvent
      TicketWokenEvent WebhookDisabledEvent WebhookTestEvent
    ].each { |name| autoload name, 'parley/generated/events' }

    EVENTS = {
      'contact.created' => :ContactCreatedEvent, 'contact.deleted' => :ContactDeletedEvent,
      'contact.updated' => :ContactUpdatedEvent, 'conversation.assigned' => :ConversationAssignedEvent,
      'conversation.created' => :ConversationCreatedEvent, 'conversation.deleted' => :ConversationDeletedEvent,
      'conversation.merged' => :ConversationMergedEvent, 'conversation.snoozed' => :ConversationSnoozedEvent,
      'conversation.split' => :ConversationSplitEvent, 'conversation.status_changed' => :ConversationStatusChangedEvent,
      'conversation.team_changed' => :ConversationTeamChangedEvent,
      'conversation.unmerged' => :ConversationUnmergedEvent, 'conversation.updated' => :ConversationUpdatedEvent,
      'conversation.woken' => :ConversationWokenEvent, 'file.created' => :FileCreatedEvent,
      'file.deleted' => :FileDeletedEvent, 'incoming_mail.quarantined' => :IncomingMailQuarantinedEvent,
      'mailbox.connected' => :MailboxConnectedEvent, 'mailbox.disconnected' => :MailboxDisconnectedEvent,
      'message.created' => :MessageCreatedEvent, 'message.delivery_updated' => :MessageDeliveryUpdatedEvent,
      'message.redacted' => :MessageRedactedEvent, 'message.updated' => :MessageUpdatedEvent,
      'tag.created' => :TagCreatedEvent, 'tag.deleted' => :TagDeletedEvent, 'tag.updated' => :TagUpdatedEvent,
      'ticket.assigned' => :TicketAssignedEvent, 'ticket.created' => :TicketCreatedEvent,
      'ticket.deleted' => :TicketDeletedEvent, 'ticket.merged' => :TicketMergedEvent,
      'ticket.sla_breached' => :TicketSlaBreachedEvent, 'ticket.sla_warning' => :TicketSlaWarningEvent,
      'ticket.snoozed' => :TicketSnoozedEvent, 'ticket.status_changed' => :TicketStatusChangedEvent,
      'ticket.team_changed' => :TicketTeamChangedEvent, 'ticket.unmerged' => :TicketUnmergedEvent,
      'ticket.updated' => :TicketUpdatedEvent, 'ticket.woken' => :TicketWokenEvent,
      'webhook.disabled' => :WebhookDisabledEvent, 'webhook.test' => :WebhookTestEvent
    }.freeze
    private_constant :EVENTS

    # @param data [Hash{String => Object}] an event of a webhook or of the event log
    # @return [Event] {UnknownEvent} if its type is not known here
    def self.event(data) = const_get(EVENTS.fetch(data['event'], :UnknownEvent)).new(data)

    class ActorCredential < Model
      # @return [String] Id of the API key or personal access token, of the grant of an OAuth access token, or of the
      #   session of a signed-in user
      field :id
      # @return [String] (`api_key`, `personal_access_token`, `oauth_access_token`, `session`)
      field :type
      # @return [String, nil] Id of the OAuth app that it was issued to, or null
      field :app_id
    end

    # The user assigned to a record
    class Assignee < Model
      # @return [String] Id of the user
      field :id
      # @return [String] Full name of the user
      field :name
    end

    # How the open records of a team are assigned
    class Assignment < Model
      # @return [String] Who gets the next record of the team: nobody by itself (`manual`), each available member in
      #   turn (`round_robin`), or the one with the fewest open records (`least_loaded`)
      field :mode
      # @return [Integer, nil] Number of open records from which on a member is assigned no more by this team; null
      #   without a limit
      field :max_open_per_user
    end

    # A file of a message, as it was attached
    class Attachment < Model
      # @return [String] Id of the attachment
      field :id
      # @return [String] Id of the file
      field :file_id
      # @return [String] File name
      field :name
      # @return [Integer] Size in bytes
      field :size
      # @return [String] Media type, determined from the content
      field :mime_type
      # @return [String, nil] Signed, expiring download URL, issued anew at every read; null once the file is deleted
      field :url
      # @return [String, nil] Time at which the file was deleted, or null
      field :deleted_at
    end

    # Whether a user takes records, and how many
    class Availability < Model
      # @return [String] Whether a user takes records: only one who is `online` is assigned records by their teams. It
      #   stays until it is changed: a closed browser does not end it (`online`, `away`, `offline`)
      field :status
      # @return [String, nil] Time at which the status ends: a user who is `away` or `offline` is `online` from then on,
      #   one who is `online` is `offline`; null without an end
      field :until
      # @return [Integer, nil] Number of open records from which on the user is assigned no more, in all teams; null for
      #   the limits of the teams alone
      field :capacity
    end

    # The reason why a record could not be updated
    class BulkError < Model
      # @return [String] Error type (`invalid_request_error`, `authentication_error`, `authorization_error`,
      #   `not_found_error`, `rate_limit_error`, `api_error`)
      field :type
      # @return [String] Error code
      field :code
      # @return [String] Human-readable message
      field :message
      # @return [String, nil] Path of the invalid parameter
      field :param
    end

    # Result of a bulk update for one record
    class BulkItem < Model
      # @return [String] Id, as sent
      field :id
      # @return [String] Result for this record (`updated`, `unchanged`, `failed`)
      field :status
      # @return [BulkError, nil] The reason why a record could not be updated
      field :error, :BulkError
    end

    # Counts of a bulk update
    class BulkMeta < Model
      # @return [Integer] Number of different ids in the request
      field :total
      # @return [Integer] Number of records that now match the update, unchanged ones included
      field :succeeded
      # @return [Integer] Number of records that could not be updated
      field :failed
    end

    # A webhook, with its secret if the request set it
    class ChangedWebhook < Model
      # @return [String] Id of the webhook
      field :id
      # @return [String] URL of the endpoint (http or https) that receives POST requests
      field :url
      # @return [String, nil] Note about the purpose of the webhook, or null
      field :description
      # @return [Integer, nil] Maximum delivery attempts per second, retries included; null means unlimited. Unused
      #   capacity of one second can be used as a burst
      field :rate_limit
      # @return [RecordFilter, nil] Conditions on the record of an event, or null (since the next release)
      field :filter, :RecordFilter
      # @return [Array<String>] Event types, prefixes like `ticket.*`, or `*`
      field :events
      # @return [String] Version of the API whose form `data` has
      field :api_version
      # @return [String] Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)
      field :status
      # @return [String, nil] Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept
      #   failing; `manual`: by request; `revoked`: the grant, personal access token or user that created it has ended,
      #   or the user may not manage webhooks any more; null while enabled
      field :disabled_reason
      # @return [WebhookCreator, nil] Credential or user that created the webhook, or null if it is unknown. The webhook
      #   is disabled when a grant, personal access token or user ends, or the user may not manage webhooks any more;
      #   webhooks of an API key stay, because keys belong to the workspace
      field :created_by, :WebhookCreator
      # @return [String, nil] Last four characters of the secret, or null if it has less than 16 characters
      field :secret_last4
      # @return [String, nil] Time of the last successful delivery, or null
      field :last_delivery_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
      # @return [String, nil] Secret, as sent or generated
      field :secret
      # @return [String, nil] Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of
      #   the key
      field :signing_secret
    end

    # A channel that a connector of yours attaches
    class Connection < Model
      # @return [String] Id of the connection
      field :id
      # @return [String] Display name
      field :name
      # @return [String, nil] Id of the inbox of its new conversations, or null
      field :inbox_id
      # @return [String] The channel that the connector attaches; `custom` for any other (`custom`, `sms`, `whatsapp`,
      #   `messenger`, `instagram`, `telegram`, `line`, `chat`)
      field :type
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # A person who communicates with the workspace
    class Contact < Model
      # @return [String] Id of the contact
      field :id
      # @return [String, nil] E-mail address, unique in the workspace (case-insensitive)
      field :email
      # @return [String, nil] Full name
      field :name
      # @return [String, nil] Phone number, as it was given
      field :phone
      # @return [String, nil] Id of the contact in an external system, unique in the workspace and mode, or null
      field :external_id
      # @return [String, nil] Company name
      field :company
      # @return [String, nil] The phone number in the format of E.164, or null if it is none or has an extension. A
      #   national number is one of the country that the workspace had when it was written
      field :phone_e164
      # @return [Hash{String => String, Numeric, Boolean, Array<String, Numeric, Boolean>}] Custom key-value pairs;
      #   values are strings, numbers, booleans or arrays of them
      field :custom_fields
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # The deleted contact
    class ContactDeletedEventData < Model
      # @return [String] Id of the contact
      field :id
    end

    # A contact form of a web site
    class ContactForm < Model
      # @return [String] Id of the contact form
      field :id
      # @return [String] Display name; mails that ask for a confirmation show it
      field :name
      # @return [String] What names the form in its URL; public, but not to be guessed
      field :key
      # @return [String] Address to which the form is sent
      field :url
      # @return [Array<String>] Origins of the pages that have the form; a submission from a page of another one, or
      #   that tells none, is refused. Empty allows all
      field :allowed_origins
      # @return [String, nil] URL of the page that browsers are sent to once the message is received, or null for a
      #   plain page
      field :redirect_url
      # @return [String, nil] Id of the inbox of its conversations, or null
      field :inbox_id
      # @return [String, nil] Id of the mailbox through which replies leave, or null: then replies are recorded, not
      #   sent
      field :mailbox_id
      # @return [Array<String>] Names of the tags
      field :tags
      # @return [Boolean] Whether a message waits until its sender confirms its address by a link that is mailed to it.
      #   Without it, anybody can write in the name of anybody. In live mode it needs a mailbox of the installation
      flag :confirmation
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # The contact of a record
    class ContactSummary < Model
      # @return [String] Id of the contact
      field :id
      # @return [String, nil] Full name of the contact
      field :name
      # @return [String, nil] E-mail address of the contact
      field :email
      # @return [String, nil] Phone number of the contact, as it was given
      field :phone
    end

    # A conversation with a contact; its messages are listed separately
    class Conversation < Model
      # @return [String] Id of the conversation
      field :id
      # @return [Integer, nil] Number by which people name the record, unique in its workspace and mode; later records
      #   have higher ones, and some are left out (since the next release)
      field :number
      # @return [String, nil] Subject line, or null
      field :subject
      # @return [String, nil] Id of the conversation in an external system, unique in the workspace and mode, or null
      field :external_id
      # @return [String] Priority (`urgent`, `high`, `normal`, `low`)
      field :priority
      # @return [String, nil] Id of the inbox, or null
      field :inbox_id
      # @return [String] Current status of the conversation (`open`, `pending`, `closed`)
      field :status
      # @return [String] Channel through which the contact writes (`email`, `chat`, `form`, `api`)
      field :channel
      # @return [Assignee, nil] The user assigned to the conversation, or null
      field :assignee, :Assignee
      # @return [String, nil] Time at which its snooze ends; null unless snoozed (since the next release)
      field :snoozed_until
      # @return [Boolean, nil] Whether a message of the contact ends the snooze; one that a program wrote for it does
      #   not (since the next release)
      flag :wake_on_reply
      # @return [TeamSummary, nil] The team that the conversation belongs to, or null (since the next release)
      field :team, :TeamSummary
      # @return [ContactSummary] The contact of the conversation
      field :contact, :ContactSummary
      # @return [String, nil] Id of the mailbox through which replies leave, or null
      field :mailbox_id
      # @return [String, nil] Id of the connection through which replies leave, or null
      field :connection_id
      # @return [Array<MailAddress>, nil] Addresses beside that of the contact that a message was sent to by mail, in
      #   `to` or `cc`; of more than 100, the latest (since the next release)
      field :participants, [:MailAddress]
      # @return [Array<String>] Names of the tags
      field :tags
      # @return [Hash{String => String, Numeric, Boolean, Array<String, Numeric, Boolean>}] Custom key-value pairs;
      #   values are strings, numbers, booleans or arrays of them
      field :custom_fields
      # @return [Array<String>, nil] Ids of the conversations that were merged into it, at most 500; their ids lead to
      #   this conversation (since the next release)
      field :merged_from
      # @return [String, nil] Time of the last message, notes included; null if there is none
      field :last_message_at
      # @return [String, nil] Who wrote the last message: `user` or `contact`; null if there is none
      field :last_message_by
      # @return [Integer] Number of messages, notes included
      field :messages_count
      # @return [String, nil] Time of the first message of the contact that no reply of a user followed; null unless the
      #   contact waits. Notes do not count as replies
      field :waiting_since
      # @return [String, nil] Time at which it was closed; null unless closed
      field :closed_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # The deleted conversation
    class ConversationDeletedEventData < Model
      # @return [String] Id of the conversation
      field :id
    end

    # The merged conversation
    class ConversationMergedEventData < Model
      # @return [String] Id of the conversation
      field :id
      # @return [String] Id of the conversation that it was merged into
      field :merged_into
    end

    # The conversation that the messages were in
    class ConversationSplitEventData < Model
      # @return [String] Id of the conversation
      field :id
      # @return [String] Id of the new conversation
      field :split_into
      # @return [Array<String>] Ids of the messages that were moved
      field :message_ids
    end

    # The current credential
    class Credential < Model
      # @return [String] Id of the API key or personal access token, of the grant of an OAuth access token, or of the
      #   session of a signed-in user
      field :id
      # @return [String] Type of the credential (`api_key`, `personal_access_token`, `oauth_access_token`, `session`)
      field :type
      # @return [String] Name of the credential; of an OAuth access token, the name of its app
      field :name
      # @return [String] Owner of the credential: `user` if it acts as the user in this response, `workspace` for API
      #   keys, where the user in this response is the creator of the key, who may be inactive
      field :owner
      # @return [String, nil] Id of the user who created the API key; null for other credentials
      field :created_by
      # @return [Array<String>] Scopes that the credential has at present
      field :scopes
      # @return [String] Mode of the data: `live` or `test`
      field :mode
      # @return [String, nil] Time of expiry, or null if it does not expire
      field :expires_at
      # @return [String, nil] Id of the OAuth app that it was issued to, or null
      field :app_id
    end

    # The delivery of one event to one webhook
    class Delivery < Model
      # @return [String] Id of the delivery
      field :id
      # @return [String] Id of the webhook
      field :webhook_id
      # @return [String] Id of the event, sent as the header `webhook-id`
      field :event_id
      # @return [String] Event type
      field :event
      # @return [String] Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in
      #   progress; `delivered`: the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was
      #   disabled
      field :status
      # @return [String, nil] Earliest time of the next attempt; null unless pending
      field :next_attempt_at
      # @return [LastDeliveryAttempt, nil] Result of the latest attempt, or null if there was none
      field :last_attempt, :LastDeliveryAttempt
      # @return [String] Time of creation
      field :created_at
    end

    # One HTTP request to the endpoint
    class DeliveryAttempt < Model
      # @return [String] Start time of the attempt
      field :started_at
      # @return [Integer] Duration in milliseconds
      field :duration_ms
      # @return [String] Cause of the attempt: the retry schedule, a manual retry or a test event (`schedule`, `manual`,
      #   `test`)
      field :trigger
      # @return [Integer, nil] HTTP status of the response, or null if there was none
      field :status_code
      # @return [String, nil] Error of the attempt, or null if it succeeded
      field :error
      # @return [String] First 4 KiB of the response body, if it is text
      field :response
      # @return [Hash{String => String}] Request headers, without signatures
      field :request_headers
    end

    # A delivery with its payload and attempts
    class DeliveryWithAttempts < Model
      # @return [String] Id of the delivery
      field :id
      # @return [String] Id of the webhook
      field :webhook_id
      # @return [String] Id of the event, sent as the header `webhook-id`
      field :event_id
      # @return [String] Event type
      field :event
      # @return [String] Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in
      #   progress; `delivered`: the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the webhook was
      #   disabled
      field :status
      # @return [String, nil] Earliest time of the next attempt; null unless pending
      field :next_attempt_at
      # @return [LastDeliveryAttempt, nil] Result of the latest attempt, or null if there was none
      field :last_attempt, :LastDeliveryAttempt
      # @return [String] Time of creation
      field :created_at
      # @return [Array<DeliveryAttempt>] Latest 100 attempts, oldest first
      field :attempts, [:DeliveryAttempt]
      # @return [String] Exact request body
      field :payload
    end

    # A DNS record of a sending domain
    class DnsRecord < Model
      # @return [String] What it is for (`dkim`, `spf`, `dmarc`)
      field :purpose
      # @return [String] Type of the record
      field :type
      # @return [String] Name of the record
      field :name
      # @return [String] Value of the record
      field :value
      # @return [String] What the last verification found (`unknown`, `found`, `missing`, `different`)
      field :status
    end

    # What a user has begun to write in a conversation
    class Draft < Model
      # @return [String] Id of the conversation, in which a user has one draft
      field :id
      # @return [String] Id of the user who writes it
      field :user_id
      # @return [String] Type of the message that it becomes (`reply`, `note`, `comment`)
      field :type
      # @return [String] Text so far
      field :body
      # @return [DraftEmail, nil] Recipients, subject and HTML, as for a message; or null
      field :email, :DraftEmail
      # @return [Array<String>] Ids of the files that it is to have
      field :attachments
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50 recipients at most,
    # none of whom is a mailbox of the workspace
    class DraftEmail < Model
      # @return [Array<String>, nil] Addresses of the recipients; by default those of `reply_recipients`
      field :to
      # @return [Array<String>, nil] Addresses of the recipients of a copy; by default those of `reply_recipients`, and
      #   none if `to` is given
      field :cc
      # @return [Array<String>, nil] Addresses of the recipients of a copy whom no other recipient sees
      field :bcc
      # @return [String, nil] Subject line; by default that of the conversation, as a reply
      field :subject
      # @return [String, nil] Body in HTML, sent beside the text in a form that cannot harm: scripts, forms and unknown
      #   styles are removed. Without a `body` the text is made of it
      field :html
    end

    # Code, message and details of an error
    class ErrorBody < Model
      # @return [String] Machine-readable error code
      field :code
      # @return [String] Human-readable message
      field :message
      # @return [String, nil] Path of the invalid parameter, such as `contact.email` or `ids[3]`
      field :param
      # @return [String] Error type, which determines the HTTP status (`invalid_request_error`, `authentication_error`,
      #   `authorization_error`, `not_found_error`, `rate_limit_error`, `api_error`)
      field :type
      # @return [Array<ErrorDetail>, nil] Validation errors, at most 100; the first one is repeated above
      field :details, [:ErrorDetail]
      # @return [String] Id of the request. Include it when you report a problem
      field :request_id
      # @return [String] URL of the documentation of this error code
      field :doc_url
    end

    # One validation error
    class ErrorDetail < Model
      # @return [String] Machine-readable error code
      field :code
      # @return [String] Human-readable message
      field :message
      # @return [String, nil] Path of the invalid parameter, such as `contact.email` or `ids[3]`
      field :param
      # @return [String] Part of the request that has the parameter (`body`, `query`, `header`, `path`)
      field :in
    end

    # The user, API key or system that caused the event
    class EventActor < Model
      # @return [String] (`user`, `api_key`, `system`, `assignment`)
      field :type
      # @return [String, nil] Id of the user or API key, or null for the system
      field :id
      # @return [ActorCredential, nil] The credential of the request that caused the event, or null for the system
      field :credential, :ActorCredential
    end

    # A condition of a filter
    class FilterCondition < Model
      # @return [String] Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as
      #   `created_at`; or `custom.` and the key of a custom field
      field :field
      # @return [String] How a field is compared with a value
      field :op
      # @return [Object] What the field is compared with: a value as the filter of the list has it, a list of values
      #   with `in` and `not_in`, null for a record without one, `me` for the user of the credential, or a time, also
      #   relative to the present: `{"ago": "2h"}`, `{"from_now": "30m"}`
      field :value
    end

    # A user who is notified of what happens to a record
    class Follower < Model
      # @return [String] Id of the user
      field :user_id
      # @return [String] Time since which the user follows it
      field :followed_at
    end

    # Who follows a record
    class Followers < Model
      # @return [Array<Follower>] The followers, at most 50, the first one first
      field :followers, [:Follower]
    end

    class HistoryChange < Model
      # @return [Object] Value before the change
      field :from
      # @return [Object] Value after the change
      field :to
    end

    # A change of a record
    class HistoryEntry < Model
      # @return [String] Id of the event
      field :id
      # @return [String] Event type
      field :event
      # @return [String] Time of the event
      field :timestamp
      # @return [EventActor] The user, API key or system that caused the event
      field :actor, :EventActor
      # @return [Hash{String => HistoryChange}] The fields that changed, by name; empty for the creation
      field :changes, { String => :HistoryChange }
    end

    # A group of tickets, such as those of one team or topic
    class Inbox < Model
      # @return [String] Id of the inbox
      field :id
      # @return [String] Display name
      field :name
      # @return [String, nil] Id of the team to which tickets and conversations that begin in the inbox belong, unless
      #   they name another; or null (since the next release)
      field :team_id
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # The records that `include` asked for, each once, in no order
    class Included < Model
      # @return [Array<Contact>, nil] With `include=contact`
      field :contacts, [:Contact]
      # @return [Array<Conversation>, nil] With `include=conversation`
      field :conversations, [:Conversation]
      # @return [Array<Message>, nil] With `include=last_message`
      field :messages, [:Message]
      # @return [Array<User>, nil] With `include=assignee`
      field :users, [:User]
    end

    # A mail that arrived at a mailbox
    class IncomingMail < Model
      # @return [String] Id of the incoming mail
      field :id
      # @return [String] Id of the mailbox that it came to, which may have been deleted
      field :mailbox_id
      # @return [String] What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past;
      #   `delivered`: it is a message; `quarantined`: held back, until it is released or discarded, for 90 days at
      #   most; `ignored`: it is no message, such as a copy of one or a report about a mail that was sent; `failed`: it
      #   could not be read or recorded, and can be retried, or it was too large to be stored; `discarded`: by a user,
      #   or after 90 days
      field :status
      # @return [IncomingMailReason, nil] Why it is quarantined, ignored or failed; or null
      field :reason, :IncomingMailReason
      # @return [String, nil] Kind of mail; null until it was read
      field :type
      # @return [MailAddress, nil] The sender that its header names; null until it was read, and without one
      field :from, :MailAddress
      # @return [Array<String>] The addresses that it was delivered to
      field :to
      # @return [String, nil] Subject line, or null
      field :subject
      # @return [Integer] Size of its source in bytes, as far as it is known
      field :size
      # @return [MailAuthentication, nil] What is known of its sender; null until it was read
      field :authentication, :MailAuthentication
      # @return [String, nil] Id of the conversation that it became a message of, or null
      field :conversation_id
      # @return [String, nil] Id of the message that it became, or null
      field :message_id
      # @return [IncomingMailAcknowledgement, nil] The acknowledgement of the mail; null if it began no conversation, or
      #   the mailbox sends none
      field :acknowledgement, :IncomingMailAcknowledgement
      # @return [String, nil] Signed, expiring URL of the mail as it arrived, issued anew at every read; null once it is
      #   deleted, and for a mail that was not stored
      field :source_url
      # @return [String] Time at which it was stored, or at which its server got it if it was imported
      field :received_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    class IncomingMailAcknowledgement < Model
      # @return [String] `withheld`: none is sent, for the `reason`; else what became of it
      field :status
      # @return [String, nil] Machine-readable cause of withholding it, or null
      field :reason
    end

    class IncomingMailReason < Model
      # @return [String] Machine-readable cause
      field :code
      # @return [String] Cause in words
      field :message
    end

    # The invitation
    class Invitation < Model
      # @return [String] The link, returned only in this response
      field :url
      # @return [String] Time at which the link ends
      field :expires_at
      # @return [Boolean, nil] Whether the installation mails the link. An address gets three invitations in an hour and
      #   ten in a day, and a workspace sends a hundred in an hour: those beyond are not mailed (since the next release)
      flag :mailed
    end

    # A user that was just invited
    class InvitedUser < Model
      # @return [String] Id of the user
      field :id
      # @return [String] E-mail address
      field :email
      # @return [String] Full name
      field :name
      # @return [String] Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)
      field :role
      # @return [String] Account status
      field :status
      # @return [String, nil] URL of the profile picture, or null
      field :avatar_url
      # @return [Availability, nil] Whether a user takes records, and how many (since the next release)
      field :availability, :Availability
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
      # @return [Invitation] The invitation
      field :invitation, :Invitation
    end

    # An update of many records in the background
    class Job < Model
      # @return [String] Id of the job
      field :id
      # @return [String] What a job changes: `ticket`, `conversation` or `contact`
      field :resource
      # @return [RecordFilter, nil] The filter, or null for a job of ids
      field :filter, :RecordFilter
      # @return [Hash{String => Object}] Fields to change in every record, as in the bulk update of the resource; 64 KiB
      #   as JSON at most
      field :update
      # @return [String] Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is
      #   through, also if it could not change some of them; `failed`: stopped for the reason in `failure`; `canceled`:
      #   stopped by a request
      field :status
      # @return [Integer, nil] Number of records; null until all are found
      field :total
      # @return [Integer] Number of records that match the update now, unchanged ones included
      field :succeeded
      # @return [Integer] Number of records that matched it before
      field :unchanged
      # @return [Integer] Number of records that could not be updated
      field :failed
      # @return [JobFailure, nil] Why it has stopped; null unless `failed`
      field :failure, :JobFailure
      # @return [String] Id of the user who made it
      field :owner_id
      # @return [String, nil] Time at which it began, or null
      field :started_at
      # @return [String, nil] Time at which it ended, or null
      field :finished_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # The reason why a job has stopped
    class JobFailure < Model
      # @return [String] `too_many_records`: the filter matches more than 50000, and nothing was changed;
      #   `owner_inactive`: the user who made the job is deactivated; `insufficient_scope`: the role of this user does
      #   not allow it any more; `unavailable`: a service did not answer for long
      field :code
      # @return [String] Human-readable message
      field :message
    end

    # Result of a job for one record
    class JobResult < Model
      # @return [String] Id of the result
      field :id
      # @return [String] Id of the record
      field :record_id
      # @return [String] Result for a record; `pending`: not processed, or not yet (`pending`, `updated`, `unchanged`,
      #   `failed`)
      field :status
      # @return [BulkError, nil] Why the record could not be updated, or null
      field :error, :BulkError
      # @return [String] Time of creation
      field :created_at
    end

    class LastDeliveryAttempt < Model
      # @return [String] Start time of the attempt
      field :started_at
      # @return [Integer, nil] HTTP status of the response, or null if there was none
      field :status_code
      # @return [String, nil] Error of the attempt, or null if it succeeded
      field :error
    end

    # An event of the last 30 days
    class LoggedEvent < Model
      # @return [String] Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries
      field :id
      # @return [String] Event type
      field :event
      # @return [String] Version of the API whose form `data` has
      field :api_version
      # @return [String] Time of the event
      field :timestamp
      # @return [String] Id of the workspace
      field :workspace_id
      # @return [String] Mode of the data: `live` or `test`
      field :mode
      # @return [EventActor] The user, API key or system that caused the event
      field :actor, :EventActor
      # @return [String, nil] What is measured. `first_response`: the time until a user first replies. More metrics may
      #   follow
      field :metric
      # @return [String, nil] Id of the SLA policy; null for the targets of the workspace
      field :policy_id
      # @return [Hash{String => Object}] The record as it was after the change, in the form in which webhooks of this
      #   event type receive it
      field :data
      # @return [Hash{String => Object}, nil] Previous values of the changed fields, for events that report a change
      field :previous
    end

    # A prepared message with changes of a record, for users to apply
    class Macro < Model
      # @return [String] Id of the macro
      field :id
      # @return [String] Display name
      field :name
      # @return [String, nil] Text of the message, or null for a macro without one. `{\{contact.first_name|there}}` is a
      #   variable, with the text that stands in for an empty value; without one an empty value leaves nothing.
      #   Rendered, it is plain text
      field :body
      # @return [String] What the text of a macro becomes: a `reply` to the contact, or an internal `note`
      field :message_type
      # @return [MacroActions] What a macro changes in a record; what is left out stays
      field :actions, :MacroActions
      # @return [String] Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of
      #   the workspace (`private`, `team`, `workspace`)
      field :visibility
      # @return [String, nil] Id of the team that sees it, with `visibility: team`; otherwise null
      field :team_id
      # @return [String] Id of the user who created it
      field :owner_id
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # What a macro changes in a record; what is left out stays
    class MacroActions < Model
      # @return [String, nil] The new status; conversations have no `resolved` (`open`, `pending`, `resolved`, `closed`)
      field :status
      # @return [String, nil] Priority (`urgent`, `high`, `normal`, `low`)
      field :priority
      # @return [String, nil] Id of the user to assign, `me` for the user who applies the macro (of an API key: its
      #   creator), or null to unassign
      field :assignee_id
      # @return [String, nil] Id of a team of the workspace, or null
      field :team_id
      # @return [Array<String>, nil] Names of tags to add
      field :add_tags
      # @return [Array<String>, nil] Names of tags to remove
      field :remove_tags
      # @return [String, nil] Snoozes the record for a time from then on, in minutes, hours or days: `30m`, `4h`, `2d`
      field :snooze_for
    end

    # What a macro does to a record
    class MacroApplication < Model
      # @return [String] Id of the macro
      field :macro_id
      # @return [String, nil] Id of the conversation, or null for a ticket
      field :conversation_id
      # @return [String, nil] Id of the ticket, or null for a conversation
      field :ticket_id
      # @return [Boolean] Whether nothing was changed
      flag :is_preview
      # @return [MacroMessage, nil] The message, or null for a macro without a text
      field :message, :MacroMessage
      # @return [Array<MacroChange>] The fields that change; empty if the record has all values already
      field :changes, [:MacroChange]
    end

    # A field of a record that a macro changes
    class MacroChange < Model
      # @return [String] Name of the field (`status`, `priority`, `assignee_id`, `team_id`, `tags`, `snoozed_until`)
      field :field
      # @return [Object] Value before
      field :from
      # @return [Object] Value after
      field :to
    end

    # The message of a macro
    class MacroMessage < Model
      # @return [String, nil] Id of the message; null in a preview
      field :id
      # @return [String] What the text of a macro becomes: a `reply` to the contact, or an internal `note`
      field :type
      # @return [String] Rendered text
      field :body
    end

    # A sender or recipient of a mail
    class MailAddress < Model
      # @return [String] E-mail address
      field :address
      # @return [String, nil] Name beside the address, or null
      field :name
    end

    # What proves the sender of a mail
    class MailAuthentication < Model
      # @return [Boolean] Whether the domain of the sender is proven, by a signature (DKIM) or by the server that sent
      #   the mail (SPF); of a contact form, whether the sender has confirmed its address
      flag :verified
      # @return [String] Outcome of DMARC (`pass`, `fail`, `none`, `error`)
      field :dmarc
      # @return [String] Outcome of the signatures in the name of the domain of the sender (`pass`, `fail`, `none`,
      #   `error`)
      field :dkim
      # @return [String] Outcome for the server that sent the mail (`pass`, `fail`, `none`, `error`)
      field :spf
    end

    # What a mail contains beside the text of its message
    class MailContent < Model
      # @return [Array<MailContentHeader>] The fields of its head in their order, of at most 256 KiB; empty if it has no
      #   source
      field :headers, [:MailContentHeader]
      # @return [String, nil] Signed, expiring URL of the HTML of an incoming mail as a document for a sandboxed frame:
      #   without scripts and forms, with links that open pages of their own, and without content of other servers. Null
      #   without HTML, and for HTML that is too large
      field :html_url
      # @return [String, nil] The same with images of other servers, whose request tells the sender that the mail is
      #   read; null if it has none
      field :html_url_with_remote_content
      # @return [String, nil] Signed, expiring URL of the mail as it arrived or was composed; null before it is
      #   composed, and once it is deleted
      field :source_url
    end

    class MailContentHeader < Model
      # @return [String] Name of the field, in lower case
      field :name
      # @return [String] Its value in one line, as it came
      field :value
    end

    # A mailbox through which replies leave
    class Mailbox < Model
      # @return [String] Id of the mailbox
      field :id
      # @return [String] Display name
      field :name
      # @return [String, nil] Id of the inbox whose conversations have this mailbox by default, or null
      field :inbox_id
      # @return [String] Address of the mailbox, from which replies are sent
      field :address
      # @return [String, nil] Name beside the address of the sender, or null for that of the user
      field :from_name
      # @return [String, nil] Text below each reply, or null
      field :signature
      # @return [Integer] Seconds for which a reply waits, and within which its redaction cancels it
      field :send_delay
      # @return [String] What becomes of a mail that was handed over without an answer of the server. `hold`: it stays
      #   `unknown`; `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may arrive twice
      field :on_unknown
      # @return [Boolean] Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google
      #   and Microsoft 365 do. Answers then go to an address with a token, by which they find their conversation; a
      #   server that does not would refuse them
      flag :subaddressing
      # @return [Array<String>] Further addresses of the mailbox
      field :aliases
      # @return [MailboxLimits] How fast mails leave
      field :limits, :MailboxLimits
      # @return [MailboxAcknowledgement] The automatic answer to the first mail of a conversation
      field :acknowledgement, :MailboxAcknowledgement
      # @return [Transport] How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without
      #   its secrets
      field :transport, :Transport
      # @return [String, nil] The id of whose `Authentication-Results` prove senders, or null
      field :authserv_id
      # @return [Receiving, nil] How a provider hands over mails that arrive, or null
      field :receiving, :Receiving
      # @return [MailboxImport, nil] The import of older mails from its IMAP server, or null
      field :import, :MailboxImport
      # @return [String] `connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and
      #   it is tried again; `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days;
      #   those of a mailbox that is only refused where its mails are fetched leave, as `affects` of the reason tells
      field :status
      # @return [MailboxStatusReason, nil] Why it is disconnected, or null
      field :status_reason, :MailboxStatusReason
      # @return [String, nil] Time at which a mail was last sent, or null
      field :last_sent_at
      # @return [String, nil] Time at which a mail that arrived was last read, or null
      field :last_received_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # The automatic answer to the first mail of a conversation
    class MailboxAcknowledgement < Model
      # @return [Boolean] Whether acknowledgements are sent
      flag :enabled
      # @return [String, nil] Text of the acknowledgement, or null for the default
      field :text
    end

    # The import of the mails that a folder had before
    class MailboxImport < Model
      # @return [String] Time from which on mails are imported, by the date at which their server got them
      field :since
      # @return [String] How far an import is. `pending`: it has not begun, as the IMAP server was not reached yet;
      #   `running`: mails are being imported; `completed`: all of them are
      field :status
      # @return [Integer] Mails that have become messages
      field :imported
      # @return [String, nil] Time at which it was completed, or null
      field :completed_at
    end

    # How fast mails leave
    class MailboxLimits < Model
      # @return [Integer] Most attempts to send a mail in a minute
      field :per_minute
      # @return [Integer, nil] Most attempts to send a mail in 24 hours, or null for no limit
      field :per_day
      # @return [Integer] Most connections at a time
      field :concurrency
    end

    # The mails that a test has sent from a mailbox to itself, and what is known of their way back
    class MailboxProbe < Model
      # @return [String] `none`: the mailbox was not tested, or receives no mails; `pending`: mails are on their way;
      #   `failed`: at least one check has failed (`none`, `pending`, `passed`, `failed`)
      field :status
      # @return [String, nil] Time at which the mails were sent, or null
      field :started_at
      # @return [Array<MailboxProbeCheck>] The checks, in their order
      field :checks, [:MailboxProbeCheck]
    end

    class MailboxProbeCheck < Model
      # @return [String] What was checked (`arrival`, `subaddressing`, `message_id`, `references`, `authentication`)
      field :name
      # @return [String] Its outcome (`pending`, `passed`, `failed`, `skipped`)
      field :status
      # @return [String] Outcome in words
      field :detail
    end

    # Why a mailbox is disconnected
    class MailboxStatusReason < Model
      # @return [String] Machine-readable cause
      field :code
      # @return [String] Cause in words
      field :message
      # @return [String] `sending`: mails wait; `receiving`: mails leave, and those that arrive are not fetched
      field :affects
    end

    # Result of testing a mailbox
    class MailboxTestResult < Model
      # @return [Array<MailboxTestResultCheck>] The checks, in their order; those after a failed one are skipped
      field :checks, [:MailboxTestResultCheck]
      # @return [MailboxProbe] The mails that a test has sent from a mailbox to itself, and what is known of their way
      #   back
      field :probe, :MailboxProbe
    end

    class MailboxTestResultCheck < Model
      # @return [String] What was checked (`dns`, `connection`, `tls`, `authentication`, `sending`, `receiving`,
      #   `signature`)
      field :name
      # @return [String] Its outcome (`passed`, `failed`, `skipped`)
      field :status
      # @return [String] Outcome in words
      field :detail
    end

    # The user and workspace of the current credential
    class Me < Model
      # @return [String] Id of the user
      field :id
      # @return [String] E-mail address
      field :email
      # @return [String] Full name
      field :name
      # @return [String] Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)
      field :role
      # @return [String] Account status. Users are `invited` until they have chosen a password; only `active` ones can
      #   sign in and be assigned (`active`, `invited`, `inactive`)
      field :status
      # @return [String, nil] URL of the profile picture, or null
      field :avatar_url
      # @return [Availability, nil] Whether a user takes records, and how many (since the next release)
      field :availability, :Availability
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
      # @return [Credential] The current credential
      field :credential, :Credential
      # @return [String] Plan of the workspace, which determines the rate limit (`starter`, `professional`, `business`,
      #   `unlimited`)
      field :plan
      # @return [WorkspaceSummary] The workspace of the credential
      field :workspace, :WorkspaceSummary
    end

    # What a member of a team works at
    class MemberLoad < Model
      # @return [Assignee] The member
      field :user, :Assignee
      # @return [String] Whether a user takes records: only one who is `online` is assigned records by their teams. It
      #   stays until it is changed: a closed browser does not end it (`online`, `away`, `offline`)
      field :availability
      # @return [Integer] Number of open records of the team that are assigned to the member
      field :open
      # @return [Integer] Number of open records that are assigned to the member
      field :open_in_all_teams
    end

    # A message, internal note or comment in a conversation
    class Message < Model
      # @return [String] Id of the message
      field :id
      # @return [String] Id of the conversation
      field :conversation_id
      # @return [String] Text of the message; empty if it was redacted
      field :body
      # @return [String, nil] Text of earlier messages that a mail repeats, which `body` is without; or null (since the
      #   next release)
      field :quoted_body
      # @return [String] Type of message. `reply`: for the contact; `note`: internal, visible to the team only;
      #   `comment`: for the contact too, but never sent. A reply of a user is sent, unless `send` is false, if its
      #   conversation has a `mailbox_id` or `connection_id`; others are recorded, not sent
      field :type
      # @return [String, nil] Id of the message in an external system, unique in the workspace and mode, or null
      field :external_id
      # @return [MessageAuthor] Author of the message
      field :author, :MessageAuthor
      # @return [Array<Attachment>] Files attached to the message
      field :attachments, [:Attachment]
      # @return [MessageEmail, nil] Its addresses and its subject, if it is a mail, or null (since the next release)
      field :email, :MessageEmail
      # @return [String, nil] Id of the mailbox through which it leaves or came, or null (since the next release)
      field :mailbox_id
      # @return [String, nil] Id of the connection through which it leaves or came, or null (since the next release)
      field :connection_id
      # @return [MessageDelivery, nil] The sending of the message; null if it is recorded, not sent
      field :delivery, :MessageDelivery
      # @return [String, nil] Time at which the contact sent it, as a connector or the mail has told; or null (since the
      #   next release)
      field :sent_at
      # @return [String, nil] Time at which its text was changed last, or null (since the next release)
      field :edited_at
      # @return [String, nil] Id of the user who changed its text last, or null (since the next release)
      field :edited_by
      # @return [String, nil] Time at which its text and attachments were removed, or null
      field :redacted_at
      # @return [String, nil] Id of the user who removed them; null also if an operator has erased its contact (since
      #   the next release)
      field :redacted_by
      # @return [Array<String>, nil] Ids of the users whom a note mentions (since the next release)
      field :mentions
      # @return [String] Time of creation
      field :created_at
    end

    # Author of the message
    class MessageAuthor < Model
      # @return [String] Type of the author (`contact`, `user`)
      field :type
      # @return [String] Id of the user or contact
      field :id
      # @return [String, nil] Name of the author
      field :name
    end

    # The sending of a message to its recipients
    class MessageDelivery < Model
      # @return [String] How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which
      #   connectors alone report: a mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it
      #   over; `delivered`: the server of the recipient has taken it; `unknown`: it was handed over and no answer came;
      #   `bounced`: refused after it was sent; `failed`: not sent; `cancelled`: redacted before it was sent
      field :status
      # @return [String] Time of the last change of the status
      field :updated_at
      # @return [MessageDeliveryError, nil] Why it waits, or was not sent or delivered; or null
      field :error, :MessageDeliveryError
      # @return [Array<MessageDeliveryRecipient>] The recipients, each with the status of its own
      field :recipients, [:MessageDeliveryRecipient]
    end

    class MessageDeliveryError < Model
      # @return [String] Machine-readable cause
      field :code
      # @return [String, nil] Enhanced status code of the receiving mail server, or null
      field :smtp_status
      # @return [String] Cause in words
      field :message
    end

    class MessageDeliveryRecipient < Model
      # @return [String] Address of the recipient
      field :address
      # @return [String] How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which
      #   connectors alone report: a mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it
      #   over; `delivered`: the server of the recipient has taken it; `unknown`: it was handed over and no answer came;
      #   `bounced`: refused after it was sent; `failed`: not sent; `cancelled`: redacted before it was sent
      field :status
      # @return [MessageDeliveryError, nil] Why it waits, or was not sent or delivered; or null (since the next release)
      field :error, :MessageDeliveryError
    end

    # A message as a mail
    class MessageEmail < Model
      # @return [String] Whether it came or leaves (`incoming`, `outgoing`)
      field :direction
      # @return [MailAddress, nil] The sender of an incoming mail; null for an outgoing one, which the mailbox sends
      field :from, :MailAddress
      # @return [Array<MailAddress>] Where the sender of an incoming mail asks for answers, if not at its own address
      field :reply_to, [:MailAddress]
      # @return [Array<MailAddress>] The recipients
      field :to, [:MailAddress]
      # @return [Array<MailAddress>] Recipients of a copy
      field :cc, [:MailAddress]
      # @return [Array<MailAddress>] Recipients of a copy whom no other recipient sees
      field :bcc, [:MailAddress]
      # @return [String, nil] Subject line, or null for none
      field :subject
      # @return [Boolean] Whether it has a body in HTML beside its text
      flag :has_html
      # @return [Boolean] Whether a program wrote it, such as an out-of-office notice: it reopens nothing, and nobody
      #   waits for an answer to it
      flag :is_automatic
      # @return [Boolean] Whether the sender takes part in the conversation. A reply is not sent to one who does not,
      #   unless it names the address
      flag :is_participant
      # @return [Boolean] Whether parts of an incoming mail were left out, which its source has
      flag :is_truncated
      # @return [MailAuthentication, nil] What proves the sender of an incoming mail; null for an outgoing one, and for
      #   one that was imported
      field :authentication, :MailAuthentication
    end

    # Requests in live mode
    class ModeUsage < Model
      # @return [Integer] Requests that counted against the limit
      field :requests
      # @return [Integer] Requests that were refused with 429 because the limit was used up
      field :rate_limited
    end

    # Where notifications of a cause arrive
    class NotificationChannels < Model
      # @return [Boolean] Whether they are in the list of notifications
      flag :in_app
      # @return [Boolean] Whether they are pushed to the devices of the user
      flag :push
      # @return [Boolean] Whether the user gets a mail about those that stay unread for an hour
      flag :mail
    end

    # How many notifications a user has not read
    class NotificationCounts < Model
      # @return [Integer] Number of unread notifications
      field :unread
    end

    # A browser that gets push messages
    class NotificationDevice < Model
      # @return [String] Id of the notification device
      field :id
      # @return [String, nil] Name that the user has given it, or null
      field :name
      # @return [String] Host of the push service of the browser
      field :push_service
      # @return [String] Time of creation
      field :created_at
    end

    # Whether and with which key notifications are pushed
    class NotificationPush < Model
      # @return [Boolean] Whether notifications are pushed
      flag :available
      # @return [String, nil] Public key for `applicationServerKey` of `pushManager.subscribe`; null if nothing is
      #   pushed
      field :public_key
    end

    # Where the notifications of a user arrive, by cause
    class NotificationSettings < Model
      # @return [NotificationChannels] Notifications with the cause `assigned`
      field :assigned, :NotificationChannels
      # @return [NotificationChannels] Notifications with the cause `mentioned`
      field :mentioned, :NotificationChannels
      # @return [NotificationChannels] Notifications with the cause `reply`
      field :reply, :NotificationChannels
      # @return [NotificationChannels] Notifications with the cause `sla_warning`
      field :sla_warning, :NotificationChannels
      # @return [NotificationChannels] Notifications with the cause `woken`
      field :woken, :NotificationChannels
    end

    # Pagination of a list
    class PageMeta < Model
      # @return [Integer, nil] Page number; null with `cursor`
      field :current_page
      # @return [Integer] Number of items per page
      field :per_page
      # @return [Integer, nil] Number of pages; null with `cursor`, and if `total_count` is a lower bound
      field :total_pages
      # @return [Integer] Number of matching items
      field :total_count
      # @return [String] Accuracy of `total_count`: `eq` if exact, `gte` if counting stopped at 10,000, or at 1,000 with
      #   `q`
      field :total_count_relation
      # @return [String, nil] Cursor of the next page, or null on the last one
      field :next_cursor
      # @return [String, nil] With `sort=updated_at` and `order=asc`, and for events with `order=asc`, on every page:
      #   the cursor to continue with later, which misses no change and repeats those of the last minute; otherwise null
      field :resume_cursor
    end

    # A user in a conversation
    class Presence < Model
      # @return [String] Id of the conversation
      field :conversation_id
      # @return [String] Id of the user
      field :user_id
      # @return [String] What the user does in the conversation: reads it, or writes a message (`viewing`, `composing`)
      field :state
      # @return [String] Time at which it ends, unless the user is reported again
      field :expires_at
    end

    # What marking all notifications as read has done
    class ReadNotifications < Model
      # @return [Integer] Number of notifications that were unread before
      field :marked
    end

    # What the call has done
    class ReceivedMeta < Model
      # @return [Boolean] Whether the message was created; else it was there
      flag :created
    end

    # How a provider hands over mails that arrive, without its secrets
    class Receiving < Model
      # @return [String] Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark;
      #   `mailgun`: Mailgun; `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
      field :type
      # @return [String] Address that the provider calls, with a token that nobody can guess
      field :url
      # @return [String] What proves that a request is of the provider. `password`: the password in the URL that it
      #   calls; `signature`: its signature
      field :authentication
      # @return [String, nil] ARN of the SNS topic, for `ses`, or null
      field :topic_arn
    end

    # Conditions on tickets or conversations; without any, all match
    class RecordFilter < Model
      # @return [Array<FilterCondition>, nil] Conditions that must all be true; at most 25 together
      field :all, [:FilterCondition]
      # @return [Array<FilterCondition>, nil] Conditions of which one must be true, unless there are none; at most 25
      #   together
      field :any, [:FilterCondition]
    end

    # Result of a replay
    class Recovery < Model
      # @return [Integer] Number of replayed deliveries
      field :recovered
      # @return [Boolean] Whether failed deliveries remain in the range
      flag :has_more
    end

    # Whom a reply goes to
    class ReplyRecipients < Model
      # @return [String, nil] Id of the mailbox through which replies leave, or null
      field :mailbox_id
      # @return [Array<MailAddress>] The recipients; empty if nobody has an address
      field :to, [:MailAddress]
      # @return [Array<MailAddress>] Recipients of a copy
      field :cc, [:MailAddress]
      # @return [String, nil] Subject line, or null
      field :subject
    end

    # What a report covers
    class ReportMeta < Model
      # @return [String] What is measured: records created (`volume`), records that are neither resolved nor closed at
      #   the end of each interval (`backlog`), the time to the first reply of a user (`first_response`) and to
      #   resolution or closing (`resolution`), reopenings (`reopened`), and the share of first-response targets that
      #   were met (`sla_met`, of tickets alone)
      field :metric
      # @return [String] What is counted: tickets or conversations (`ticket`, `conversation`)
      field :resource
      # @return [String, nil] What the records are grouped by (`team`, `assignee`, `channel`, `inbox`, `tag`)
      field :by
      # @return [String] Length of the intervals: hours, days or weeks (from Monday) of the time zone (`hour`, `day`,
      #   `week`)
      field :interval
      # @return [String] Time zone of the intervals (IANA)
      field :time_zone
      # @return [String] Start of the report (inclusive)
      field :occurred_after
      # @return [String] End of the report (exclusive)
      field :occurred_before
    end

    # What a report has of an interval, and of a group in it
    class ReportPoint < Model
      # @return [String] Start of the interval (inclusive)
      field :start_at
      # @return [String] End of the interval (exclusive)
      field :end_at
      # @return [String, nil] Id of the team, assignee or inbox, name of the channel or tag; null for records without
      #   one, and without `by`
      field :group
      # @return [Integer] Number of records, responses, resolutions, reopenings or measured targets
      field :count
      # @return [Integer, nil] Median of the times, in seconds; null for metrics without times
      field :median_seconds
      # @return [Integer, nil] 90th percentile of the times, in seconds
      field :p90_seconds
      # @return [Integer, nil] Targets that were met; null for other metrics than `sla_met`
      field :met
      # @return [Integer, nil] Targets that were breached
      field :breached
      # @return [Numeric, nil] Share of the targets that were met, from 0 to 1
      field :met_share
    end

    # Number of matches and completeness of the search
    class SearchMeta < Model
      # @return [Integer] Number of matches of all types, counting at most 10,000 of each
      field :total_results
      # @return [String] Accuracy of `total_results`: `eq` if exact, `gte` if a count reached its limit or a type was
      #   not searched
      field :total_results_relation
      # @return [Array<String>] Groups that are empty because they could not be searched in time
      field :partial
    end

    # Search results by type
    class SearchResults < Model
      # @return [Array<Conversation>] Matching conversations, most relevant first
      field :conversations, [:Conversation]
      # @return [Array<Contact>] Matching contacts, most relevant first
      field :contacts, [:Contact]
      # @return [Array<Ticket>] Matching tickets, most relevant first
      field :tickets, [:Ticket]
    end

    # What becomes of the mails of a sender
    class SenderRule < Model
      # @return [String] Id of the sender rule
      field :id
      # @return [String] The address, or the domain with its subdomains
      field :sender
      # @return [String] `block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as
      #   `spam` or `flood`, unless the domain asks to refuse mails that nothing proves, and nothing proves them
      field :action
      # @return [String] `manual`: an admin has made it; `released`: a mail of the sender was released from quarantine,
      #   where it was as `spam` or `flood`
      field :origin
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # A domain in whose name the relay of the operator sends, and the DNS records that it needs
    class SendingDomain < Model
      # @return [String] Id of the sending domain
      field :id
      # @return [String] Name of the domain
      field :domain
      # @return [String] `pending`: not verified yet; `verified`: the DKIM record was found, and mails from the domain
      #   are signed with its key; `failed`: the record has gone or is another one
      field :status
      # @return [Array<DnsRecord>] The records to publish
      field :records, [:DnsRecord]
      # @return [String, nil] Time of the last verification that found the DKIM record, or null
      field :verified_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # A measured time with its deadline
    class SlaMetric < Model
      # @return [String] What is measured. `first_response`: the time until a user first replies. More metrics may
      #   follow
      field :metric
      # @return [String] SLA status of the first response: `warning` after 75% of the target time, `breached` after all
      #   of it (`on_track`, `warning`, `breached`)
      field :status
      # @return [String] Deadline
      field :due_at
      # @return [String] Time at which the timer last started: creation, or reopening
      field :started_at
      # @return [String, nil] Time at which the timer stopped; null while it runs
      field :stopped_at
    end

    # First-response targets in force, by priority
    class SlaTargets < Model
      # @return [String] Duration
      field :urgent
      # @return [String] Duration
      field :high
      # @return [String] Duration
      field :normal
      # @return [String] Duration
      field :low
    end

    # An address to which no mail is sent
    class Suppression < Model
      # @return [String] Id of the suppression
      field :id
      # @return [String] The address
      field :address
      # @return [String] `bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail
      #   as spam, which nothing records yet; `manual`: an admin has listed it
      field :reason
      # @return [String, nil] When it ends by itself, or null
      field :expires_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # A label on conversations and tickets
    class Tag < Model
      # @return [String] Id of the tag
      field :id
      # @return [String] Name, in the spelling of its creation or first use
      field :name
      # @return [String] Color as `#rrggbb`
      field :color
      # @return [Integer] Number of conversations and tickets with this tag
      field :count
      # @return [String] Time of creation
      field :created_at
    end

    # A group of users
    class Team < Model
      # @return [String] Id of the team
      field :id
      # @return [String] Display name
      field :name
      # @return [String, nil] Purpose of the team, or null
      field :description
      # @return [Integer] Number of members
      field :members_count
      # @return [Assignment, nil] How the open records of a team are assigned (since the next release)
      field :assignment, :Assignment
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # What a team works at, in the mode of the credential
    class TeamLoad < Model
      # @return [String] Id of the team
      field :team_id
      # @return [Assignment] How the open records of a team are assigned
      field :assignment, :Assignment
      # @return [Integer] Number of open records of the team that nobody is assigned to
      field :waiting
      # @return [String, nil] Time of creation of the oldest of them, or null
      field :oldest_waiting_since
      # @return [Array<MemberLoad>] The members of the team
      field :members, [:MemberLoad]
    end

    # A user and their membership in a team
    class TeamMember < Model
      # @return [String] Id of the user
      field :id
      # @return [String] E-mail address
      field :email
      # @return [String] Full name
      field :name
      # @return [String] Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)
      field :role
      # @return [String] Account status. Users are `invited` until they have chosen a password; only `active` ones can
      #   sign in and be assigned (`active`, `invited`, `inactive`)
      field :status
      # @return [String, nil] URL of the profile picture, or null
      field :avatar_url
      # @return [Availability, nil] Whether a user takes records, and how many (since the next release)
      field :availability, :Availability
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
      # @return [String] Time at which the user joined the team
      field :joined_at
    end

    # The team that a record belongs to
    class TeamSummary < Model
      # @return [String] Id of the team
      field :id
      # @return [String] Display name of the team
      field :name
    end

    # A support request with a status, a priority and an SLA
    class Ticket < Model
      # @return [String] Id of the ticket
      field :id
      # @return [Integer, nil] Number by which people name the record, unique in its workspace and mode; later records
      #   have higher ones, and some are left out (since the next release)
      field :number
      # @return [String] Subject line
      field :subject
      # @return [String, nil] Full text of the request
      field :description
      # @return [String, nil] Id of the ticket in an external system, unique in the workspace and mode, or null
      field :external_id
      # @return [String] Priority (`urgent`, `high`, `normal`, `low`)
      field :priority
      # @return [String, nil] Id of the inbox, or null
      field :inbox_id
      # @return [String] Current status of the ticket (`open`, `pending`, `resolved`, `closed`)
      field :status
      # @return [TicketSla, nil] First-response SLA: status and deadline; null without a target
      field :sla, :TicketSla
      # @return [String, nil] Time of the first response by a user, or null
      field :first_responded_at
      # @return [String, nil] Time at which it was last resolved; null unless resolved, or closed after that
      field :resolved_at
      # @return [String, nil] Time at which it was closed; null unless closed
      field :closed_at
      # @return [Integer] Number of times that it was reopened after it was resolved or closed
      field :reopened_count
      # @return [Assignee, nil] The user assigned to the ticket, or null
      field :assignee, :Assignee
      # @return [String, nil] Time at which its snooze ends; null unless snoozed (since the next release)
      field :snoozed_until
      # @return [Boolean, nil] Whether a message of the contact ends the snooze; one that a program wrote for it does
      #   not (since the next release)
      flag :wake_on_reply
      # @return [TeamSummary, nil] The team that the ticket belongs to, or null (since the next release)
      field :team, :TeamSummary
      # @return [ContactSummary, nil] The contact who requested the ticket, or null
      field :contact, :ContactSummary
      # @return [Array<String>] Names of the tags
      field :tags
      # @return [String, nil] Id of the linked conversation, or null
      field :conversation_id
      # @return [Hash{String => String, Numeric, Boolean, Array<String, Numeric, Boolean>}] Custom key-value pairs;
      #   values are strings, numbers, booleans or arrays of them
      field :custom_fields
      # @return [Array<String>, nil] Ids of the tickets that were merged into it, at most 500; their ids lead to this
      #   ticket (since the next release)
      field :merged_from
      # @return [Array<TicketLink>, nil] Links to other tickets, at most 100, in the order in which they were made
      #   (since the next release)
      field :links, [:TicketLink]
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # The deleted ticket
    class TicketDeletedEventData < Model
      # @return [String] Id of the ticket
      field :id
    end

    # Another ticket, and what it is to this one
    class TicketLink < Model
      # @return [String] What the other ticket is to this one (`related`, `duplicate_of`, `duplicate`, `parent`,
      #   `child`)
      field :type
      # @return [String] Id of the other ticket
      field :ticket_id
    end

    # The merged ticket
    class TicketMergedEventData < Model
      # @return [String] Id of the ticket
      field :id
      # @return [String] Id of the ticket that it was merged into
      field :merged_into
    end

    class TicketSla < Model
      # @return [String] SLA status of the first response: `warning` after 75% of the target time, `breached` after all
      #   of it (`on_track`, `warning`, `breached`)
      field :status
      # @return [String, nil] Deadline for the first response, or null
      field :first_response_due
      # @return [Array<SlaMetric>] Each measured time
      field :metrics, [:SlaMetric]
    end

    # How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets
    class Transport < Model
      # @return [String] How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that
      #   arrive are fetched from the inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse
      #   SMTP authentication, and with `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not
      #   at all, their outcome is simulated by the address of the recipient
      field :type
      # @return [String, nil] Name of the submission server, or null
      field :host
      # @return [Integer, nil] Its port, or null
      field :port
      # @return [String, nil] `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS,
      #   which the server must offer; `none`: only to hosts that the operator allows
      field :security
      # @return [String] How the mailbox signs in (`none`, `password`, `oauth2`)
      field :authentication
      # @return [String, nil] User name at the server, or null
      field :username
      # @return [String, nil] Issuer of the tokens (`google`, `microsoft`)
      field :oauth_provider
      # @return [String, nil] Id of the OAuth application, or null
      field :client_id
      # @return [String, nil] Id of the Microsoft tenant, or null
      field :tenant_id
      # @return [String, nil] Name of the IMAP server, or null
      field :imap_host
      # @return [Integer, nil] Its port, or null
      field :imap_port
      # @return [String, nil] `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS,
      #   which the server must offer; `none`: only to hosts that the operator allows
      field :imap_security
      # @return [String, nil] What becomes of a mail at its server once it is stored here. `leave`: it stays as it is,
      #   unread if it was; `delete`: it is deleted there, which only `imap_smtp` does
      field :after_receiving
    end

    # An uploaded file
    class UploadedFile < Model
      # @return [String] Id of the file
      field :id
      # @return [String] File name
      field :name
      # @return [Integer] Size in bytes
      field :size
      # @return [String] Media type, determined from the content
      field :mime_type
      # @return [String, nil] Path of the folder, or null
      field :folder
      # @return [String, nil] Signed, expiring download URL, issued anew at every read; null once the file is deleted.
      #   That of an event may have expired when the event arrives
      field :url
      # @return [String] Time of creation
      field :created_at
      # @return [String, nil] Time of deletion, or null. Only the event `file.deleted` shows a deleted file
      field :deleted_at
    end

    # What an upsert has done
    class UpsertMeta < Model
      # @return [Boolean] Whether the record was created; else it was found, and updated
      flag :created
    end

    # A member of the workspace
    class User < Model
      # @return [String] Id of the user
      field :id
      # @return [String] E-mail address
      field :email
      # @return [String] Full name
      field :name
      # @return [String] Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`)
      field :role
      # @return [String] Account status. Users are `invited` until they have chosen a password; only `active` ones can
      #   sign in and be assigned (`active`, `invited`, `inactive`)
      field :status
      # @return [String, nil] URL of the profile picture, or null
      field :avatar_url
      # @return [Availability, nil] Whether a user takes records, and how many (since the next release)
      field :availability, :Availability
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # What a user should know of a ticket or a conversation
    class UserNotification < Model
      # @return [String] Id of the notification
      field :id
      # @return [String] Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions
      #   them; `reply`: the contact wrote on a record that is assigned to them or that they follow; `sla_warning`: the
      #   first response to a ticket of theirs is soon due; `woken`: a snooze of theirs has ended
      field :cause
      # @return [String, nil] Id of the ticket; null if it is about a conversation
      field :ticket_id
      # @return [String, nil] Id of the conversation; null if it is about a ticket
      field :conversation_id
      # @return [String, nil] Id of the message, for the causes `mentioned` and `reply`; otherwise null
      field :message_id
      # @return [Boolean] Whether the user has read it
      flag :read
      # @return [String, nil] Time at which it was marked as read, or null
      field :read_at
      # @return [String] Time of creation
      field :created_at
    end

    # A saved list of tickets or conversations
    class View < Model
      # @return [String] Id of the view
      field :id
      # @return [String] What a view lists: `ticket` or `conversation`
      field :resource
      # @return [String] Display name
      field :name
      # @return [RecordFilter] Conditions on tickets or conversations; without any, all match
      field :filter, :RecordFilter
      # @return [String] Field to sort by, one of those of the list of the resource (`created_at`, `updated_at`,
      #   `priority`, `status`, `first_response_due`, `last_message_at`)
      field :sort
      # @return [String] Sort direction (`asc`, `desc`)
      field :order
      # @return [String] Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of
      #   the workspace (`private`, `team`, `workspace`)
      field :visibility
      # @return [String, nil] Id of the team that sees it, with `visibility: team`; otherwise null
      field :team_id
      # @return [String] Id of the user who created it
      field :owner_id
      # @return [Array<ViewWarning>] Values that name a tag, a user or a team which does not exist; empty in lists
      field :warnings, [:ViewWarning]
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # How many records a view has
    class ViewCount < Model
      # @return [String] Id of the view
      field :view_id
      # @return [Integer] Number of matching records
      field :count
      # @return [String] Accuracy of `count`: `eq` if exact, `gte` if counting stopped at 1000, or among the newest
      #   records
      field :count_relation
    end

    # When views were counted
    class ViewCountsMeta < Model
      # @return [String] Time at which the records were counted; of several times the earliest
      field :as_of
    end

    # A value of a view that stands for nothing any more
    class ViewWarning < Model
      # @return [String] Path of the value
      field :param
      # @return [String] What is wrong
      field :message
    end

    # A webhook endpoint and the events that are delivered to it
    class Webhook < Model
      # @return [String] Id of the webhook
      field :id
      # @return [String] URL of the endpoint (http or https) that receives POST requests
      field :url
      # @return [String, nil] Note about the purpose of the webhook, or null
      field :description
      # @return [Integer, nil] Maximum delivery attempts per second, retries included; null means unlimited. Unused
      #   capacity of one second can be used as a burst
      field :rate_limit
      # @return [RecordFilter, nil] Conditions on the record of an event, or null (since the next release)
      field :filter, :RecordFilter
      # @return [Array<String>] Event types, prefixes like `ticket.*`, or `*`
      field :events
      # @return [String] Version of the API whose form `data` has
      field :api_version
      # @return [String] Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)
      field :status
      # @return [String, nil] Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept
      #   failing; `manual`: by request; `revoked`: the grant, personal access token or user that created it has ended,
      #   or the user may not manage webhooks any more; null while enabled
      field :disabled_reason
      # @return [WebhookCreator, nil] Credential or user that created the webhook, or null if it is unknown. The webhook
      #   is disabled when a grant, personal access token or user ends, or the user may not manage webhooks any more;
      #   webhooks of an API key stay, because keys belong to the workspace
      field :created_by, :WebhookCreator
      # @return [String, nil] Last four characters of the secret, or null if it has less than 16 characters
      field :secret_last4
      # @return [String, nil] Time of the last successful delivery, or null
      field :last_delivery_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    class WebhookCreator < Model
      # @return [String] Type of the credential, or `user` for a signed-in user (`api_key`, `personal_access_token`,
      #   `oauth_access_token`, `user`)
      field :type
      # @return [String] Id of the API key, personal access token, grant or user
      field :id
    end

    # The tested webhook
    class WebhookTestEventData < Model
      # @return [String] Id of the webhook
      field :id
      # @return [String] Text of the test event
      field :message
    end

    # Result of sending a test event
    class WebhookTestResult < Model
      # @return [Boolean] Whether the endpoint returned a 2xx status
      flag :success
      # @return [Integer, nil] HTTP status of the response, or null if there was none
      field :status_code
      # @return [Integer] Duration in milliseconds
      field :duration_ms
      # @return [String, nil] Error of the attempt, or null if it succeeded
      field :error
      # @return [String] Id of the delivery
      field :delivery_id
    end

    # A webhook with its secret, which is returned only in this response
    class WebhookWithSecret < Model
      # @return [String] Id of the webhook
      field :id
      # @return [String] URL of the endpoint (http or https) that receives POST requests
      field :url
      # @return [String, nil] Note about the purpose of the webhook, or null
      field :description
      # @return [Integer, nil] Maximum delivery attempts per second, retries included; null means unlimited. Unused
      #   capacity of one second can be used as a burst
      field :rate_limit
      # @return [RecordFilter, nil] Conditions on the record of an event, or null (since the next release)
      field :filter, :RecordFilter
      # @return [Array<String>] Event types, prefixes like `ticket.*`, or `*`
      field :events
      # @return [String] Version of the API whose form `data` has
      field :api_version
      # @return [String] Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`)
      field :status
      # @return [String, nil] Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept
      #   failing; `manual`: by request; `revoked`: the grant, personal access token or user that created it has ended,
      #   or the user may not manage webhooks any more; null while enabled
      field :disabled_reason
      # @return [WebhookCreator, nil] Credential or user that created the webhook, or null if it is unknown. The webhook
      #   is disabled when a grant, personal access token or user ends, or the user may not manage webhooks any more;
      #   webhooks of an API key stay, because keys belong to the workspace
      field :created_by, :WebhookCreator
      # @return [String, nil] Last four characters of the secret, or null if it has less than 16 characters
      field :secret_last4
      # @return [String, nil] Time of the last successful delivery, or null
      field :last_delivery_at
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
      # @return [String] Secret, as sent or generated
      field :secret
      # @return [String] Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key
      field :signing_secret
    end

    # A workspace and its settings, which both modes share
    class Workspace < Model
      # @return [String] Id of the workspace
      field :id
      # @return [String] Name of the workspace
      field :name
      # @return [String] Plan: 60, 300 or 1000 requests per minute, or unlimited (`starter`, `professional`, `business`,
      #   `unlimited`)
      field :plan
      # @return [WorkspaceUsage, nil] Null while the requests cannot be counted
      field :usage, :WorkspaceUsage
      # @return [String, nil] Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null
      field :country
      # @return [String] Time zone (IANA)
      field :time_zone
      # @return [String] Language (BCP 47)
      field :language
      # @return [SlaTargets] First-response targets in force, by priority
      field :sla_targets, :SlaTargets
      # @return [String] Time of creation
      field :created_at
      # @return [String] Time of the last change
      field :updated_at
    end

    # The workspace of the credential
    class WorkspaceSummary < Model
      # @return [String] Id of the workspace
      field :id
      # @return [String] Name of the workspace
      field :name
    end

    # Requests of the last 60 minutes
    class WorkspaceUsage < Model
      # @return [Integer] Limit of the plan, per mode
      field :requests_per_minute
      # @return [ModeUsage] Requests in live mode
      field :live, :ModeUsage
      # @return [ModeUsage] Requests in test mode
      field :test, :ModeUsage
    end
  end
end
