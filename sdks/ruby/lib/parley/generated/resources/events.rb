# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/events`.
    class Events < Core::Resource
      # List events
      #
      # Returns the events of the last 30 days as webhooks receive them, whether or not a webhook is subscribed to them,
      # newest first by default. Each requires the scope that reads its records, such as `tickets:read` for `ticket.*`:
      # other events are left out, and an `event` that names only such events returns 403.
      #
      # Events are in the order in which they were logged, usually within a second of their `timestamp`. To follow them,
      # list with `order=asc` and continue with `meta.resume_cursor`: it misses no event that is logged late, and
      # repeats those of the last minute, which have the same `id`.
      #
      # Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage` or
      # `tickets:read` or `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param event [Array<String>] Event type, or a prefix like `ticket.*`; several are separated by commas
      # @param resource [Array<String>] Id of the record that the events are about; several are separated by commas
      # @param actor_credential [Array<String>] Id of the credential that caused the event, as in `actor.credential.id`;
      #   several are separated by commas
      # @param actor_credential_not [Array<String>] Id of a credential whose events are left out, such as the own one;
      #   several are separated by commas
      # @param created_after [String, Time] Earliest `timestamp` (inclusive)
      # @param created_before [String, Time] Latest `timestamp` (exclusive)
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        event: OMIT, resource: OMIT, actor_credential: OMIT, actor_credential_not: OMIT, created_after: OMIT,
        created_before: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :LoggedEvent, :PageMeta, '/v1/events',
          query: {
            event:, resource:, actor_credential:, actor_credential_not:, created_after:, created_before:, page:,
            per_page:, cursor:, sort:, order:
          },
          options:
        )
      end

      # Stream events
      #
      # Sends the events of the event log as Server-Sent Events as they are logged, usually within a second of their
      # `timestamp`. The `data` of each is an event as `GET /v1/events` returns it. Filters and scopes are those of that
      # list.
      #
      # The `id` of each Server-Sent Event is its position in the log. A client that reconnects with it in
      # `Last-Event-ID`, as `EventSource` does by itself, receives every event behind it once, for as long as the log
      # goes back: 30 days. `0` starts with the oldest event; without a position the stream starts with the next one. A
      # position that is not of this log returns 400, and one that is older than the log returns 422 `position_expired`.
      #
      # With `presence=true` it also tells which users read a conversation or write in it: each report, and at the
      # beginning those that last, as a message of the name `presence` (`event: presence`) without `id`, whose `data` is
      # a `Presence`.
      #
      # A stream ends when its credential expires, is revoked or changes its scopes, when the client reads too slowly,
      # and when the server shuts down: reconnect. Too many streams of a workspace or a credential return 429. Opening
      # one counts as a request. Lines that begin with a colon keep the connection open and have no meaning.
      #
      # Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage` or
      # `tickets:read` or `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `position_expired`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`
      # @param event [Array<String>] Event type, or a prefix like `ticket.*`; several are separated by commas
      # @param resource [Array<String>] Id of the record that the events are about; several are separated by commas
      # @param actor_credential [Array<String>] Id of the credential that caused the event, as in `actor.credential.id`;
      #   several are separated by commas
      # @param actor_credential_not [Array<String>] Id of a credential whose events are left out, such as the own one;
      #   several are separated by commas
      # @param last_event_id [String] The same as the header `Last-Event-ID`, which wins, for clients that cannot set it
      # @param presence [String] Whether users in conversations are told too; requires `conversations:read`
      # @param options [Hash] see {Core::CallOptions}
      # @return [EventStream]
      # @raise [Error]
      def stream(
        event: OMIT, resource: OMIT, actor_credential: OMIT, actor_credential_not: OMIT, last_event_id: OMIT,
        presence: OMIT, options: {}
      )
        event_stream(
          '/v1/events/stream', last_event_id,
          query: { event:, resource:, actor_credential:, actor_credential_not:, presence: }, options:
        )
      end

      # Reads the records in the order of their changes, to keep a copy of them.
      # @param since [String, Time] the first run begins here
      # @param cursor [String, nil] `resume_cursor` of the last run
      # @param filters [Hash] those of {#list}, the same in each run
      # @param options [Hash] see {Core::CallOptions}
      # @return [Changes]
      def changes(since: OMIT, cursor: nil, options: {}, **filters)
        follow(cursor, { **filters, created_after: since, sort: 'logged_at' }, options)
      end
    end
  end
end
