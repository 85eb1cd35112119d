# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/connections`.
    class Connections < Core::Resource
      # Create a connection
      #
      # A connector posts what contacts write to `POST /v1/connections/\{connection_id}/inbound_messages`, receives the
      # replies as `message.created` with `connection_id`, and reports their delivery. A workspace can have 100
      # connections in each mode; beyond that, `too_many_items` is returned.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `too_many_items`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param name [String] Display name
      # @param inbox_id [String, nil] Id of the inbox of its new conversations, or null
      # @param type [String] The channel that the connector attaches; `custom` for any other
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Connection]
      # @raise [Error]
      def create(name:, inbox_id: OMIT, type: OMIT, options: {})
        record(:Connection, 'POST', '/v1/connections', body: { name:, inbox_id:, type: }, options:)
      end

      # List connections
      #
      # Requires the scope `conversations:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param inbox [Array<String>] Id of the inbox, or `none`; several are separated by commas
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(inbox: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
        page(
          :Connection, :PageMeta, '/v1/connections', query: { inbox:, page:, per_page:, cursor:, sort:, order: },
          options:
        )
      end

      # Delete a connection
      #
      # Its conversations keep their messages; their `connection_id` becomes null shortly after, with
      # `conversation.updated`. Replies that wait for a report of their delivery stay as they are.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param connection_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(connection_id, options: {})
        nothing('DELETE', '/v1/connections/{connection_id}', connection_id, options:)
      end

      # Retrieve a connection
      #
      # Requires the scope `conversations:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param connection_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Connection, NotModified]
      # @raise [Error]
      def get(connection_id, options: {})
        record(:Connection, 'GET', '/v1/connections/{connection_id}', connection_id, options:)
      end

      # Update a connection
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
      # `outcome_unknown`
      # @param connection_id [String]
      # @param name [String] Display name
      # @param inbox_id [String, nil] Id of the inbox of its new conversations, or null
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Connection]
      # @raise [Error]
      def update(connection_id, name: OMIT, inbox_id: OMIT, options: {}, &change)
        return edit([connection_id], options, &change) if change

        record(
          :Connection, 'PATCH', '/v1/connections/{connection_id}', connection_id, body: { name:, inbox_id: }, options:
        )
      end

      # Receive a message of a channel
      #
      # Records a message that a contact wrote. The same `external_id` again, whatever else is sent, is answered 200
      # with the message that it made. Messages with the same `external_conversation_id` are in one conversation, which
      # is created by the first, or by the next one after it was deleted; all of them are those of its contact. The
      # contact is found by the e-mail address, or else by the phone number, or else by the handle, which is its
      # `external_id` behind the id of the connection; or it is created: give only an address or number that the channel
      # has verified, since the message is shown as that contact's. Files require the scope `files:read`. Emits
      # `message.created`, and `contact.created`, `conversation.created` or what a message of the contact changes.
      #
      # Requires the scope `conversations:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `file_too_large`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param connection_id [String]
      # @param external_id [String] Id of the message in the channel, unique in the connection
      # @param external_conversation_id [String] Id of the conversation in the channel, such as the numbers of both
      #   sides
      # @param from [Hash] The sender: `handle`, `name`, `email`, `phone`
      # @param body [String] Text of the message; may be empty beside files
      # @param attachments [Array<String>] Ids of files to attach: each was uploaded by `POST /v1/files`, in the same
      #   mode. They require the scope `files:read`
      # @param sent_at [String, nil] Time at which it was sent in the channel, as ISO 8601, or null
      # @param options [Hash] see {Core::CallOptions}
      # @return [Result]
      # @raise [Error]
      def inbound_messages(
        connection_id, external_id:, external_conversation_id:, from:, body: OMIT, attachments: OMIT, sent_at: OMIT,
        options: {}
      )
        result(
          :Message, :ReceivedMeta, 'POST', '/v1/connections/{connection_id}/inbound_messages', connection_id,
          body: { external_id:, external_conversation_id:, from:, body:, attachments:, sent_at: }, options:
        )
      end
    end
  end
end
