# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/tickets`.
    class Tickets < Core::Resource
      # @return [Messages]
      def messages = Messages.new(@requester)

      # @return [History]
      def history = History.new(@requester)

      # @return [Links]
      def links = Links.new(@requester)

      # @return [Followers]
      def followers = Followers.new(@requester)

      # Bulk update tickets
      #
      # Applies one update to up to 100 tickets; each succeeds or fails independently. Returns 200 even if some fail;
      # check the `status` of each result. An update that is invalid for every ticket returns 422 and changes none.
      # Counts as one request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.
      #
      # Requires the scope `tickets:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
      # `unknown_parameter`, `read_only_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
      # `outcome_unknown`
      # @param ids [Array<String>] Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates
      #   are ignored
      # @param update [Hash] Fields to change in every record: `subject`, `description`, `external_id`, `priority`,
      #   `inbox_id`, `tags`, `assignee_id`, `team_id`, `snoozed_until`, `wake_on_reply`, `custom_fields`, `status`,
      #   `add_tags`, `remove_tags`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Result]
      # @raise [Error]
      def bulk_update(ids:, update:, options: {})
        result(:BulkItem, :BulkMeta, 'POST', '/v1/tickets/bulk', body: { ids:, update: }, options:)
      end

      # Create a ticket
      #
      # The first-response SLA starts when the ticket is created. If nobody has what names the `contact`, a contact is
      # created and `contact.created` emitted. If `conversation_id` is set and `contact` is omitted, the ticket gets the
      # contact of the conversation. Emits `ticket.created`, and `ticket.assigned` if `assignee_id` is set. `message`
      # (or `attachments`) is written first, with its conversation, and remains if the ticket is then refused; it emits
      # `message.created`, and `conversation.created` if it begins one.
      #
      # Requires the scope `tickets:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `ambiguous_match`, `duplicate_value`,
      # `file_too_large`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param subject [String, nil] Subject line; without it, or if it is blank, the first words of `description` or of
      #   `message`
      # @param description [String, nil] Full text of the request
      # @param external_id [String, nil] Id of the ticket in an external system, unique in the workspace and mode, or
      #   null
      # @param priority [String] Priority
      # @param inbox_id [String, nil] Id of the inbox, or null
      # @param tags [Array<String>] Names of the tags (case-insensitive), at most 50
      # @param assignee_id [String, nil] Id of an active user of the workspace, or null to unassign
      # @param team_id [String, nil] Id of a team of the workspace, or null for none; by default that of the inbox, if
      #   it has one
      # @param snoozed_until [String, nil] Snoozes an open or pending record until a time within a year, or wakes it
      #   (null). Resolving or closing it ends the snooze
      # @param wake_on_reply [Boolean] Whether a message of the contact ends the snooze (default true); one that a
      #   program wrote for it does not. Only a snoozed record may have `false`
      # @param custom_fields [Hash] Empty by default
      # @param conversation_id [String, nil] Id of a conversation with the same contact, or null. A reply in it since
      #   the creation of the ticket counts as the first response, and a message of the contact reopens the ticket. Also
      #   requires the scope `conversations:read`
      # @param contact [Hash, nil] The contact who requests the ticket, by id, `external_id`, e-mail address or phone
      #   number; created if nobody has it: `id`, `email`, `external_id`, `phone`, `name`
      # @param message [Hash, nil] Message to the contact, or from it, in the linked conversation: that of
      #   `conversation_id`, else a new one. Requires one of `contact` and `conversation_id`, and the scope
      #   `conversations:write`: `body`, `external_id`, `type`, `author`, `send`, `email`, `mentions`, `attachments`
      # @param attachments [Array<String>] Ids of files that came with the request, each uploaded by `POST /v1/files` in
      #   the same mode. They are a message of the contact in the linked conversation, so that they require what
      #   `message` requires, and the scope `files:read`; files of a `message` go into `message.attachments`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Ticket]
      # @raise [Error]
      def create(
        subject: OMIT, description: OMIT, external_id: OMIT, priority: OMIT, inbox_id: OMIT, tags: OMIT,
        assignee_id: OMIT, team_id: OMIT, snoozed_until: OMIT, wake_on_reply: OMIT, custom_fields: OMIT,
        conversation_id: OMIT, contact: OMIT, message: OMIT, attachments: OMIT, options: {}
      )
        record(
          :Ticket, 'POST', '/v1/tickets',
          body: {
            subject:, description:, external_id:, priority:, inbox_id:, tags:, assignee_id:, team_id:, snoozed_until:,
            wake_on_reply:, custom_fields:, conversation_id:, contact:, message:, attachments:
          },
          options:
        )
      end

      # List tickets
      #
      # Returns the tickets that match all filters, newest first by default. `sort=priority` sorts by urgency, not by
      # name. `q` searches subjects, descriptions, tags, custom fields, and the names, e-mail addresses and phone
      # numbers of contacts. A ticket shows the name, e-mail address and phone number of its contact and the name of its
      # assignee: their changes do not change its `updated_at`, nor does the time, which changes `sla.status`.
      #
      # Requires the scope `tickets:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param status [Array<String>] Status: `open`, `pending`, `resolved` or `closed`; several are separated by commas
      # @param priority [Array<String>] Priority: `urgent`, `high`, `normal` or `low`; several are separated by commas
      # @param assignee [Array<String>] Id of the assigned user, `me` for the user of the credential (of an API key: its
      #   creator), or `none` for unassigned records; several are separated by commas
      # @param team [Array<String>] Id of the team, or `none`; several are separated by commas
      # @param snoozed [String] Whether the record is snoozed: `true` or `false`
      # @param inbox [Array<String>] Id of the inbox, or `none`; several are separated by commas
      # @param contact [Array<String>] Id of the contact, or `none`; several are separated by commas
      # @param tag [Array<String>] Name of a tag (case-insensitive); several are separated by commas
      # @param number [Array<String>] Number of the record; several are separated by commas
      # @param external_id [String] Id in an external system, exactly as it was given
      # @param q [String] Search query. All words must match; the last one matches as a prefix. Supports `"exact
      #   phrases"`, `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
      #   with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and
      #   the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count,
      #   in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a long text, the first
      #   32,768 characters are searched. Values of a repeated parameter are one query. Fields: `status:`, `priority:`,
      #   `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`
      # @param sla_status [Array<String>] SLA status at the time of the request, or `none` for tickets without a
      #   first-response target; several are separated by commas
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
        status: OMIT, priority: OMIT, assignee: OMIT, team: OMIT, snoozed: OMIT, inbox: OMIT, contact: OMIT, tag: OMIT,
        number: OMIT, external_id: OMIT, q: OMIT, sla_status: OMIT, created_after: OMIT, created_before: OMIT,
        updated_after: OMIT, updated_before: OMIT, include: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT,
        order: OMIT, options: {}
      )
        page(
          :Ticket, :PageMeta, '/v1/tickets',
          query: {
            status:, priority:, assignee:, team:, snoozed:, inbox:, contact:, tag:, number:, external_id:, q:,
            sla_status:, created_after:, created_before:, updated_after:, updated_before:, include:, page:, per_page:,
            cursor:, sort:, order:
          },
          options:
        )
      end

      # Delete a ticket
      #
      # Deletes the ticket permanently, with those that were merged into it; its contact and its conversation are kept.
      # Emits `ticket.deleted` for each. The log of webhook deliveries and stored responses of an `Idempotency-Key` may
      # contain the ticket until they expire.
      #
      # Requires the scope `tickets:write`.
      #
      # Of users, only admins may do this. API keys need no role.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `role_forbidden`, `not_found`, `precondition_failed`, `unknown_parameter`,
      # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param ticket_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(ticket_id, options: {})
        nothing('DELETE', '/v1/tickets/{ticket_id}', ticket_id, options:)
      end

      # Retrieve a ticket
      #
      # Requires the scope `tickets:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `invalid_parameter`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`
      # @param ticket_id [String]
      # @param include [Array<String>] Records to return in `included` too, each once; requires the scopes that read
      #   them. The answer has no `ETag`; several are separated by commas
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Ticket, NotModified]
      # @raise [Error]
      def get(ticket_id, include: OMIT, options: {})
        record(:Ticket, 'GET', '/v1/tickets/{ticket_id}', ticket_id, query: { include: }, options:)
      end

      # Update a ticket
      #
      # Changes only the fields that are sent. All status transitions are allowed. `resolved` and `closed` stop the
      # first-response SLA; reopening a ticket that has no response restarts it, and a new `priority` sets a new target.
      # A ticket that is reopened while its assignee is deactivated becomes unassigned. Emits `ticket.updated`, plus
      # `ticket.assigned`, `ticket.team_changed`, `ticket.status_changed`, `ticket.snoozed` and `ticket.woken` where
      # they apply. No event is sent if the request changes nothing.
      #
      # Requires the scope `tickets:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `too_many_items`, `unknown_parameter`, `ambiguous_match`, `duplicate_value`,
      # `missing_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param ticket_id [String]
      # @param subject [String] Subject line
      # @param description [String, nil] Full text of the request
      # @param external_id [String, nil] Id of the ticket in an external system, unique in the workspace and mode, or
      #   null
      # @param priority [String] Priority
      # @param inbox_id [String, nil] Id of the inbox, or null
      # @param tags [Array<String>] Names of the tags (case-insensitive), at most 50
      # @param assignee_id [String, nil] Id of an active user of the workspace, or null to unassign
      # @param team_id [String, nil] Id of a team of the workspace, or null
      # @param snoozed_until [String, nil] Snoozes an open or pending record until a time within a year, or wakes it
      #   (null). Resolving or closing it ends the snooze
      # @param wake_on_reply [Boolean] Whether a message of the contact ends the snooze (default true); one that a
      #   program wrote for it does not. Only a snoozed record may have `false`
      # @param custom_fields [Hash] Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16
      #   KiB as JSON; integers of at most 2^53 - 1, which JSON libraries keep
      # @param status [String] Current status of the ticket
      # @param conversation_id [String, nil] Id of a conversation with the same contact, or null. A reply in it since
      #   the creation of the ticket counts as the first response, and a message of the contact reopens the ticket. Also
      #   requires the scope `conversations:read`
      # @param contact [Hash, nil] The contact who requests the ticket, as in its creation, or null. A ticket and its
      #   conversation have the same contact: change that of the conversation, and its tickets follow: `id`, `email`,
      #   `external_id`, `phone`, `name`
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Ticket]
      # @raise [Error]
      def update(
        ticket_id, subject: OMIT, description: OMIT, external_id: OMIT, priority: OMIT, inbox_id: OMIT, tags: OMIT,
        assignee_id: OMIT, team_id: OMIT, snoozed_until: OMIT, wake_on_reply: OMIT, custom_fields: OMIT, status: OMIT,
        conversation_id: OMIT, contact: OMIT, options: {}, &change
      )
        return edit([ticket_id], options, &change) if change

        record(
          :Ticket, 'PATCH', '/v1/tickets/{ticket_id}', ticket_id,
          body: {
            subject:, description:, external_id:, priority:, inbox_id:, tags:, assignee_id:, team_id:, snoozed_until:,
            wake_on_reply:, custom_fields:, status:, conversation_id:, contact:
          },
          options:
        )
      end

      # Merge tickets
      #
      # Merges other tickets into this one, which keeps its own values and gets their tags, and their custom fields that
      # it lacks; without a conversation, it gets the first of theirs that has the same contact. Lists, counts and
      # search have the merged tickets no more, and their ids lead to this ticket in reads and writes, but not in its
      # deletion; its `merged_from` names them. Can be undone for 30 days with `POST /v1/tickets/\{ticket_id}/unmerge`.
      # All or nothing: one id that cannot be merged changes nothing; one that was merged into it before is ignored.
      # Emits `ticket.merged` for each merged ticket and `ticket.updated` for this one. The SLA is that of this ticket.
      #
      # Requires the scope `tickets:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param ticket_id [String]
      # @param from_ids [Array<String>] Ids of the tickets to merge into this one, at most 50
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Ticket]
      # @raise [Error]
      def merge(ticket_id, from_ids:, options: {})
        record(:Ticket, 'POST', '/v1/tickets/{ticket_id}/merge', ticket_id, body: { from_ids: }, options:)
      end

      # Undo a merge of tickets
      #
      # Gives tickets back that were merged into this one within the last 30 days, each with the values that it had. One
      # that is a ticket of its own is ignored. What it brought is taken from this ticket, unless it was changed since;
      # what came after the merge stays here. References to records that were deleted since are null, and so is the
      # assignee of open work who was deactivated. Emits `ticket.unmerged` for each and `ticket.updated` for this
      # ticket.
      #
      # Requires the scope `tickets:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param ticket_id [String]
      # @param ids [Array<String>] Ids of the tickets to give back, of `merged_from`, at most 50
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Ticket]
      # @raise [Error]
      def unmerge(ticket_id, ids:, options: {})
        record(:Ticket, 'POST', '/v1/tickets/{ticket_id}/unmerge', ticket_id, body: { ids: }, options:)
      end

      # Create or update a ticket
      #
      # Finds the ticket by `external_id` and changes the fields that are sent, as an update does but for `status`; if
      # there is none, it is created, for which `subject` or `description` is required. Emits the events of a creation,
      # or those of an update.
      #
      # Requires the scope `tickets:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `ambiguous_match`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param external_id [String] Id of the ticket in an external system
      # @param subject [String] Subject line
      # @param description [String, nil] Full text of the request
      # @param priority [String] Priority
      # @param inbox_id [String, nil] Id of the inbox, or null
      # @param tags [Array<String>] Names of the tags (case-insensitive), at most 50
      # @param assignee_id [String, nil] Id of an active user of the workspace, or null to unassign
      # @param team_id [String, nil] Id of a team of the workspace, or null
      # @param snoozed_until [String, nil] Snoozes an open or pending record until a time within a year, or wakes it
      #   (null). Resolving or closing it ends the snooze
      # @param wake_on_reply [Boolean] Whether a message of the contact ends the snooze (default true); one that a
      #   program wrote for it does not. Only a snoozed record may have `false`
      # @param custom_fields [Hash] Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16
      #   KiB as JSON; integers of at most 2^53 - 1, which JSON libraries keep
      # @param conversation_id [String, nil] Id of a conversation with the same contact, or null. A reply in it since
      #   the creation of the ticket counts as the first response, and a message of the contact reopens the ticket. Also
      #   requires the scope `conversations:read`
      # @param contact [Hash, nil] The contact who requests the ticket, as in its creation, or null: `id`, `email`,
      #   `external_id`, `phone`, `name`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Result]
      # @raise [Error]
      def upsert(
        external_id:, subject: OMIT, description: OMIT, priority: OMIT, inbox_id: OMIT, tags: OMIT, assignee_id: OMIT,
        team_id: OMIT, snoozed_until: OMIT, wake_on_reply: OMIT, custom_fields: OMIT, conversation_id: OMIT,
        contact: OMIT, options: {}
      )
        result(
          :Ticket, :UpsertMeta, 'POST', '/v1/tickets/upsert',
          body: {
            subject:, description:, external_id:, priority:, inbox_id:, tags:, assignee_id:, team_id:, snoozed_until:,
            wake_on_reply:, custom_fields:, conversation_id:, contact:
          },
          options:
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

      # Operations at `/v1/tickets/{ticket_id}/messages`.
      class Messages < Core::Resource
        # Create a message of a ticket
        #
        # Adds a message to the linked conversation, as the creation of a message there does. The first message of a
        # ticket without a conversation creates one with the contact of the ticket, its subject, its priority and its
        # inbox, and links it, which emits `conversation.created` and `ticket.updated`; a ticket without a contact is a
        # 422. Emits `message.created`.
        #
        # Requires the scope `conversations:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `malformed_multipart`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `too_many_items`,
        # `file_too_large`, `unsupported_file_type`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
        # `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
        # `outcome_unknown`
        # @param ticket_id [String]
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
          ticket_id, body: OMIT, external_id: OMIT, type: OMIT, author: OMIT, send: OMIT, email: OMIT, mentions: OMIT,
          attachments: OMIT, options: {}
        )
          record(
            :Message, 'POST', '/v1/tickets/{ticket_id}/messages', ticket_id,
            body: { body:, external_id:, type:, author:, send:, email:, mentions:, attachments: },
            form: { attachments: 'attachments[]' }, options:
          )
        end

        # List the messages of a ticket
        #
        # Returns the messages of the linked conversation, as the list of its messages does; none without a
        # conversation.
        #
        # Requires the scope `conversations:read`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param ticket_id [String]
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
          ticket_id, type: OMIT, external_id: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT,
          options: {}
        )
          page(
            :Message, :PageMeta, '/v1/tickets/{ticket_id}/messages', ticket_id,
            query: { type:, external_id:, page:, per_page:, cursor:, sort:, order: }, options:
          )
        end
      end

      # Operations at `/v1/tickets/{ticket_id}/history`.
      class History < Core::Resource
        # List the changes of a ticket
        #
        # Returns who changed what in the ticket, and when, newest first by default: an entry for its creation and one
        # for each later change, from the event log of the last 30 days. The history of a deleted ticket is not
        # returned; its events remain in `GET /v1/events`. A tag that is renamed or deleted changes every ticket that
        # has it, without an entry: see `tag.updated` and `tag.deleted` there.
        #
        # Requires the scope `tickets:read`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param ticket_id [String]
        # @param page [Integer] Page number, starting at 1
        # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
        # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
        # @param sort [String] Field to sort by
        # @param order [String] Sort direction
        # @param options [Hash] see {Core::CallOptions}
        # @return [Page]
        # @raise [Error]
        def list(ticket_id, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
          page(
            :HistoryEntry, :PageMeta, '/v1/tickets/{ticket_id}/history', ticket_id,
            query: { page:, per_page:, cursor:, sort:, order: }, options:
          )
        end
      end

      # Operations at `/v1/tickets/{ticket_id}/links`.
      class Links < Core::Resource
        # Link two tickets
        #
        # Both tickets show the link in `links`: the other end of `parent` is `child`, and that of `duplicate_of` is
        # `duplicate`. Two tickets have one link, so that the same one again changes nothing; a ticket has one parent
        # and at most 100 links, and no ticket is above itself. A link goes within a second when one of its tickets is
        # deleted; that of a merged ticket keeps its id, which leads to what it was merged into. Emits `ticket.updated`
        # for both.
        #
        # Requires the scope `tickets:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
        # `missing_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
        # `outcome_unknown`
        # @param ticket_id [String]
        # @param type [String] What the other ticket is to this one
        # @param linked_ticket_id [String] Id of the other ticket
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Ticket]
        # @raise [Error]
        def create(ticket_id, type:, linked_ticket_id:, options: {})
          record(
            :Ticket, 'POST', '/v1/tickets/{ticket_id}/links', ticket_id, body: { type:, linked_ticket_id: }, options:
          )
        end

        # Remove the link of two tickets
        #
        # Removes it from both tickets. Emits `ticket.updated` for each.
        #
        # Requires the scope `tickets:write`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`, `outcome_unknown`
        # @param ticket_id [String]
        # @param linked_ticket_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Response]
        # @raise [Error]
        def delete(ticket_id, linked_ticket_id, options: {})
          nothing('DELETE', '/v1/tickets/{ticket_id}/links/{linked_ticket_id}', ticket_id, linked_ticket_id, options:)
        end
      end

      # Operations at `/v1/tickets/{ticket_id}/followers`.
      class Followers < Core::Resource
        # Follow a ticket
        #
        # A follower is notified when the contact writes. Users who are mentioned in a note become followers too, and to
        # follow twice changes nothing. A record has at most 50 followers; one that has them takes no more.
        #
        # Requires the scope `tickets:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `unknown_parameter`,
        # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param ticket_id [String]
        # @param user_id [String] Id of an active user of the workspace; by default the user of the credential
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Followers]
        # @raise [Error]
        def create(ticket_id, user_id: OMIT, options: {})
          record(:Followers, 'POST', '/v1/tickets/{ticket_id}/followers', ticket_id, body: { user_id: }, options:)
        end

        # List the followers of a ticket
        #
        # Requires the scope `tickets:read`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`
        # @param ticket_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Followers, NotModified]
        # @raise [Error]
        def get(ticket_id, options: {})
          record(:Followers, 'GET', '/v1/tickets/{ticket_id}/followers', ticket_id, options:)
        end

        # Stop following a ticket
        #
        # Removes a follower; 404 for a user who does not follow the ticket.
        #
        # Requires the scope `tickets:write`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`, `outcome_unknown`
        # @param ticket_id [String]
        # @param user_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Response]
        # @raise [Error]
        def delete(ticket_id, user_id, options: {})
          nothing('DELETE', '/v1/tickets/{ticket_id}/followers/{user_id}', ticket_id, user_id, options:)
        end
      end
    end
  end
end
