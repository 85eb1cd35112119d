# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/webhooks`.
    class Webhooks < Core::Resource
      # @return [Deliveries]
      def deliveries = Deliveries.new(@requester)

      # Replay failed deliveries
      #
      # Retries the failed deliveries of a time range, for example after an outage of your endpoint. Replays up to
      # 10,000, oldest first; repeat the request while `has_more` is true. Returns 422 if the webhook is disabled.
      #
      # Requires the scope `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param webhook_id [String]
      # @param created_after [String, Time] Earliest creation time (inclusive)
      # @param created_before [String, Time] Latest creation time (exclusive); the current time by default
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Recovery]
      # @raise [Error]
      def recover(webhook_id, created_after:, created_before: OMIT, options: {})
        record(
          :Recovery, 'POST', '/v1/webhooks/{webhook_id}/recover', webhook_id, body: { created_after:, created_before: },
          options:
        )
      end

      # Create a webhook
      #
      # Receives the events that occur from then on. Deliveries are signed as specified by Standard Webhooks. A secret
      # is generated if none is sent. The secret is returned only in this response. A workspace can have 50 webhooks in
      # each mode, or 500 on the plan `unlimited`; beyond that, `too_many_items` is returned.
      #
      # Requires the scope `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `too_many_items`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param url [String] URL of the endpoint (http or https) that receives POST requests
      # @param events [Array<String>] Event types, prefixes like `ticket.*`, or `*`
      # @param description [String, nil] Note about the purpose of the webhook, or null
      # @param rate_limit [Integer, nil] Maximum delivery attempts per second, retries included; null means unlimited.
      #   Unused capacity of one second can be used as a burst
      # @param filter [Hash, nil] Conditions on the record of an event, which alone is delivered then; or null. All
      #   event types must be of one resource: `ticket`, `conversation` or `message`. The fields are those of views, for
      #   messages `message.type` and the like; after `previous.`, such as in `previous.status`, those of the record
      #   before the change. What has no whole record, such as a deletion, is always delivered: `all`, `any`
      # @param secret [String] Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to
      #   64 bytes
      # @param status [String] Status of the webhook; nothing is delivered while it is disabled
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::WebhookWithSecret]
      # @raise [Error]
      def create(
        url:, events:, description: OMIT, rate_limit: OMIT, filter: OMIT, secret: OMIT, status: OMIT, options: {}
      )
        record(
          :WebhookWithSecret, 'POST', '/v1/webhooks',
          body: { url:, description:, rate_limit:, filter:, events:, secret:, status: }, options:
        )
      end

      # List webhooks
      #
      # Requires the scope `webhooks:manage`.
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
        page(:Webhook, :PageMeta, '/v1/webhooks', query: { page:, per_page:, cursor:, sort:, order: }, options:)
      end

      # Delete a webhook
      #
      # Pending deliveries are cancelled.
      #
      # Requires the scope `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param webhook_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(webhook_id, options: {})
        nothing('DELETE', '/v1/webhooks/{webhook_id}', webhook_id, options:)
      end

      # Retrieve a webhook
      #
      # Requires the scope `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param webhook_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Webhook, NotModified]
      # @raise [Error]
      def get(webhook_id, options: {})
        record(:Webhook, 'GET', '/v1/webhooks/{webhook_id}', webhook_id, options:)
      end

      # Update a webhook
      #
      # Changes only the fields that are sent. `status: disabled` cancels pending deliveries; `status: enabled` resumes
      # with new events. The response contains the secret only if the request sets it.
      #
      # Requires the scope `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `too_many_items`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param webhook_id [String]
      # @param url [String] URL of the endpoint (http or https) that receives POST requests
      # @param description [String, nil] Note about the purpose of the webhook, or null
      # @param rate_limit [Integer, nil] Maximum delivery attempts per second, retries included; null means unlimited.
      #   Unused capacity of one second can be used as a burst
      # @param filter [Hash, nil] Conditions on the record of an event, which alone is delivered then; or null. All
      #   event types must be of one resource: `ticket`, `conversation` or `message`. The fields are those of views, for
      #   messages `message.type` and the like; after `previous.`, such as in `previous.status`, those of the record
      #   before the change. What has no whole record, such as a deletion, is always delivered: `all`, `any`
      # @param events [Array<String>] Event types, prefixes like `ticket.*`, or `*`
      # @param secret [String] Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to
      #   64 bytes
      # @param status [String] Status of the webhook; nothing is delivered while it is disabled
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::ChangedWebhook]
      # @raise [Error]
      def update(
        webhook_id, url: OMIT, description: OMIT, rate_limit: OMIT, filter: OMIT, events: OMIT, secret: OMIT,
        status: OMIT, options: {}, &change
      )
        return edit([webhook_id], options, &change) if change

        record(
          :ChangedWebhook, 'PATCH', '/v1/webhooks/{webhook_id}', webhook_id,
          body: { url:, description:, rate_limit:, filter:, events:, secret:, status: }, options:
        )
      end

      # Rotate the secret of a webhook
      #
      # For 24 hours, deliveries are signed with both the old and the new secret. To replace the secret immediately,
      # update the webhook with `secret` instead. The new secret is generated if none is sent, and is returned only in
      # this response.
      #
      # Requires the scope `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `unknown_parameter`,
      # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param webhook_id [String]
      # @param secret [String] Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to
      #   64 bytes
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::WebhookWithSecret]
      # @raise [Error]
      def rotate_secret(webhook_id, secret: OMIT, options: {})
        record(
          :WebhookWithSecret, 'POST', '/v1/webhooks/{webhook_id}/secret/rotate', webhook_id, body: { secret: }, options:
        )
      end

      # Send a test event
      #
      # Sends `webhook.test` to this webhook, even if it is disabled, and waits for the response of your endpoint.
      # Returns 200 even if your endpoint fails; check `success`.
      #
      # Requires the scope `webhooks:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param webhook_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::WebhookTestResult]
      # @raise [Error]
      def test(webhook_id, options: {})
        record(:WebhookTestResult, 'POST', '/v1/webhooks/{webhook_id}/test', webhook_id, options:)
      end

      # Operations at `/v1/webhooks/{webhook_id}/deliveries`.
      class Deliveries < Core::Resource
        # Retrieve a delivery
        #
        # Requires the scope `webhooks:manage`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`
        # @param webhook_id [String]
        # @param delivery_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::DeliveryWithAttempts, NotModified]
        # @raise [Error]
        def get(webhook_id, delivery_id, options: {})
          record(
            :DeliveryWithAttempts, 'GET', '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', webhook_id, delivery_id,
            options:
          )
        end

        # List the deliveries of a webhook
        #
        # Returns the deliveries of the last 30 days, newest first by default.
        #
        # Requires the scope `webhooks:manage`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param webhook_id [String]
        # @param status [Array<String>] Status of the delivery; several are separated by commas
        # @param event [Array<String>] Event type; several are separated by commas
        # @param created_after [String, Time] Earliest creation time (inclusive)
        # @param created_before [String, Time] Latest creation time (exclusive)
        # @param page [Integer] Page number, starting at 1
        # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
        # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
        # @param sort [String] Field to sort by
        # @param order [String] Sort direction
        # @param options [Hash] see {Core::CallOptions}
        # @return [Page]
        # @raise [Error]
        def list(
          webhook_id, status: OMIT, event: OMIT, created_after: OMIT, created_before: OMIT, page: OMIT, per_page: OMIT,
          cursor: OMIT, sort: OMIT, order: OMIT, options: {}
        )
          page(
            :Delivery, :PageMeta, '/v1/webhooks/{webhook_id}/deliveries', webhook_id,
            query: { status:, event:, created_after:, created_before:, page:, per_page:, cursor:, sort:, order: },
            options:
          )
        end

        # Retry a delivery
        #
        # Sends the same payload with the same `webhook-id` again, even if it was delivered. An attempt in progress is
        # not duplicated. If the attempt fails, the retry schedule starts over. Returns 422 if the webhook is disabled.
        #
        # Requires the scope `webhooks:manage`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
        # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param webhook_id [String]
        # @param delivery_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::Delivery]
        # @raise [Error]
        def retry(webhook_id, delivery_id, options: {})
          record(
            :Delivery, 'POST', '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', webhook_id, delivery_id,
            options:
          )
        end
      end
    end
  end
end
