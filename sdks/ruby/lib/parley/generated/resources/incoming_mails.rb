# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/incoming_mails`.
    class IncomingMails < Core::Resource
      # Receive a mail in a sandbox
      #
      # Has a sandbox receive a mail, as if it had arrived: it is read soon, and what becomes of it is what would become
      # of it in a mailbox. Only for a mailbox with the transport `sandbox`.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `file_too_large`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param mailbox_id [String] Id of the mailbox
      # @param source [String] The mail with its header fields (RFC 5322)
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::IncomingMail]
      # @raise [Error]
      def create(mailbox_id:, source:, options: {})
        record(:IncomingMail, 'POST', '/v1/incoming_mails', body: { mailbox_id:, source: }, options:)
      end

      # List incoming mails
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param status [Array<String>] Status: `stored`, `importing`, `delivered`, `quarantined`, `ignored`, `failed` or
      #   `discarded`; several are separated by commas
      # @param mailbox [Array<String>] Id of the mailbox, or `none`; several are separated by commas
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        status: OMIT, mailbox: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :IncomingMail, :PageMeta, '/v1/incoming_mails',
          query: { status:, mailbox:, page:, per_page:, cursor:, sort:, order: }, options:
        )
      end

      # Discard an incoming mail
      #
      # The mail and its source are deleted, and a copy of it that arrives later is ignored. Only for one with the
      # status `quarantined` or `failed`; others are returned as they are.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param incoming_mail_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::IncomingMail]
      # @raise [Error]
      def discard(incoming_mail_id, options: {})
        record(:IncomingMail, 'POST', '/v1/incoming_mails/{incoming_mail_id}/discard', incoming_mail_id, options:)
      end

      # Retrieve an incoming mail
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param incoming_mail_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::IncomingMail, NotModified]
      # @raise [Error]
      def get(incoming_mail_id, options: {})
        record(:IncomingMail, 'GET', '/v1/incoming_mails/{incoming_mail_id}', incoming_mail_id, options:)
      end

      # Release a mail from quarantine
      #
      # The mail becomes a message soon, unless it cannot be read or no contact can be made of its sender: it is held
      # back again then. If it was held back as `spam` or `flood`, its sender gets a sender rule that allows it. Only
      # for one with the status `quarantined`; others are returned as they are.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param incoming_mail_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::IncomingMail]
      # @raise [Error]
      def release(incoming_mail_id, options: {})
        record(:IncomingMail, 'POST', '/v1/incoming_mails/{incoming_mail_id}/release', incoming_mail_id, options:)
      end

      # Retry an incoming mail
      #
      # The mail is read again. Only for one with the status `failed`; others are returned as they are. Refused for a
      # mail without a source, such as one that is too large: it is at its mail server.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param incoming_mail_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::IncomingMail]
      # @raise [Error]
      def retry(incoming_mail_id, options: {})
        record(:IncomingMail, 'POST', '/v1/incoming_mails/{incoming_mail_id}/retry', incoming_mail_id, options:)
      end
    end
  end
end
