# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/users`.
    class Users < Core::Resource
      # Create a user
      #
      # Only admins, and API keys, can have the scope. Returns a link on which the person chooses a password, which
      # makes them active. It is mailed to them where the installation sends such mails; otherwise pass it on. It works
      # once, within seven days, unless the credential that made it is revoked first. Inviting an address again of a
      # user who has not chosen a password changes that user and ends the link before. Returns 403 for test keys,
      # because live and test mode share users.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `mode_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param name [String] Full name
      # @param email [String] E-mail address
      # @param role [String] Role, which limits what the user and their tokens may do
      # @param avatar_url [String, nil] URL of the profile picture (http or https), or null
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::InvitedUser]
      # @raise [Error]
      def create(name:, email:, role: OMIT, avatar_url: OMIT, options: {})
        record(:InvitedUser, 'POST', '/v1/users', body: { name:, role:, avatar_url:, email: }, options:)
      end

      # List users
      #
      # Requires the scope `users:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
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
      def list(role: OMIT, status: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
        page(
          :User, :PageMeta, '/v1/users', query: { role:, status:, page:, per_page:, cursor:, sort:, order: }, options:
        )
      end

      # Retrieve a user
      #
      # Requires the scope `users:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param user_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::User, NotModified]
      # @raise [Error]
      def get(user_id, options: {})
        record(:User, 'GET', '/v1/users/{user_id}', user_id, options:)
      end

      # Update a user
      #
      # Only admins, and API keys, can have the scope. Changes only the fields that are sent; a new role or status
      # applies from the next request of the user. Returns 422 if the last active admin of the workspace would be
      # demoted or deactivated, and 403 for test keys, because live and test mode share users. Inviting is the only way
      # to the status `invited`; deactivating an invited user, or another address, ends the link, and only another
      # invitation brings a deactivated one back.
      #
      # Requires the scope `users:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `mode_forbidden`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`,
      # `invalid_parameter`, `read_only_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param user_id [String]
      # @param name [String] Full name
      # @param role [String] Role, which limits what the user and their tokens may do
      # @param avatar_url [String, nil] URL of the profile picture (http or https), or null
      # @param email [String] E-mail address, with which the user signs in
      # @param status [String] Account status. Users are `invited` until they have chosen a password; only `active` ones
      #   can sign in and be assigned
      # @param availability [Hash] Whether the user takes records; users change their own by `PATCH /v1/me`: `status`,
      #   `until`, `capacity`
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::User]
      # @raise [Error]
      def update(
        user_id, name: OMIT, role: OMIT, avatar_url: OMIT, email: OMIT, status: OMIT, availability: OMIT, options: {},
        &change
      )
        return edit([user_id], options, &change) if change

        record(
          :User, 'PATCH', '/v1/users/{user_id}', user_id,
          body: { name:, role:, avatar_url:, email:, status:, availability: }, options:
        )
      end
    end
  end
end
