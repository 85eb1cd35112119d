# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/macros`.
    class Macros < Core::Resource
      # Apply a macro
      #
      # Renders the text for a ticket or a conversation, posts it as the caller, and applies the actions, all or
      # nothing; a text that renders to nothing is not posted. `preview` answers the same and changes nothing. Requires
      # the scope that reads the record, `tickets:read` or `conversations:read`, and `contacts:read` for a text with the
      # company or custom fields of the contact. Without `preview` also `tickets:write` for actions on a ticket, and
      # `conversations:write` for messages and for actions on a conversation. What the macro names and does not exist
      # any more is a 422, whose `param` is the path in the macro. A text for a ticket without a conversation begins
      # one, which takes a contact. Emits the events of the message and of the update.
      #
      # Requires the scope `macros:read`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param macro_id [String]
      # @param conversation_id [String, nil] Id of the conversation to apply it to; required without `ticket_id`
      # @param ticket_id [String, nil] Id of the ticket to apply it to; required without `conversation_id`
      # @param preview [Boolean] Whether to answer what would happen, and change nothing
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::MacroApplication]
      # @raise [Error]
      def apply(macro_id, conversation_id: OMIT, ticket_id: OMIT, preview: OMIT, options: {})
        record(
          :MacroApplication, 'POST', '/v1/macros/{macro_id}/apply', macro_id,
          body: { conversation_id:, ticket_id:, preview: }, options:
        )
      end

      # Create a macro
      #
      # A user can have 500 macros in each mode; beyond that, `too_many_items` is returned. Macros of a team are written
      # by its members and by admins, those of the workspace by admins and API keys. Users, teams and tags that
      # `actions` name must exist: the path of one that does not is `actions.team_id` or `actions.add_tags[0]`.
      #
      # Requires the scope `macros:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `role_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `too_many_items`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param name [String] Display name
      # @param body [String, nil] Text of the message, or null for a macro without one. `{\{contact.first_name|there}}`
      #   is a variable, with the text that stands in for an empty value; without one an empty value leaves nothing.
      #   Rendered, it is plain text
      # @param message_type [String] What the text of a macro becomes: a `reply` to the contact, or an internal `note`
      # @param actions [Hash] Empty by default: `status`, `priority`, `assignee_id`, `team_id`, `add_tags`,
      #   `remove_tags`, `snooze_for`
      # @param visibility [String] Who sees a view or a macro: its owner alone, the members of a team and admins, or all
      #   users of the workspace
      # @param team_id [String, nil] Id of the team that sees it, with `visibility: team`; otherwise null
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Macro]
      # @raise [Error]
      def create(name:, body: OMIT, message_type: OMIT, actions: OMIT, visibility: OMIT, team_id: OMIT, options: {})
        record(
          :Macro, 'POST', '/v1/macros', body: { name:, body:, message_type:, actions:, visibility:, team_id: }, options:
        )
      end

      # List macros
      #
      # Returns the macros that the caller sees: its own ones, and those of its teams and of the workspace.
      #
      # Requires the scope `macros:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param visibility [Array<String>] Visibility: `private`, `team` or `workspace`; several are separated by commas
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(visibility: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
        page(
          :Macro, :PageMeta, '/v1/macros', query: { visibility:, page:, per_page:, cursor:, sort:, order: }, options:
        )
      end

      # Delete a macro
      #
      # Macros of a team are written by its members and by admins, those of the workspace by admins and API keys.
      #
      # Requires the scope `macros:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `role_forbidden`, `not_found`, `precondition_failed`, `unknown_parameter`,
      # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param macro_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(macro_id, options: {})
        nothing('DELETE', '/v1/macros/{macro_id}', macro_id, options:)
      end

      # Retrieve a macro
      #
      # Requires the scope `macros:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param macro_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Macro, NotModified]
      # @raise [Error]
      def get(macro_id, options: {})
        record(:Macro, 'GET', '/v1/macros/{macro_id}', macro_id, options:)
      end

      # Update a macro
      #
      # Changes only the fields that are sent; `actions` are replaced. Macros of a team are written by its members and
      # by admins, those of the workspace by admins and API keys. Only its owner makes a macro private. Users, teams and
      # tags that `actions` name must exist: the path of one that does not is `actions.team_id` or
      # `actions.add_tags[0]`.
      #
      # Requires the scope `macros:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `role_forbidden`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`,
      # `invalid_parameter`, `read_only_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param macro_id [String]
      # @param name [String] Display name
      # @param body [String, nil] Text of the message, or null for a macro without one. `{\{contact.first_name|there}}`
      #   is a variable, with the text that stands in for an empty value; without one an empty value leaves nothing.
      #   Rendered, it is plain text
      # @param message_type [String] What the text of a macro becomes: a `reply` to the contact, or an internal `note`
      # @param actions [Hash] What a macro changes in a record; what is left out stays: `status`, `priority`,
      #   `assignee_id`, `team_id`, `add_tags`, `remove_tags`, `snooze_for`
      # @param visibility [String] Who sees a view or a macro: its owner alone, the members of a team and admins, or all
      #   users of the workspace
      # @param team_id [String, nil] Id of the team that sees it, with `visibility: team`; otherwise null
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Macro]
      # @raise [Error]
      def update(
        macro_id, name: OMIT, body: OMIT, message_type: OMIT, actions: OMIT, visibility: OMIT, team_id: OMIT,
        options: {}, &change
      )
        return edit([macro_id], options, &change) if change

        record(
          :Macro, 'PATCH', '/v1/macros/{macro_id}', macro_id,
          body: { name:, body:, message_type:, actions:, visibility:, team_id: }, options:
        )
      end
    end
  end
end
