# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/suppressions`.
    class Suppressions < Core::Resource
      # Create a suppression
      #
      # Replies to the address fail with `suppressed` until the suppression is deleted. Suppressing a suppressed address
      # is a `duplicate_value`.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param address [String] The address
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Suppression]
      # @raise [Error]
      def create(address:, options: {})
        record(:Suppression, 'POST', '/v1/suppressions', body: { address: }, options:)
      end

      # List suppressions
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param reason [Array<String>] Reason: `bounced`, `complained` or `manual`; several are separated by commas
      # @param address [String] The address (case-insensitive)
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        reason: OMIT, address: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :Suppression, :PageMeta, '/v1/suppressions',
          query: { reason:, address:, page:, per_page:, cursor:, sort:, order: }, options:
        )
      end

      # Delete a suppression
      #
      # Mail to the address is sent again.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param suppression_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(suppression_id, options: {})
        nothing('DELETE', '/v1/suppressions/{suppression_id}', suppression_id, options:)
      end

      # Retrieve a suppression
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param suppression_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Suppression, NotModified]
      # @raise [Error]
      def get(suppression_id, options: {})
        record(:Suppression, 'GET', '/v1/suppressions/{suppression_id}', suppression_id, options:)
      end
    end
  end
end
