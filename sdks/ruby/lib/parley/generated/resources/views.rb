# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/views`.
    class Views < Core::Resource
      # @return [Counts]
      def counts = Counts.new(@requester)

      # @return [Records]
      def records = Records.new(@requester)

      # Create a view
      #
      # A user can have 200 views in each mode; beyond that, `too_many_items` is returned. Views of a team are written
      # by its members and by admins, those of the workspace by admins and API keys.
      #
      # Requires the scope `views:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `role_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `too_many_items`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param name [String] Display name
      # @param resource [String] What a view lists: `ticket` or `conversation`
      # @param filter [Hash] Empty by default: `all`, `any`
      # @param sort [String] Field to sort by, one of those of the list of the resource
      # @param order [String] Sort direction
      # @param visibility [String] Who sees a view or a macro: its owner alone, the members of a team and admins, or all
      #   users of the workspace
      # @param team_id [String, nil] Id of the team that sees it, with `visibility: team`; otherwise null
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::View]
      # @raise [Error]
      def create(name:, resource:, filter: OMIT, sort: OMIT, order: OMIT, visibility: OMIT, team_id: OMIT, options: {})
        record(
          :View, 'POST', '/v1/views', body: { name:, filter:, sort:, order:, visibility:, team_id:, resource: },
          options:
        )
      end

      # List views
      #
      # Returns the views that the caller sees: its own ones, and those of its teams and of the workspace.
      #
      # Requires the scope `views:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param resource [Array<String>] Resource: `ticket` or `conversation`; several are separated by commas
      # @param visibility [Array<String>] Visibility: `private`, `team` or `workspace`; several are separated by commas
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        resource: OMIT, visibility: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :View, :PageMeta, '/v1/views', query: { resource:, visibility:, page:, per_page:, cursor:, sort:, order: },
          options:
        )
      end

      # Delete a view
      #
      # Views of a team are written by its members and by admins, those of the workspace by admins and API keys.
      #
      # Requires the scope `views:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `role_forbidden`, `not_found`, `precondition_failed`, `unknown_parameter`,
      # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param view_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(view_id, options: {})
        nothing('DELETE', '/v1/views/{view_id}', view_id, options:)
      end

      # Retrieve a view
      #
      # Requires the scope `views:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param view_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::View, NotModified]
      # @raise [Error]
      def get(view_id, options: {})
        record(:View, 'GET', '/v1/views/{view_id}', view_id, options:)
      end

      # Update a view
      #
      # Changes only the fields that are sent. Views of a team are written by its members and by admins, those of the
      # workspace by admins and API keys. Only its owner makes a view private.
      #
      # Requires the scope `views:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `role_forbidden`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`,
      # `invalid_parameter`, `read_only_parameter`, `unknown_parameter`, `too_many_items`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param view_id [String]
      # @param name [String] Display name
      # @param filter [Hash] Conditions on tickets or conversations; without any, all match: `all`, `any`
      # @param sort [String] Field to sort by, one of those of the list of the resource
      # @param order [String] Sort direction
      # @param visibility [String] Who sees a view or a macro: its owner alone, the members of a team and admins, or all
      #   users of the workspace
      # @param team_id [String, nil] Id of the team that sees it, with `visibility: team`; otherwise null
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::View]
      # @raise [Error]
      def update(
        view_id, name: OMIT, filter: OMIT, sort: OMIT, order: OMIT, visibility: OMIT, team_id: OMIT, options: {},
        &change
      )
        return edit([view_id], options, &change) if change

        record(
          :View, 'PATCH', '/v1/views/{view_id}', view_id,
          body: { name:, filter:, sort:, order:, visibility:, team_id: }, options:
        )
      end

      # Operations at `/v1/views/counts`.
      class Counts < Core::Resource
        # Count the records of views
        #
        # Counts the records of several views at once, each within a bounded number of them. Counts that are asked for
        # again within five minutes are kept, and follow the changes of records: seconds later, at the latest within a
        # minute. Views that the caller does not see are left out. Also requires the scopes that read the records,
        # `tickets:read` or `conversations:read`.
        #
        # Requires the scope `views:read`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `invalid_parameter`, `missing_parameter`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param ids [Array<String>] Ids of the views, at most 100; several are separated by commas
        # @param options [Hash] see {Core::CallOptions}
        # @return [Result]
        # @raise [Error]
        def get(ids:, options: {})
          result(:ViewCount, :ViewCountsMeta, 'GET', '/v1/views/counts', query: { ids: }, options:)
        end
      end

      # Operations at `/v1/views/{view_id}/records`.
      class Records < Core::Resource
        # List the records of a view
        #
        # Returns the tickets or conversations that match the filter of the view at the moment, as the list of its
        # resource does; `me` is the user of the credential. Also requires the scope that reads them, `tickets:read` or
        # `conversations:read`.
        #
        # Requires the scope `views:read`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param view_id [String]
        # @param page [Integer] Page number, starting at 1
        # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
        # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
        # @param sort [String] Field to sort by; that of the view by default
        # @param order [String] Sort direction; that of the view by default
        # @param options [Hash] see {Core::CallOptions}
        # @return [Page]
        # @raise [Error]
        def list(view_id, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
          page(
            { ticket: :Ticket, conv: :Conversation }, :PageMeta, '/v1/views/{view_id}/records', view_id,
            query: { page:, per_page:, cursor:, sort:, order: }, options:
          )
        end
      end
    end
  end
end
