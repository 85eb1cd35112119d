# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/teams`.
    class Teams < Core::Resource
      # @return [Load]
      def load = Load.new(@requester)

      # @return [Members]
      def members = Members.new(@requester)

      # Create a team
      #
      # Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share
      # teams.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param name [String] Display name, unique in the workspace
      # @param description [String, nil] Purpose of the team, or null
      # @param assignment [Hash] How open records of the team that nobody is assigned to are assigned: only to members
      #   who are online; empty by default: `mode`, `max_open_per_user`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Team]
      # @raise [Error]
      def create(name:, description: OMIT, assignment: OMIT, options: {})
        record(:Team, 'POST', '/v1/teams', body: { name:, description:, assignment: }, options:)
      end

      # List teams
      #
      # Requires the scope `users:read`.
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
        page(:Team, :PageMeta, '/v1/teams', query: { page:, per_page:, cursor:, sort:, order: }, options:)
      end

      # Delete a team
      #
      # Its members stay users of the workspace. Only admins, and API keys, can have the scope. Returns 403 for test
      # keys, because live and test mode share teams.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `mode_forbidden`, `not_found`, `precondition_failed`, `unknown_parameter`,
      # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param team_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(team_id, options: {})
        nothing('DELETE', '/v1/teams/{team_id}', team_id, options:)
      end

      # Retrieve a team
      #
      # Requires the scope `users:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param team_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Team, NotModified]
      # @raise [Error]
      def get(team_id, options: {})
        record(:Team, 'GET', '/v1/teams/{team_id}', team_id, options:)
      end

      # Update a team
      #
      # Changes only the fields that are sent. Only admins, and API keys, can have the scope. Returns 403 for test keys,
      # because live and test mode share teams.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `mode_forbidden`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`,
      # `invalid_parameter`, `read_only_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param team_id [String]
      # @param name [String] Display name, unique in the workspace
      # @param description [String, nil] Purpose of the team, or null
      # @param assignment [Hash] How open records of the team that nobody is assigned to are assigned: only to members
      #   who are online: `mode`, `max_open_per_user`
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Team]
      # @raise [Error]
      def update(team_id, name: OMIT, description: OMIT, assignment: OMIT, options: {}, &change)
        return edit([team_id], options, &change) if change

        record(:Team, 'PATCH', '/v1/teams/{team_id}', team_id, body: { name:, description:, assignment: }, options:)
      end

      # Operations at `/v1/teams/{team_id}/load`.
      class Load < Core::Resource
        # Retrieve the load of a team
        #
        # Counts tickets and conversations whose status is `open` and that are not snoozed. The counts follow changes
        # within a second or so.
        #
        # Requires the scope `users:read`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`
        # @param team_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::TeamLoad, NotModified]
        # @raise [Error]
        def get(team_id, options: {})
          record(:TeamLoad, 'GET', '/v1/teams/{team_id}/load', team_id, options:)
        end
      end

      # Operations at `/v1/teams/{team_id}/members`.
      class Members < Core::Resource
        # Add a user to a team
        #
        # A user who is a member already stays one. Only admins, and API keys, can have the scope. Returns 403 for test
        # keys, because live and test mode share teams.
        #
        # Requires the scope `users:write`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `mode_forbidden`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
        # `read_only_parameter`, `missing_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`, `outcome_unknown`
        # @param team_id [String]
        # @param user_id [String] Id of the user
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::TeamMember]
        # @raise [Error]
        def add(team_id, user_id:, options: {})
          record(:TeamMember, 'POST', '/v1/teams/{team_id}/members', team_id, body: { user_id: }, options:)
        end

        # List the members of a team
        #
        # Requires the scope `users:read`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param team_id [String]
        # @param role [Array<String>] Role of the user; several are separated by commas
        # @param status [Array<String>] Status of the user; several are separated by commas
        # @param page [Integer] Page number, starting at 1
        # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
        # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
        # @param sort [String] Field to sort by
        # @param order [String] Sort direction
        # @param options [Hash] see {Core::CallOptions}
        # @return [Page]
        # @raise [Error]
        def list(
          team_id, role: OMIT, status: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT,
          options: {}
        )
          page(
            :TeamMember, :PageMeta, '/v1/teams/{team_id}/members', team_id,
            query: { role:, status:, page:, per_page:, cursor:, sort:, order: }, options:
          )
        end

        # Remove a user from a team
        #
        # Only admins, and API keys, can have the scope. Returns 403 for test keys, because live and test mode share
        # teams.
        #
        # Requires the scope `users:write`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `mode_forbidden`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param team_id [String]
        # @param user_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Response]
        # @raise [Error]
        def remove(team_id, user_id, options: {})
          nothing('DELETE', '/v1/teams/{team_id}/members/{user_id}', team_id, user_id, options:)
        end
      end
    end
  end
end
