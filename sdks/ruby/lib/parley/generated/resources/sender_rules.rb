# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/sender_rules`.
    class SenderRules < Core::Resource
      # Create a sender_rule
      #
      # Applies to mails that arrive from now on, by the address in `From`, and a block to contact forms by the address
      # of their sender. The rule of an address has priority over that of its domain, and that of a domain over those
      # above it. A second rule for a sender is a `duplicate_value`.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param sender [String] An address, or a domain with its subdomains
      # @param action [String] `block`: mails of the sender are quarantined as `blocked`; `allow`: they are not
      #   quarantined as `spam` or `flood`, unless the domain asks to refuse mails that nothing proves, and nothing
      #   proves them
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::SenderRule]
      # @raise [Error]
      def create(sender:, action:, options: {})
        record(:SenderRule, 'POST', '/v1/sender_rules', body: { sender:, action: }, options:)
      end

      # List sender rules
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param action [Array<String>] Action: `block` or `allow`; several are separated by commas
      # @param sender [String] The address or domain (case-insensitive)
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        action: OMIT, sender: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :SenderRule, :PageMeta, '/v1/sender_rules',
          query: { action:, sender:, page:, per_page:, cursor:, sort:, order: }, options:
        )
      end

      # Delete a sender rule
      #
      # Mails that are in quarantine stay there.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param sender_rule_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(sender_rule_id, options: {})
        nothing('DELETE', '/v1/sender_rules/{sender_rule_id}', sender_rule_id, options:)
      end

      # Retrieve a sender rule
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param sender_rule_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::SenderRule, NotModified]
      # @raise [Error]
      def get(sender_rule_id, options: {})
        record(:SenderRule, 'GET', '/v1/sender_rules/{sender_rule_id}', sender_rule_id, options:)
      end
    end
  end
end
