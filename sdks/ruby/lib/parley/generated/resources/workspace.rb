# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/workspace`.
    class Workspace < Core::Resource
      # Retrieve the workspace of the credential
      #
      # Any valid token is accepted.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Workspace, NotModified]
      # @raise [Error]
      def get(options: {})
        record(:Workspace, 'GET', '/v1/workspace', options:)
      end

      # Update the workspace
      #
      # Only admins, and API keys, can have the scope. Changes only the fields that are sent, and only the priorities in
      # `sla_targets` that are sent; targets apply to tickets that are created, reopened or given another priority from
      # then on. Returns 403 for test keys, because live and test mode share the workspace.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
      # `outcome_unknown`
      # @param name [String] Name of the workspace
      # @param country [String, nil] Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null
      # @param time_zone [String] Time zone (IANA)
      # @param language [String] Language (BCP 47)
      # @param sla_targets [Hash] First-response targets by priority: `urgent`, `high`, `normal`, `low`
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Workspace]
      # @raise [Error]
      def update(name: OMIT, country: OMIT, time_zone: OMIT, language: OMIT, sla_targets: OMIT, options: {}, &change)
        return edit([], options, &change) if change

        record(
          :Workspace, 'PATCH', '/v1/workspace', body: { name:, country:, time_zone:, language:, sla_targets: }, options:
        )
      end
    end
  end
end
