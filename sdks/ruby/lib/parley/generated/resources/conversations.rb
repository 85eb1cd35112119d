# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/conversations`.
    class Conversations < Core::Resource
      # @return [History]
      def history = History.new(@requester)

      # @return [ReplyRecipients]
      def reply_recipients = ReplyRecipients.new(@requester)

      # @return [Followers]
      def followers = Followers.new(@requester)

      # @return [Draft]
      def draft = Draft.new(@requester)

      # @return [Messages]
      def messages = Messages.new(@requester)

      # Bulk update conversations
      #
      # Applies one update to up to 100 conversations; each succeeds or fails independently. Returns 200 even if some
      # fail; check the `status` of each result. An update that is invalid for every conversation returns 422 and
      # changes none. Counts as one request towards the rate limit. The size of `update` times the number of records is
      # at most 1 MiB.
      #
      # Requires the scope `conversations:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
      # `unknown_parameter`, `read_only_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
      # `outcome_unknown`
      # @param ids [Array<String>] Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates
      #   are ignored
      # @param update [Hash] Fields to change in every record: `subject`, `external_id`, `priority`, `inbox_id`,
      #   `mailbox_id`, `connection_id`, `tags`, `assignee_id`, `team_id`, `snoozed_until`, `wake_on_reply`,
      #   `custom_fields`, `status`, `add_tags`, `remove_tags`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Result]
      # @raise [Error]
      def bulk_update(ids:, update:, options: {})
        result(:BulkItem, :BulkMeta, 'POST', '/v1/conversations/bulk', body: { ids:, update: }, options:)
      end

      # Create a conversation
      #
      # Creates an open conversation, optionally with its first message. If nobody has what names the `contact`, a
      # contact is created and `contact.created` emitted. Emits `conversation.created`, plus `message.created` if
      # `message` is set and `conversation.assigned` if `assignee_id` is set.
      #
      # Requires the scope `conversations:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `ambiguous_match`, `duplicate_value`,
      # `file_too_large`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param contact [Hash] The contact of the conversation, by id, `external_id`, e-mail address or phone number;
      #   created if nobody has it: `id`, `email`, `external_id`, `phone`, `name`
      # @param subject [String, nil] Subject line; an empty one is null
      # @param external_id [String, nil] Id of the conversation in an external system, unique in the workspace and mode,
      #   or null
      # @param message [Hash, nil] First message of the conversation, or null: `body`, `external_id`, `type`, `author`,
      #   `send`, `email`, `mentions`, `attachments`
      # @param channel [String] Channel through which the contact writes
      # @param priority [String] Priority
      # @param inbox_id [String, nil] Id of the inbox, or null
      # @param mailbox_id [String, nil] Id of the mailbox through which replies leave, or null for none; by default that
      #   of the inbox, if it has one
      # @param connection_id [String, nil] Id of the connection through which replies leave, or null
      # @param tags [Array<String>] Names of the tags (case-insensitive), at most 50
      # @param assignee_id [String, nil] Id of an active user of the workspace, or null to unassign
      # @param team_id [String, nil] Id of a team of the workspace, or null for none; by default that of the inbox, if
      #   it has one
      # @param snoozed_until [String, nil] Snoozes an open or pending record until a time within a year, or wakes it
      #   (null). Resolving or closing it ends the snooze
      # @param wake_on_reply [Boolean] Whether a message of the contact ends the snooze (default true); one that a
      #   program wrote for it does not. Only a snoozed record may have `false`
      # @param custom_fields [Hash] Empty by default
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Conversation]
      # @raise [Error]
      def create(
        contact:, subject: OMIT, external_id: OMIT, message: OMIT, channel: OMIT, priority: OMIT, inbox_id: OMIT,
        mailbox_id: OMIT, connection_id: OMIT, tags: OMIT, assignee_id: OMIT, team_id: OMIT, snoozed_until: OMIT,
        wake_on_reply: OMIT, custom_fields: OMIT, options: {}
      )
        record(
          :Conversation, 'POST', '/v1/conversations',
          body: {
            contact:, subject:, external_id:, message:, channel:, priority:, inbox_id:, mailbox_id:, connection_id:,
            tags:, assignee_id:, team_id:, snoozed_until:, wake_on_reply:, custom_fields:
          },
          options:
        )
      end

      # List conversations
      #
      # Returns the conversations that match all filters, newest first by default. `q` searches subjects, tags, custom
      # fields, messages, and the names, e-mail addresses and phone numbers of contacts. A conversation shows the name,
      # e-mail address and phone number of its contact and the name of its assignee: their changes do not change its
      # `updated_at`.
      #
      # Requires the scope `conversations:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param status [Array<String>] Status: `open`, `pending` or `closed`; several are separated by commas
      # @param priority [Array<String>] Priority: `urgent`, `high`, `normal` or `low`; several are separated by commas
      # @param assignee [Array<String>] Id of the assigned user, `me` for the user of the credential (of an API key: its
      #   creator), or `none` for unassigned records; several are separated by commas
      # @param team [Array<String>] Id of the team, or `none`; several are separated by commas
      # @param snoozed [String] Whether the record is snoozed: `true` or `false`
      # @param inbox [Array<String>] Id of the inbox, or `none`; several are separated by commas
      # @param channel [Array<String>] Channel: `email`, `chat`, `form` or `api`; several are separated by commas
      # @param contact [Array<String>] Id of the contact; several are separated by commas
      # @param tag [Array<String>] Name of a tag (case-insensitive); several are separated by commas
      # @param mailbox [Array<String>] Id of the mailbox, or `none`; several are separated by commas
      # @param number [Array<String>] Number of the record; several are separated by commas
      # @param external_id [String] Id in an external system, exactly as it was given
      # @param q [String] Search query. All words must match; the last one matches as a prefix. Supports `"exact
      #   phrases"`, `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
      #   with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and
      #   the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count,
      #   in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a long text, the first
      #   32,768 characters are searched. Values of a repeated parameter are one query. Fields: `status:`, `priority:`,
      #   `channel:`, `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`
      # @param created_after [String, Time] Earliest creation time (inclusive)
      # @param created_before [String, Time] Latest creation time (exclusive)
      # @param updated_after [String, Time] Earliest time of the last change (inclusive)
      # @param updated_before [String, Time] Latest time of the last change (exclusive)
      # @param include [Array<String>] Records to return in `included` too, each once; requires the scopes that read
      #   them. The answer has no `ETag`; several are separated by commas
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        status: OMIT, priority: OMIT, assignee: OMIT, team: OMIT, snoozed: OMIT, inbox: OMIT, channel: OMIT,
        contact: OMIT, tag: OMIT, mailbox: OMIT, number: OMIT, external_id: OMIT, q: OMIT, created_after: OMIT,
        created_before: OMIT, updated_after: OMIT, updated_before: OMIT, include: OMIT, page: OMIT, per_page: OMIT,
        cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :Conversation, :PageMeta, '/v1/conversations',
          query: {
            status:, priority:, assignee:, team:, snoozed:, inbox:, channel:, contact:, tag:, mailbox:, number:,
            external_id:, q:, created_after:, created_before:, updated_after:, updated_before:, include:, page:,
            per_page:, cursor:, sort:, order:
          },
          options:
        )
      end

      # Delete a conversation
      #
      # Deletes the conversation and its messages permanently, with those that were merged into it, and with the files
      # that no other message has. Its contact is kept, and so are linked tickets, whose `conversation_id` becomes null
      # within a second. Emits `conversation.deleted` for each, and no event for each message.
      #
      # Requires the scope `conversations:write`.
      #
      # Of users, only admins may do this. API keys need no role.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `role_forbidden`, `not_found`, `precondition_failed`, `unknown_parameter`,
      # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param conversation_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(conversation_id, options: {})
        nothing('DELETE', '/v1/conversations/{conversation_id}', conversation_id, options:)
      end

      # Retrieve a conversation
      #
      # Requires the scope `conversations:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `invalid_parameter`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`
      # @param conversation_id [String]
      # @param include [Array<String>] Records to return in `included` too, each once; requires the scopes that read
      #   them. The answer has no `ETag`; several are separated by commas
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Conversation, NotModified]
      # @raise [Error]
      def get(conversation_id, include: OMIT, options: {})
        record(
          :Conversation, 'GET', '/v1/conversations/{conversation_id}', conversation_id, query: { include: }, options:
        )
      end

      # Update a conversation
      #
      # Changes only the fields that are sent. All status transitions are allowed. Emits `conversation.updated`, plus
      # `conversation.status_changed`, `conversation.team_changed`, `conversation.snoozed`, `conversation.woken` and
      # `conversation.assigned` where they apply. No event is sent if the request changes nothing.
      #
      # Requires the scope `conversations:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `too_many_items`, `unknown_parameter`, `ambiguous_match`, `duplicate_value`,
      # `missing_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param conversation_id [String]
      # @param subject [String, nil] Subject line; an empty one is null
      # @param external_id [String, nil] Id of the conversation in an external system, unique in the workspace and mode,
      #   or null
      # @param priority [String] Priority
      # @param inbox_id [String, nil] Id of the inbox, or null
      # @param mailbox_id [String, nil] Id of the mailbox through which replies leave, or null
      # @param connection_id [String, nil] Id of the connection through which replies leave, or null
      # @param tags [Array<String>] Names of the tags (case-insensitive), at most 50
      # @param assignee_id [String, nil] Id of an active user of the workspace, or null to unassign
      # @param team_id [String, nil] Id of a team of the workspace, or null
      # @param snoozed_until [String, nil] Snoozes an open or pending record until a time within a year, or wakes it
      #   (null). Resolving or closing it ends the snooze
      # @param wake_on_reply [Boolean] Whether a message of the contact ends the snooze (default true); one that a
      #   program wrote for it does not. Only a snoozed record may have `false`
      # @param custom_fields [Hash] Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16
      #   KiB as JSON; integers of at most 2^53 - 1, which JSON libraries keep
      # @param status [String] Current status of the conversation
      # @param contact [Hash] The contact of the conversation, as in its creation. The tickets that are linked to it get
      #   the same within a second: `id`, `email`, `external_id`, `phone`, `name`
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Conversation]
      # @raise [Error]
      def update(
        conversation_id, subject: OMIT, external_id: OMIT, priority: OMIT, inbox_id: OMIT, mailbox_id: OMIT,
        connection_id: OMIT, tags: OMIT, assignee_id: OMIT, team_id: OMIT, snoozed_until: OMIT, wake_on_reply: OMIT,
        custom_fields: OMIT, status: OMIT, contact: OMIT, options: {}, &change
      )
        return edit([conversation_id], options, &change) if change

        record(
          :Conversation, 'PATCH', '/v1/conversations/{conversation_id}', conversation_id,
          body: {
            subject:, external_id:, priority:, inbox_id:, mailbox_id:, connection_id:, tags:, assignee_id:, team_id:,
            snoozed_until:, wake_on_reply:, custom_fields:, status:, contact:
          },
          options:
        )
      end

      # Merge conversations
      #
      # Merges other conversations into this one, which keeps its own values and gets their messages with their files,
      # their participants and tags, and their custom fields that it lacks. Lists, counts and search have the merged
      # conversations no more, and their ids lead to this conversation in reads and writes, but not in its deletion; its
      # `merged_from` names them. Can be undone for 30 days with `POST /v1/conversations/\{conversation_id}/unmerge`.
      # All or nothing: one id that cannot be merged changes nothing; one that was merged into it before is ignored.
      # Emits `conversation.merged` for each merged conversation and `conversation.updated` for this one. All have the
      # same contact, and the merged ones have at most 5000 messages together. What the contact answers to a mail of a
      # merged conversation, and what a connector receives for it, goes to this one. Linked tickets follow within a
      # second.
      #
      # Requires the scope `conversations:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param conversation_id [String]
      # @param from_ids [Array<String>] Ids of the conversations to merge into this one, at most 50
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Conversation]
      # @raise [Error]
      def merge(conversation_id, from_ids:, options: {})
        record(
          :Conversation, 'POST', '/v1/conversations/{conversation_id}/merge', conversation_id, body: { from_ids: },
          options:
        )
      end

      # Split a conversation
      #
      # Moves messages into a new open conversation of the same contact, with the same priority, inbox, team, assignee
      # and channel, without tags and custom fields. Files move with their messages. What answers a mail among them goes
      # to the new conversation within a second, unless it is sent to a reply address of this one. Emits
      # `conversation.created` for it, and `conversation.split` and `conversation.updated` for this one.
      #
      # Requires the scope `conversations:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param conversation_id [String]
      # @param message_ids [Array<String>] Ids of the messages to move, at most 100
      # @param subject [String, nil] Subject line of the new conversation; by default that of this one
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Conversation]
      # @raise [Error]
      def split(conversation_id, message_ids:, subject: OMIT, options: {})
        record(
          :Conversation, 'POST', '/v1/conversations/{conversation_id}/split', conversation_id,
          body: { message_ids:, subject: }, options:
        )
      end

      # Undo a merge of conversations
      #
      # Gives conversations back that were merged into this one within the last 30 days, each with the values that it
      # had, with the messages that it brought and that were not moved since; participants stay in both. One that is a
      # conversation of its own is ignored. What it brought is taken from this conversation, unless it was changed
      # since; what came after the merge stays here. References to records that were deleted since are null, and so is
      # the assignee of open work who was deactivated. Emits `conversation.unmerged` for each and `conversation.updated`
      # for this conversation.
      #
      # Requires the scope `conversations:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param conversation_id [String]
      # @param ids [Array<String>] Ids of the conversations to give back, of `merged_from`, at most 50
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Conversation]
      # @raise [Error]
      def unmerge(conversation_id, ids:, options: {})
        record(
          :Conversation, 'POST', '/v1/conversations/{conversation_id}/unmerge', conversation_id, body: { ids: },
          options:
        )
      end

      # Report presence in a conversation
      #
      # Says for 15 seconds that the user of the credential reads the conversation or writes in it. Event streams with
      # `presence=true` tell it; nothing else does, and no event is logged. A client repeats it every 10 seconds while
      # it lasts.
      #
      # Requires the scope `conversations:read`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param conversation_id [String]
      # @param state [String] What the user does in the conversation: reads it, or writes a message
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Presence]
      # @raise [Error]
      def presence(conversation_id, state:, options: {})
        record(
          :Presence, 'POST', '/v1/conversations/{conversation_id}/presence', conversation_id, body: { state: }, options:
        )
      end

      # Reads the records in the order of their changes, to keep a copy of them.
      # @param since [String, Time] the first run begins here
      # @param cursor [String, nil] `resume_cursor` of the last run
      # @param filters [Hash] those of {#list}, the same in each run
      # @param options [Hash] see {Core::CallOptions}
      # @return [Changes]
      def changes(since: OMIT, cursor: nil, options: {}, **filters)
        follow(cursor, { **filters, updated_after: since, sort: 'updated_at' }, options)
      end

      # Operations at `/v1/conversations/{conversation_id}/history`.
      class History < Core::Resource
        # List the changes of a conversation
        #
        # Returns who changed what in the conversation, and when, newest first by default: an entry for its creation and
        # one for each later change, from the event log of the last 30 days. The history of a deleted conversation is
        # not returned; its events remain in `GET /v1/events`. A tag that is renamed or deleted changes every
        # conversation that has it, without an entry: see `tag.updated` and `tag.deleted` there. Messages are no
        # changes: list them with `GET /v1/conversations/\{conversation_id}/messages`.
        #
        # Requires the scope `conversations:read`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param conversation_id [String]
        # @param page [Integer] Page number, starting at 1
        # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
        # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
        # @param sort [String] Field to sort by
        # @param order [String] Sort direction
        # @param options [Hash] see {Core::CallOptions}
        # @return [Page]
        # @raise [Error]
        def list(conversation_id, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
          page(
            :HistoryEntry, :PageMeta, '/v1/conversations/{conversation_id}/history', conversation_id,
            query: { page:, per_page:, cursor:, sort:, order: }, options:
          )
        end
      end

      # Operations at `/v1/conversations/{conversation_id}/reply_recipients`.
      class ReplyRecipients < Core::Resource
        # Retrieve the recipients of a reply
        #
        # Whom a reply by mail goes to unless its `email` says otherwise: those of the last mail of the conversation,
        # with the present address of the contact for a former one; the contact alone if it has written since, or if
        # there is no mail.
        #
        # Requires the scope `conversations:read`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`
        # @param conversation_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::ReplyRecipients, NotModified]
        # @raise [Error]
        def get(conversation_id, options: {})
          record(
            :ReplyRecipients, 'GET', '/v1/conversations/{conversation_id}/reply_recipients', conversation_id, options:
          )
        end
      end

      # Operations at `/v1/conversations/{conversation_id}/followers`.
      class Followers < Core::Resource
        # Follow a conversation
        #
        # A follower is notified when the contact writes. Users who are mentioned in a note become followers too, and to
        # follow twice changes nothing. A record has at most 50 followers; one that has them takes no more.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `unknown_parameter`,
        # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param conversation_id [String]
        # @param user_id [String] Id of an active user of the workspace; by default the user of the credential
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Followers]
        # @raise [Error]
        def create(conversation_id, user_id: OMIT, options: {})
          record(
            :Followers, 'POST', '/v1/conversations/{conversation_id}/followers', conversation_id, body: { user_id: },
            options:
          )
        end

        # List the followers of a conversation
        #
        # Requires the scope `conversations:read`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`
        # @param conversation_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Followers, NotModified]
        # @raise [Error]
        def get(conversation_id, options: {})
          record(:Followers, 'GET', '/v1/conversations/{conversation_id}/followers', conversation_id, options:)
        end

        # Stop following a conversation
        #
        # Removes a follower; 404 for a user who does not follow the conversation.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`, `outcome_unknown`
        # @param conversation_id [String]
        # @param user_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Response]
        # @raise [Error]
        def delete(conversation_id, user_id, options: {})
          nothing(
            'DELETE', '/v1/conversations/{conversation_id}/followers/{user_id}', conversation_id, user_id, options:
          )
        end
      end

      # Operations at `/v1/conversations/{conversation_id}/draft`.
      class Draft < Core::Resource
        # Delete a draft
        #
        # Deletes what the user has begun to write in the conversation. It is that of the user of the credential: nobody
        # else reads or changes it. The next message of the same type that the user creates there with another
        # credential than an API key deletes it too.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param conversation_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Response]
        # @raise [Error]
        def delete(conversation_id, options: {})
          nothing('DELETE', '/v1/conversations/{conversation_id}/draft', conversation_id, options:)
        end

        # Retrieve a draft
        #
        # Returns what the user has begun to write in the conversation; 404 without one. It is that of the user of the
        # credential: nobody else reads or changes it.
        #
        # Requires the scope `conversations:read`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`
        # @param conversation_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Draft, NotModified]
        # @raise [Error]
        def get(conversation_id, options: {})
          record(:Draft, 'GET', '/v1/conversations/{conversation_id}/draft', conversation_id, options:)
        end

        # Save a draft
        #
        # Stores what the user has begun to write in the conversation, in the place of the draft before. It is that of
        # the user of the credential: nobody else reads or changes it. It takes what the creation of a message takes, up
        # to 64 KiB together; whether its files exist is checked when the message is created. With the `ETag` of the
        # draft in `If-Match` a draft that another tab has changed or deleted since returns 412. Emits no event.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `not_found`, `precondition_failed`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
        # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param conversation_id [String]
        # @param body [String] Text so far
        # @param type [String] Type of the message that it becomes
        # @param email [Hash, nil] Recipients, subject and HTML, as for a message; or null: `to`, `cc`, `bcc`,
        #   `subject`, `html`
        # @param attachments [Array<String>] Ids of files to attach: each was uploaded by `POST /v1/files`, in the same
        #   mode. They require the scope `files:read`
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Draft]
        # @raise [Error]
        def save(conversation_id, body:, type: OMIT, email: OMIT, attachments: OMIT, options: {})
          record(
            :Draft, 'PUT', '/v1/conversations/{conversation_id}/draft', conversation_id,
            body: { type:, body:, email:, attachments: }, options:
          )
        end
      end

      # Operations at `/v1/conversations/{conversation_id}/messages`.
      class Messages < Core::Resource
        # @return [Email]
        def email = Email.new(@requester)

        # Create a message
        #
        # Adds a message to the conversation as the user of the credential, or as its contact with `author: \{type:
        # contact}`. A reply of a user leaves, unless `send` is false, if the conversation has a `mailbox_id` or a
        # `connection_id`: it is `queued`, and `message.delivery_updated` tells what becomes of it. Without recipients
        # it is `failed` with `no_recipients`. Any other message is recorded, not sent: its `delivery` is null.
        # `attachments` has the ids of files, which require the scope `files:read`, each of which may be attached to
        # several messages; a multipart form has the files themselves, and `author` as JSON; it leaves out what is null.
        # With files `body` may be left out, and either the message is created with all of them or nothing is. An API
        # key with the scope `users:write` may name another user as the author. A message from the contact opens a
        # conversation that is pending or closed, and so, within a second, the tickets linked to it. With the `ETag` of
        # the conversation in `If-Match` nothing is written if the conversation has changed since, such as by a message
        # of somebody else: 412. The activity of the conversation follows: `last_message_at`, `last_message_by`,
        # `messages_count`, `waiting_since`. Emits `message.created`, and `conversation.updated` only if the message
        # changes the status, with `conversation.status_changed`.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `malformed_multipart`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`,
        # `too_many_items`, `file_too_large`, `unsupported_file_type`, `invalid_parameter`, `read_only_parameter`,
        # `missing_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`, `outcome_unknown`
        # @param conversation_id [String]
        # @param body [String] Text of the message. Required and not blank, unless files are attached; with `email.html`
        #   it may be left out
        # @param external_id [String, nil] Id of the message in an external system, unique in the workspace and mode, or
        #   null
        # @param type [String] Type of message; defaults to `reply` for users and `comment` for contacts
        # @param author [Hash] Author of the message: the user of the credential (the default), another user, or the
        #   contact of the conversation: `type`, `id`
        # @param send [Boolean] Whether a reply of a user leaves through the mailbox or the connection of the
        #   conversation; false records it only
        # @param email [Hash] What a reply by mail has beside its text. Only for a message that leaves through a
        #   mailbox; 50 recipients at most, none of whom is a mailbox of the workspace: `to`, `cc`, `bcc`, `subject`,
        #   `html`
        # @param mentions [Array<String>] Ids of active users whom a note mentions, at most 20: they are notified, and
        #   follow the conversation. Only for notes
        # @param attachments [Array<String, FilePart, Pathname, IO, Proc>] Ids of files to attach: each was uploaded by
        #   `POST /v1/files`, in the same mode. They require the scope `files:read`
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Message]
        # @raise [Error]
        def create(
          conversation_id, body: OMIT, external_id: OMIT, type: OMIT, author: OMIT, send: OMIT, email: OMIT,
          mentions: OMIT, attachments: OMIT, options: {}
        )
          record(
            :Message, 'POST', '/v1/conversations/{conversation_id}/messages', conversation_id,
            body: { body:, external_id:, type:, author:, send:, email:, mentions:, attachments: },
            form: { attachments: 'attachments[]' }, options:
          )
        end

        # List the messages of a conversation
        #
        # Returns the messages, oldest first by default, including internal notes.
        #
        # Requires the scope `conversations:read`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param conversation_id [String]
        # @param type [Array<String>] Type of the message; several are separated by commas
        # @param external_id [String] Id in an external system, exactly as it was given
        # @param page [Integer] Page number, starting at 1
        # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
        # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
        # @param sort [String] Field to sort by
        # @param order [String] Sort direction
        # @param options [Hash] see {Core::CallOptions}
        # @return [Page]
        # @raise [Error]
        def list(
          conversation_id, type: OMIT, external_id: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT,
          order: OMIT, options: {}
        )
          page(
            :Message, :PageMeta, '/v1/conversations/{conversation_id}/messages', conversation_id,
            query: { type:, external_id:, page:, per_page:, cursor:, sort:, order: }, options:
          )
        end

        # Redact a message
        #
        # Removes the text and the attachments of a message permanently, and cancels its sending if it still waits, from
        # search too, and the files that no other message has. Its author may do so, an admin, and API keys. The message
        # keeps its place in the conversation, with an empty `body`, `redacted_at` and `redacted_by`; redacting it again
        # is a 404. Emits `message.redacted`. Within seconds the copies follow: the source of a mail, the event log,
        # pending deliveries of webhooks, which send the message without its content, and stored responses of an
        # `Idempotency-Key`.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `role_forbidden`, `not_found`, `precondition_failed`, `unknown_parameter`,
        # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param conversation_id [String]
        # @param message_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Response]
        # @raise [Error]
        def delete(conversation_id, message_id, options: {})
          nothing(
            'DELETE', '/v1/conversations/{conversation_id}/messages/{message_id}', conversation_id, message_id, options:
          )
        end

        # Retrieve a message
        #
        # Requires the scope `conversations:read`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`
        # @param conversation_id [String]
        # @param message_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Message, NotModified]
        # @raise [Error]
        def get(conversation_id, message_id, options: {})
          record(
            :Message, 'GET', '/v1/conversations/{conversation_id}/messages/{message_id}', conversation_id, message_id,
            options:
          )
        end

        # Edit a note
        #
        # Changes the text of an internal note, which its author, an admin and API keys may do. `edited_at` and
        # `edited_by` tell of the last change; `message.updated`, which it emits, has the former text in `previous`, and
        # names who has made the change in `actor`. Other messages are what somebody has sent or received, and a note
        # that came as a mail is that mail: these return 409 `not_editable`, as a redacted note does.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `role_forbidden`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `not_editable`,
        # `precondition_failed`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `unknown_parameter`,
        # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param conversation_id [String]
        # @param message_id [String]
        # @param body [String] Text of the note
        # @param options [Hash] see {Core::CallOptions}
        # @yieldparam record the newest version, for a change that depends on it
        # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
        # @return [Models::Message]
        # @raise [Error]
        def update(conversation_id, message_id, body:, options: {}, &change)
          return edit([conversation_id, message_id], options, &change) if change

          record(
            :Message, 'PATCH', '/v1/conversations/{conversation_id}/messages/{message_id}', conversation_id, message_id,
            body: { body: }, options:
          )
        end

        # Send a message again
        #
        # Sends a message again that is `failed`, `bounced`, `unknown` or `cancelled`, through the mailbox or the
        # connection that its conversation has now: to the recipients that it has not reached, or to the contact if it
        # had none. `email` replaces those of them that it names, such as those in `to`, and what is left out of it
        # stays. It is `queued` again; an `unknown` one may arrive twice. Emits `message.delivery_updated`, by which a
        # connector learns of it: the `delivery` is `queued`, and was not before.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `too_many_items`,
        # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param conversation_id [String]
        # @param message_id [String]
        # @param email [Hash] Other recipients or another subject; what is left out stays. Only for a message that
        #   leaves by mail: `to`, `cc`, `bcc`, `subject`
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Message]
        # @raise [Error]
        def resend(conversation_id, message_id, email: OMIT, options: {})
          record(
            :Message, 'POST', '/v1/conversations/{conversation_id}/messages/{message_id}/resend', conversation_id,
            message_id, body: { email: }, options:
          )
        end

        # Report the delivery of a message
        #
        # For connectors: reports what has become of a message with a `connection_id`. States only move forward, so that
        # late and repeated reports change nothing. Emits `message.delivery_updated`. A message without a connection is
        # a 422.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
        # `missing_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
        # `outcome_unknown`
        # @param conversation_id [String]
        # @param message_id [String]
        # @param status [String] How far the connector has come. A report of an earlier state changes nothing
        # @param error [Hash, nil] Why it was not sent or delivered, or null: `code`, `message`
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Message]
        # @raise [Error]
        def delivery(conversation_id, message_id, status:, error: OMIT, options: {})
          record(
            :Message, 'PATCH', '/v1/conversations/{conversation_id}/messages/{message_id}/delivery', conversation_id,
            message_id, body: { status:, error: }, options:
          )
        end

        # Operations at `/v1/conversations/{conversation_id}/messages/{message_id}/email`.
        class Email < Core::Resource
          # Retrieve the mail of a message
          #
          # Returns the headers of a mail, and links to its source and to its HTML. The links of an incoming mail work
          # until they expire or the message is redacted. A message whose `email` is null is a 404.
          #
          # Requires the scope `conversations:read`.
          #
          # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
          # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
          # `service_unavailable`
          # @param conversation_id [String]
          # @param message_id [String]
          # @param options [Hash] see {Core::CallOptions}
          # @return [Models::MailContent, NotModified]
          # @raise [Error]
          def get(conversation_id, message_id, options: {})
            record(
              :MailContent, 'GET', '/v1/conversations/{conversation_id}/messages/{message_id}/email', conversation_id,
              message_id, options:
            )
          end
        end
      end
    end
  end
end
