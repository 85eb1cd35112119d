# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/inboxes`.
    class Inboxes < Core::Resource
      # Create an inbox
      #
      # Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the
      # same inboxes.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
      # `outcome_unknown`
      # @param name [String] Display name
      # @param team_id [String, nil] Id of the team to which tickets and conversations that begin in the inbox belong,
      #   unless they name another; or null
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Inbox]
      # @raise [Error]
      def create(name:, team_id: OMIT, options: {})
        record(:Inbox, 'POST', '/v1/inboxes', body: { name:, team_id: }, options:)
      end

      # List inboxes
      #
      # Requires the scope `tickets:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
        page(:Inbox, :PageMeta, '/v1/inboxes', query: { page:, per_page:, cursor:, sort:, order: }, options:)
      end

      # Delete an inbox
      #
      # Returns 422 while the inbox contains tickets of either mode: move them first. Its conversations are kept: their
      # `inbox_id` becomes null shortly after, with `conversation.updated`. Only admins, and API keys, can have the
      # scope. Returns 403 for test keys, because live and test mode have the same inboxes.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `mode_forbidden`, `not_found`, `precondition_failed`, `unknown_parameter`,
      # `invalid_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param inbox_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(inbox_id, options: {})
        nothing('DELETE', '/v1/inboxes/{inbox_id}', inbox_id, options:)
      end

      # Retrieve an inbox
      #
      # Requires the scope `tickets:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param inbox_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Inbox, NotModified]
      # @raise [Error]
      def get(inbox_id, options: {})
        record(:Inbox, 'GET', '/v1/inboxes/{inbox_id}', inbox_id, options:)
      end

      # Update an inbox
      #
      # Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode have the
      # same inboxes.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `mode_forbidden`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`,
      # `invalid_parameter`, `read_only_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param inbox_id [String]
      # @param name [String] Display name
      # @param team_id [String, nil] Id of the team to which tickets and conversations that begin in the inbox belong,
      #   unless they name another; or null
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Inbox]
      # @raise [Error]
      def update(inbox_id, name: OMIT, team_id: OMIT, options: {}, &change)
        return edit([inbox_id], options, &change) if change

        record(:Inbox, 'PATCH', '/v1/inboxes/{inbox_id}', inbox_id, body: { name:, team_id: }, options:)
      end
    end
  end
end
