# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/sending_domains`.
    class SendingDomains < Core::Resource
      # Create a sending_domain
      #
      # Makes a DKIM key for the domain and returns the records to publish. Needed only where mails leave through a
      # server that does not sign them itself. A verified domain belongs to one workspace of the installation.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `duplicate_value`, `too_many_items`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param domain [String] Name of the domain
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::SendingDomain]
      # @raise [Error]
      def create(domain:, options: {})
        record(:SendingDomain, 'POST', '/v1/sending_domains', body: { domain: }, options:)
      end

      # List sending_domains
      #
      # Requires the scope `mailboxes:manage`.
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
        page(
          :SendingDomain, :PageMeta, '/v1/sending_domains', query: { page:, per_page:, cursor:, sort:, order: },
          options:
        )
      end

      # Delete a sending_domain
      #
      # Mails from the domain are no longer signed.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param sending_domain_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(sending_domain_id, options: {})
        nothing('DELETE', '/v1/sending_domains/{sending_domain_id}', sending_domain_id, options:)
      end

      # Retrieve a sending_domain
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param sending_domain_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::SendingDomain, NotModified]
      # @raise [Error]
      def get(sending_domain_id, options: {})
        record(:SendingDomain, 'GET', '/v1/sending_domains/{sending_domain_id}', sending_domain_id, options:)
      end

      # Verify a sending domain
      #
      # Looks the DNS records up. Returns 200 whatever it finds; look at `status` and `records`.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param sending_domain_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::SendingDomain]
      # @raise [Error]
      def verify(sending_domain_id, options: {})
        record(:SendingDomain, 'POST', '/v1/sending_domains/{sending_domain_id}/verify', sending_domain_id, options:)
      end
    end
  end
end
