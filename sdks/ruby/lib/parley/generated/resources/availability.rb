# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/me`.
    class Availability < Core::Resource
      # Change the availability of the current user
      #
      # Says whether the teams of the user may assign records to them; of an API key, the user is its creator. Admins
      # change the availability of others by `PATCH /v1/users/\{user_id}`. Returns 403 for test keys, because live and
      # test mode share users.
      #
      # Requires the scope `conversations:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
      # `outcome_unknown`
      # @param availability [Hash] Whether the user takes records: `status`, `until`, `capacity`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::User]
      # @raise [Error]
      def update(availability:, options: {})
        record(:User, 'PATCH', '/v1/me', body: { availability: }, options:)
      end
    end
  end
end
