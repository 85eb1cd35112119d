# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/jobs`.
    class Jobs < Core::Resource
      # @return [Results]
      def results = Results.new(@requester)

      # Cancel a job
      #
      # Stops the job after the records that it is changing. What it has changed stays. A job that is finished is not
      # changed.
      #
      # Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param job_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Job]
      # @raise [Error]
      def cancel(job_id, options: {})
        record(:Job, 'POST', '/v1/jobs/{job_id}/cancel', job_id, options:)
      end

      # Create a job
      #
      # Updates many records in the background, each as a bulk update does, with its events. Requires the scope that
      # writes the resource, and with `filter` also the one that reads it. The update is checked at once: what no record
      # could take is a 422. At most 50000 records may match: a job with more fails with `too_many_records` before it
      # changes anything. A workspace has at most 5 jobs in each mode that are not finished; beyond that,
      # `too_many_items` is returned. Jobs and their results are kept for 30 days.
      #
      # Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param resource [String] What a job changes: `ticket`, `conversation` or `contact`
      # @param update [Hash] Fields to change in every record, as in the bulk update of the resource; 64 KiB as JSON at
      #   most
      # @param ids [Array<String>, nil] Ids of the records, at most 5000; duplicates are ignored. Required without
      #   `filter`
      # @param filter [Hash, nil] The records that match when the job begins, as in views; tickets and conversations
      #   only. Required without `ids`: `all`, `any`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Job]
      # @raise [Error]
      def create(resource:, update:, ids: OMIT, filter: OMIT, options: {})
        record(:Job, 'POST', '/v1/jobs', body: { resource:, ids:, filter:, update: }, options:)
      end

      # List jobs
      #
      # Returns the jobs of the last 30 days, newest first by default. Jobs are seen by the user who made them, and by
      # admins and API keys.
      #
      # Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param resource [Array<String>] Resource: `ticket`, `conversation` or `contact`; several are separated by commas
      # @param status [Array<String>] Status of the job; several are separated by commas
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        resource: OMIT, status: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :Job, :PageMeta, '/v1/jobs', query: { resource:, status:, page:, per_page:, cursor:, sort:, order: }, options:
        )
      end

      # Retrieve a job
      #
      # Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param job_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Job, NotModified]
      # @raise [Error]
      def get(job_id, options: {})
        record(:Job, 'GET', '/v1/jobs/{job_id}', job_id, options:)
      end

      # Operations at `/v1/jobs/{job_id}/results`.
      class Results < Core::Resource
        # List the results of a job
        #
        # Returns a result for each record of the job.
        #
        # Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param job_id [String]
        # @param status [Array<String>] Result: `pending`, `updated`, `unchanged` or `failed`; several are separated by
        #   commas
        # @param page [Integer] Page number, starting at 1
        # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
        # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
        # @param sort [String] Field to sort by
        # @param order [String] Sort direction
        # @param options [Hash] see {Core::CallOptions}
        # @return [Page]
        # @raise [Error]
        def list(job_id, status: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
          page(
            :JobResult, :PageMeta, '/v1/jobs/{job_id}/results', job_id,
            query: { status:, page:, per_page:, cursor:, sort:, order: }, options:
          )
        end
      end
    end
  end
end
