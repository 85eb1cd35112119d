# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/contact_forms`.
    class ContactForms < Core::Resource
      # Create a contact_form
      #
      # A form on a web site that is sent to its `url` makes a conversation with the channel `form`; see the guide. A
      # workspace can have 100 forms in each mode; beyond that, `too_many_items` is returned.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param name [String] Display name; mails that ask for a confirmation show it
      # @param allowed_origins [Array<String>] Origins of the pages that have the form; a submission from a page of
      #   another one, or that tells none, is refused. Empty allows all
      # @param redirect_url [String, nil] URL of the page that browsers are sent to once the message is received, or
      #   null for a plain page
      # @param inbox_id [String, nil] Id of the inbox of its conversations, or null
      # @param mailbox_id [String, nil] Id of the mailbox through which replies leave, or null: then replies are
      #   recorded, not sent
      # @param confirmation [Boolean] Whether a message waits until its sender confirms its address by a link that is
      #   mailed to it. Without it, anybody can write in the name of anybody. In live mode it needs a mailbox of the
      #   installation
      # @param tags [Array<String>] Names of the tags of its conversations, at most 50
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::ContactForm]
      # @raise [Error]
      def create(
        name:, allowed_origins: OMIT, redirect_url: OMIT, inbox_id: OMIT, mailbox_id: OMIT, confirmation: OMIT,
        tags: OMIT, options: {}
      )
        record(
          :ContactForm, 'POST', '/v1/contact_forms',
          body: { name:, allowed_origins:, redirect_url:, inbox_id:, mailbox_id:, confirmation:, tags: }, options:
        )
      end

      # List contact forms
      #
      # Requires the scope `conversations:read`.
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
          :ContactForm, :PageMeta, '/v1/contact_forms', query: { page:, per_page:, cursor:, sort:, order: }, options:
        )
      end

      # Delete a contact form
      #
      # Messages that wait for a confirmation are deleted with it. Its conversations stay.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param contact_form_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(contact_form_id, options: {})
        nothing('DELETE', '/v1/contact_forms/{contact_form_id}', contact_form_id, options:)
      end

      # Retrieve a contact form
      #
      # Requires the scope `conversations:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param contact_form_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::ContactForm, NotModified]
      # @raise [Error]
      def get(contact_form_id, options: {})
        record(:ContactForm, 'GET', '/v1/contact_forms/{contact_form_id}', contact_form_id, options:)
      end

      # Update a contact form
      #
      # Changes only the fields that are sent; `allowed_origins` and `tags` as a whole. Messages that wait for a
      # confirmation still do.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `too_many_items`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param contact_form_id [String]
      # @param name [String] Display name; mails that ask for a confirmation show it
      # @param allowed_origins [Array<String>] Origins of the pages that have the form; a submission from a page of
      #   another one, or that tells none, is refused. Empty allows all
      # @param redirect_url [String, nil] URL of the page that browsers are sent to once the message is received, or
      #   null for a plain page
      # @param inbox_id [String, nil] Id of the inbox of its conversations, or null
      # @param mailbox_id [String, nil] Id of the mailbox through which replies leave, or null: then replies are
      #   recorded, not sent
      # @param confirmation [Boolean] Whether a message waits until its sender confirms its address by a link that is
      #   mailed to it. Without it, anybody can write in the name of anybody. In live mode it needs a mailbox of the
      #   installation
      # @param tags [Array<String>] Names of the tags of its conversations, at most 50
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::ContactForm]
      # @raise [Error]
      def update(
        contact_form_id, name: OMIT, allowed_origins: OMIT, redirect_url: OMIT, inbox_id: OMIT, mailbox_id: OMIT,
        confirmation: OMIT, tags: OMIT, options: {}, &change
      )
        return edit([contact_form_id], options, &change) if change

        record(
          :ContactForm, 'PATCH', '/v1/contact_forms/{contact_form_id}', contact_form_id,
          body: { name:, allowed_origins:, redirect_url:, inbox_id:, mailbox_id:, confirmation:, tags: }, options:
        )
      end

      # Rotate the key of a contact form
      #
      # The form has another URL from now on; submissions to the old one are answered 404.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param contact_form_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::ContactForm]
      # @raise [Error]
      def rotate_key(contact_form_id, options: {})
        record(:ContactForm, 'POST', '/v1/contact_forms/{contact_form_id}/key/rotate', contact_form_id, options:)
      end
    end
  end
end
