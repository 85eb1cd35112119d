# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/reports/{metric}`.
    class Reports < Core::Resource
      # Retrieve a report
      #
      # Measures the tickets or conversations of the mode of the credential. The points are in the order of time and
      # group: one for each interval, or for each interval and group that occurs, zeros included. What is counted has
      # the team, assignee, inbox and tags that the record had at that moment; a record with several tags is counted in
      # each. Reports follow changes within a second or so, and have at most 5000 points: more are 422. Merged and
      # deleted records are not counted. With `Accept: text/csv` the points are returned as CSV (RFC 4180).
      #
      # Requires the scope `tickets:read` or `conversations:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `invalid_parameter`, `missing_parameter`, `unknown_parameter`,
      # `rate_limit_exceeded`, `internal_error`, `service_unavailable`
      # @param metric [String]
      # @param resource [String] What is counted: tickets or conversations
      # @param by [String] What the records are grouped by; `channel` groups conversations alone
      # @param interval [String] Length of the intervals: hours, days or weeks (from Monday) of the time zone
      # @param occurred_after [String, Time] Start of the report (inclusive), 30 days before its end by default
      # @param occurred_before [String, Time] End of the report (exclusive), now by default
      # @param time_zone [String] Time zone of the intervals (IANA); that of the workspace by default
      # @param options [Hash] see {Core::CallOptions}
      # @return [Result]
      # @raise [Error]
      def get(
        metric, resource:, by: OMIT, interval: OMIT, occurred_after: OMIT, occurred_before: OMIT, time_zone: OMIT,
        options: {}
      )
        result(
          :ReportPoint, :ReportMeta, 'GET', '/v1/reports/{metric}', metric,
          query: { resource:, by:, interval:, occurred_after:, occurred_before:, time_zone: }, options:
        )
      end
    end
  end
end
