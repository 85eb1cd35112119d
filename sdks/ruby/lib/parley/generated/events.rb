# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Models
    # An event of a webhook
    class Event < Model
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
    end

    # An event whose type this version of the library does not know
    class UnknownEvent < Event
      # @return [Hash{String => Object}] The record
      field :data
    end

    # A contact was created
    class ContactCreatedEvent < Event
      # @return [Contact] A person who communicates with the workspace
      field :data, :Contact
    end

    # A contact was deleted; `data` contains only its id
    class ContactDeletedEvent < Event
      # @return [ContactDeletedEventData] The deleted contact
      field :data, :ContactDeletedEventData
    end

    # A contact was updated; `previous` contains the old values
    class ContactUpdatedEvent < Event
      # @return [Contact] A person who communicates with the workspace
      field :data, :Contact
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # The assignee of a conversation changed; `previous` contains the old values
    class ConversationAssignedEvent < Event
      # @return [Conversation] A conversation with a contact; its messages are listed separately
      field :data, :Conversation
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A conversation was created
    class ConversationCreatedEvent < Event
      # @return [Conversation] A conversation with a contact; its messages are listed separately
      field :data, :Conversation
    end

    # A conversation and its messages were deleted; `data` contains only its id
    class ConversationDeletedEvent < Event
      # @return [ConversationDeletedEventData] The deleted conversation
      field :data, :ConversationDeletedEventData
    end

    # A conversation was merged into another one, which has its messages and answers for it; `data` contains both ids
    class ConversationMergedEvent < Event
      # @return [ConversationMergedEventData] The merged conversation
      field :data, :ConversationMergedEventData
    end

    # A conversation was snoozed, or its snooze got another end; `previous` contains the old values
    class ConversationSnoozedEvent < Event
      # @return [Conversation] A conversation with a contact; its messages are listed separately
      field :data, :Conversation
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # Messages of a conversation were moved into a new one; `data` contains their ids
    class ConversationSplitEvent < Event
      # @return [ConversationSplitEventData] The conversation that the messages were in
      field :data, :ConversationSplitEventData
    end

    # The status of a conversation changed; `previous` contains the old values
    class ConversationStatusChangedEvent < Event
      # @return [Conversation] A conversation with a contact; its messages are listed separately
      field :data, :Conversation
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A conversation was given to another team, or to none; `previous` contains the old values
    class ConversationTeamChangedEvent < Event
      # @return [Conversation] A conversation with a contact; its messages are listed separately
      field :data, :Conversation
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A conversation that had been merged into another one is a conversation of its own again, with its messages
    class ConversationUnmergedEvent < Event
      # @return [Conversation] A conversation with a contact; its messages are listed separately
      field :data, :Conversation
    end

    # A conversation was updated; `previous` contains the old values
    class ConversationUpdatedEvent < Event
      # @return [Conversation] A conversation with a contact; its messages are listed separately
      field :data, :Conversation
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # The snooze of a conversation has ended: its time came, the contact wrote, or somebody ended it; `previous`
    # contains the old values
    class ConversationWokenEvent < Event
      # @return [Conversation] A conversation with a contact; its messages are listed separately
      field :data, :Conversation
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A file was uploaded, alone or with a message
    class FileCreatedEvent < Event
      # @return [UploadedFile] An uploaded file
      field :data, :UploadedFile
    end

    # A file was deleted; `data` contains it as it was, without `url`
    class FileDeletedEvent < Event
      # @return [UploadedFile] An uploaded file
      field :data, :UploadedFile
    end

    # A mail was held back: `reason` says why. Release or discard it
    class IncomingMailQuarantinedEvent < Event
      # @return [IncomingMail] A mail that arrived at a mailbox
      field :data, :IncomingMail
    end

    # A mailbox was created or works again
    class MailboxConnectedEvent < Event
      # @return [Mailbox] A mailbox through which replies leave
      field :data, :Mailbox
    end

    # A mailbox cannot send, and its mails wait; or the mails that arrive cannot be fetched. `status_reason` says which,
    # and why
    class MailboxDisconnectedEvent < Event
      # @return [Mailbox] A mailbox through which replies leave
      field :data, :Mailbox
    end

    # A message was created; check `type` to tell internal notes apart
    class MessageCreatedEvent < Event
      # @return [Message] A message, internal note or comment in a conversation
      field :data, :Message
    end

    # The sending of a message has made progress; `previous` contains the former `delivery`
    class MessageDeliveryUpdatedEvent < Event
      # @return [Message] A message, internal note or comment in a conversation
      field :data, :Message
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # The text and the attachments of a message were removed; `data` contains the message without them
    class MessageRedactedEvent < Event
      # @return [Message] A message, internal note or comment in a conversation
      field :data, :Message
    end

    # The text of an internal note was changed; `previous` contains the former one
    class MessageUpdatedEvent < Event
      # @return [Message] A message, internal note or comment in a conversation
      field :data, :Message
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A tag was created
    class TagCreatedEvent < Event
      # @return [Tag] A label on conversations and tickets
      field :data, :Tag
    end

    # A tag was deleted; `data` contains its last state. It is removed from conversations and tickets without events of
    # their own
    class TagDeletedEvent < Event
      # @return [Tag] A label on conversations and tickets
      field :data, :Tag
    end

    # A tag was renamed or recolored; `previous` contains the old values. Conversations and tickets with the tag follow
    # without events of their own
    class TagUpdatedEvent < Event
      # @return [Tag] A label on conversations and tickets
      field :data, :Tag
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # The assignee of a ticket changed; `previous` contains the old values
    class TicketAssignedEvent < Event
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A ticket was created
    class TicketCreatedEvent < Event
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
    end

    # A ticket was deleted; `data` contains only its id
    class TicketDeletedEvent < Event
      # @return [TicketDeletedEventData] The deleted ticket
      field :data, :TicketDeletedEventData
    end

    # A ticket was merged into another one, which answers for it; `data` contains both ids
    class TicketMergedEvent < Event
      # @return [TicketMergedEventData] The merged ticket
      field :data, :TicketMergedEventData
    end

    # The deadline for the first response has passed
    class TicketSlaBreachedEvent < Event
      # @return [String] What is measured. `first_response`: the time until a user first replies. More metrics may
      #   follow
      field :metric
      # @return [String, nil] Id of the SLA policy; null for the targets of the workspace
      field :policy_id
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
    end

    # 75% of the target time for the first response has passed
    class TicketSlaWarningEvent < Event
      # @return [String] What is measured. `first_response`: the time until a user first replies. More metrics may
      #   follow
      field :metric
      # @return [String, nil] Id of the SLA policy; null for the targets of the workspace
      field :policy_id
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
    end

    # A ticket was snoozed, or its snooze got another end; `previous` contains the old values
    class TicketSnoozedEvent < Event
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # The status of a ticket changed; `previous` contains the old values
    class TicketStatusChangedEvent < Event
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A ticket was given to another team, or to none; `previous` contains the old values
    class TicketTeamChangedEvent < Event
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A ticket that had been merged into another one is a ticket of its own again
    class TicketUnmergedEvent < Event
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
    end

    # A ticket was updated; `previous` contains the old values
    class TicketUpdatedEvent < Event
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # The snooze of a ticket has ended: its time came, the contact wrote, or somebody ended it; `previous` contains the
    # old values
    class TicketWokenEvent < Event
      # @return [Ticket] A support request with a status, a priority and an SLA
      field :data, :Ticket
      # @return [Hash{String => Object}] Previous values of the changed fields; other fields are absent
      field :previous
    end

    # A webhook was disabled: its endpoint is gone or keeps failing, or its creator lost access
    class WebhookDisabledEvent < Event
      # @return [Webhook] A webhook endpoint and the events that are delivered to it
      field :data, :Webhook
    end

    # A test event
    class WebhookTestEvent < Event
      # @return [WebhookTestEventData] The tested webhook
      field :data, :WebhookTestEventData
    end
  end
end
