# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/mailboxes`.
    class Mailboxes < Core::Resource
      # @return [Probe]
      def probe = Probe.new(@requester)

      # Create a mailbox
      #
      # Replies of users leave through it in the conversations that have its id as `mailbox_id`. In test mode only the
      # transport `sandbox` is possible, which sends nothing. A workspace can have 100 mailboxes in each mode; beyond
      # that, `too_many_items` is returned. Emits `mailbox.connected`.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param name [String] Display name
      # @param address [String] Address of the mailbox, from which replies are sent. It belongs to one mailbox of the
      #   installation
      # @param transport [Hash] How mails leave. An update replaces all of it: what it leaves out has its default.
      #   Secrets alone are kept if they are left out, while host, port, encryption, user and application stay the same;
      #   otherwise they have to be given again: another server must not get them: `type`, `host`, `port`, `security`,
      #   `authentication`, `username`, `password`, `oauth_provider`, `client_id`, `client_secret`, `tenant_id`,
      #   `refresh_token`, `imap_host`, `imap_port`, `imap_security`, `after_receiving`
      # @param inbox_id [String, nil] Id of the inbox whose conversations have this mailbox by default, or null
      # @param from_name [String, nil] Name beside the address of the sender; by default that of the user who replies
      # @param signature [String, nil] Text below each reply, or null
      # @param send_delay [Integer] Seconds for which a reply waits, and within which its redaction cancels it
      # @param on_unknown [String] What becomes of a mail that was handed over without an answer of the server. `hold`:
      #   it stays `unknown`; `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may arrive
      #   twice
      # @param subaddressing [Boolean] Whether the server delivers mail to `support+anything@example.com` to this
      #   mailbox, as Google and Microsoft 365 do. Answers then go to an address with a token, by which they find their
      #   conversation; a server that does not would refuse them
      # @param aliases [Array<String>] Further addresses of the mailbox
      # @param limits [Hash] How fast mails leave: by default 600 a minute, without a limit for a day, over 2
      #   connections. Ask your provider for its limits: `per_minute`, `per_day`, `concurrency`
      # @param acknowledgement [Hash] The automatic answer to the first mail of a conversation, once a day for each
      #   address, and only where the domain of the sender proves that it sent the mail. It has neither the subject nor
      #   the text of that mail. Off by default: `enabled`, `text`
      # @param authserv_id [String, nil] The id that your mail server or provider writes into `Authentication-Results`
      #   of the mails that it takes, or null. With it, the topmost such field with this id proves the sender of a mail
      #   that is fetched, or comes by LMTP or from a provider; without it, a signature (DKIM) alone does. The server
      #   has to remove fields with its id that others have written (RFC 8601 section 5)
      # @param receiving [Hash, nil] How a provider hands over mails that arrive, or null. A secret that is left out is
      #   kept while `type` stays the same; the URL is another one after another type or null: `type`, `password`,
      #   `signing_key`, `topic_arn`
      # @param import [Hash, nil] Imports the mails that are in the inbox of the IMAP server already, as closed
      #   conversations with the dates of the mails. Nothing is sent, and the conversations and messages have no events.
      #   What was imported before is not imported again. Null ends it, and keeps what was imported. Only for the
      #   transport `imap_smtp`: `since`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Mailbox]
      # @raise [Error]
      def create(
        name:, address:, transport:, inbox_id: OMIT, from_name: OMIT, signature: OMIT, send_delay: OMIT,
        on_unknown: OMIT, subaddressing: OMIT, aliases: OMIT, limits: OMIT, acknowledgement: OMIT, authserv_id: OMIT,
        receiving: OMIT, import: OMIT, options: {}
      )
        record(
          :Mailbox, 'POST', '/v1/mailboxes',
          body: {
            name:, inbox_id:, address:, from_name:, signature:, send_delay:, on_unknown:, subaddressing:, aliases:,
            limits:, acknowledgement:, transport:, authserv_id:, receiving:, import:
          },
          options:
        )
      end

      # List mailboxes
      #
      # Requires the scope `conversations:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param status [Array<String>] Status: `connected`, `disconnected` or `disabled`; several are separated by commas
      # @param inbox [Array<String>] Id of the inbox, or `none`; several are separated by commas
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        status: OMIT, inbox: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :Mailbox, :PageMeta, '/v1/mailboxes', query: { status:, inbox:, page:, per_page:, cursor:, sort:, order: },
          options:
        )
      end

      # Delete a mailbox
      #
      # What waits is not sent: its messages are `failed`. Conversations keep their messages, and their `mailbox_id`
      # becomes null shortly after, with `conversation.updated`.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param mailbox_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(mailbox_id, options: {})
        nothing('DELETE', '/v1/mailboxes/{mailbox_id}', mailbox_id, options:)
      end

      # Retrieve a mailbox
      #
      # Requires the scope `conversations:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param mailbox_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Mailbox, NotModified]
      # @raise [Error]
      def get(mailbox_id, options: {})
        record(:Mailbox, 'GET', '/v1/mailboxes/{mailbox_id}', mailbox_id, options:)
      end

      # Update a mailbox
      #
      # Changes only the fields that are sent; `transport`, `receiving`, `import`, `limits` and `acknowledgement` as a
      # whole. The same `import` again begins one that is completed anew. What waits is sent with the new transport.
      # Emits `mailbox.connected` if the status becomes `connected`.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `missing_parameter`, `too_many_items`, `unknown_parameter`, `duplicate_value`,
      # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param mailbox_id [String]
      # @param name [String] Display name
      # @param inbox_id [String, nil] Id of the inbox whose conversations have this mailbox by default, or null
      # @param address [String] Address of the mailbox, from which replies are sent. It belongs to one mailbox of the
      #   installation
      # @param from_name [String, nil] Name beside the address of the sender; by default that of the user who replies
      # @param signature [String, nil] Text below each reply, or null
      # @param send_delay [Integer] Seconds for which a reply waits, and within which its redaction cancels it
      # @param on_unknown [String] What becomes of a mail that was handed over without an answer of the server. `hold`:
      #   it stays `unknown`; `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may arrive
      #   twice
      # @param subaddressing [Boolean] Whether the server delivers mail to `support+anything@example.com` to this
      #   mailbox, as Google and Microsoft 365 do. Answers then go to an address with a token, by which they find their
      #   conversation; a server that does not would refuse them
      # @param aliases [Array<String>] Further addresses of the mailbox
      # @param limits [Hash] How fast mails leave: by default 600 a minute, without a limit for a day, over 2
      #   connections. Ask your provider for its limits: `per_minute`, `per_day`, `concurrency`
      # @param acknowledgement [Hash] The automatic answer to the first mail of a conversation, once a day for each
      #   address, and only where the domain of the sender proves that it sent the mail. It has neither the subject nor
      #   the text of that mail. Off by default: `enabled`, `text`
      # @param transport [Hash] How mails leave. An update replaces all of it: what it leaves out has its default.
      #   Secrets alone are kept if they are left out, while host, port, encryption, user and application stay the same;
      #   otherwise they have to be given again: another server must not get them: `type`, `host`, `port`, `security`,
      #   `authentication`, `username`, `password`, `oauth_provider`, `client_id`, `client_secret`, `tenant_id`,
      #   `refresh_token`, `imap_host`, `imap_port`, `imap_security`, `after_receiving`
      # @param authserv_id [String, nil] The id that your mail server or provider writes into `Authentication-Results`
      #   of the mails that it takes, or null. With it, the topmost such field with this id proves the sender of a mail
      #   that is fetched, or comes by LMTP or from a provider; without it, a signature (DKIM) alone does. The server
      #   has to remove fields with its id that others have written (RFC 8601 section 5)
      # @param receiving [Hash, nil] How a provider hands over mails that arrive, or null. A secret that is left out is
      #   kept while `type` stays the same; the URL is another one after another type or null: `type`, `password`,
      #   `signing_key`, `topic_arn`
      # @param import [Hash, nil] Imports the mails that are in the inbox of the IMAP server already, as closed
      #   conversations with the dates of the mails. Nothing is sent, and the conversations and messages have no events.
      #   What was imported before is not imported again. Null ends it, and keeps what was imported. Only for the
      #   transport `imap_smtp`: `since`
      # @param status [String] `disabled` holds mails back, for three days at most; `connected` tries again at once
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Mailbox]
      # @raise [Error]
      def update(
        mailbox_id, name: OMIT, inbox_id: OMIT, address: OMIT, from_name: OMIT, signature: OMIT, send_delay: OMIT,
        on_unknown: OMIT, subaddressing: OMIT, aliases: OMIT, limits: OMIT, acknowledgement: OMIT, transport: OMIT,
        authserv_id: OMIT, receiving: OMIT, import: OMIT, status: OMIT, options: {}, &change
      )
        return edit([mailbox_id], options, &change) if change

        record(
          :Mailbox, 'PATCH', '/v1/mailboxes/{mailbox_id}', mailbox_id,
          body: {
            name:, inbox_id:, address:, from_name:, signature:, send_delay:, on_unknown:, subaddressing:, aliases:,
            limits:, acknowledgement:, transport:, authserv_id:, receiving:, import:, status:
          },
          options:
        )
      end

      # Test a mailbox
      #
      # Resolves the name of the server, connects, signs in, sends a mail from the mailbox to itself, and tells whether
      # mails are signed in the name of a verified sending domain. Where the mailbox fetches its mails it also opens the
      # inbox, with `imap_smtp` after signing in at the IMAP server (`receiving`). Returns 200 whatever the outcome;
      # look at `checks`. A test that passes connects a mailbox that was disconnected. Where the mailbox receives its
      # mails, `probe` tells what is known of the way back, at most once a minute anew; read it until it is no longer
      # `pending`, which takes two minutes at most.
      #
      # Requires the scope `mailboxes:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param mailbox_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::MailboxTestResult]
      # @raise [Error]
      def test(mailbox_id, options: {})
        record(:MailboxTestResult, 'POST', '/v1/mailboxes/{mailbox_id}/test', mailbox_id, options:)
      end

      # Operations at `/v1/mailboxes/{mailbox_id}/probe`.
      class Probe < Core::Resource
        # Retrieve the last probe of a mailbox
        #
        # Tells whether the mails of the last test have come back, whether subaddresses work, and what the way back has
        # changed. While subaddresses do not work, answers go to the plain address, whatever `subaddressing` says.
        #
        # Requires the scope `mailboxes:manage`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`
        # @param mailbox_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::MailboxProbe, NotModified]
        # @raise [Error]
        def get(mailbox_id, options: {})
          record(:MailboxProbe, 'GET', '/v1/mailboxes/{mailbox_id}/probe', mailbox_id, options:)
        end
      end
    end
  end
end
