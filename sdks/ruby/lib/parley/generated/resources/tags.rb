# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/tags`.
    class Tags < Core::Resource
      # Create a tag
      #
      # Only needed to choose a color: tagging a conversation or ticket with a new name also creates the tag. Emits
      # `tag.created`.
      #
      # Requires the scope `conversations:write` or `tickets:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param name [String] Name, unique in the workspace (case-insensitive)
      # @param color [String] Color as `#rrggbb`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Tag]
      # @raise [Error]
      def create(name:, color: OMIT, options: {})
        record(:Tag, 'POST', '/v1/tags', body: { name:, color: }, options:)
      end

      # List tags
      #
      # Counts are eventually consistent, usually within a second.
      #
      # Requires the scope `conversations:read` or `tickets:read`.
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
        page(:Tag, :PageMeta, '/v1/tags', query: { page:, per_page:, cursor:, sort:, order: }, options:)
      end

      # Delete a tag
      #
      # Also removes the tag from conversations and tickets, usually within a second, from 100,000 of them within
      # minutes; their `updated_at` and `ETag` change. Using its name again later creates a new tag. Emits one
      # `tag.deleted`, and no event for each conversation and ticket.
      #
      # Requires the scope `conversations:write` or `tickets:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param tag_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(tag_id, options: {})
        nothing('DELETE', '/v1/tags/{tag_id}', tag_id, options:)
      end

      # Retrieve a tag
      #
      # Requires the scope `conversations:read` or `tickets:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param tag_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Tag, NotModified]
      # @raise [Error]
      def get(tag_id, options: {})
        record(:Tag, 'GET', '/v1/tags/{tag_id}', tag_id, options:)
      end

      # Update a tag
      #
      # Changes only the fields that are sent. A new `name` also replaces the old one in conversations and tickets,
      # usually within a second, for 100,000 of them within minutes; their `updated_at` and `ETag` change. Emits one
      # `tag.updated`, and no event for each conversation and ticket. No event is sent if the request changes nothing.
      #
      # Requires the scope `conversations:write` or `tickets:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param tag_id [String]
      # @param name [String] Name, unique in the workspace (case-insensitive)
      # @param color [String] Color as `#rrggbb`
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Tag]
      # @raise [Error]
      def update(tag_id, name: OMIT, color: OMIT, options: {}, &change)
        return edit([tag_id], options, &change) if change

        record(:Tag, 'PATCH', '/v1/tags/{tag_id}', tag_id, body: { name:, color: }, options:)
      end
    end
  end
end
