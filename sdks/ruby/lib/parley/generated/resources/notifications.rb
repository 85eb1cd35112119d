# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/notifications`.
    class Notifications < Core::Resource
      # @return [Counts]
      def counts = Counts.new(@requester)

      # @return [Push]
      def push = Push.new(@requester)

      # @return [Settings]
      def settings = Settings.new(@requester)

      # @return [Devices]
      def devices = Devices.new(@requester)

      # Retrieve a notification
      #
      # They are those of the user of the credential; of an API key, the user is its creator.
      #
      # Requires the scope `notifications:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param notification_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::UserNotification, NotModified]
      # @raise [Error]
      def get(notification_id, options: {})
        record(:UserNotification, 'GET', '/v1/notifications/{notification_id}', notification_id, options:)
      end

      # Update a notification
      #
      # Marks a notification as read, or as unread. They are those of the user of the credential; of an API key, the
      # user is its creator.
      #
      # Requires the scope `notifications:manage`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
      # `outcome_unknown`
      # @param notification_id [String]
      # @param read [Boolean] Whether the user has read it
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::UserNotification]
      # @raise [Error]
      def update(notification_id, read: OMIT, options: {}, &change)
        return edit([notification_id], options, &change) if change

        record(
          :UserNotification, 'PATCH', '/v1/notifications/{notification_id}', notification_id, body: { read: }, options:
        )
      end

      # List notifications
      #
      # Returns the notifications of the user, newest first. They are those of the user of the credential; of an API
      # key, the user is its creator. They are kept for 90 days, the newest 1000 of a user in each mode, and no longer
      # than their record.
      #
      # Requires the scope `notifications:manage`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param read [String] Whether it was read: `true` or `false`
      # @param cause [Array<String>] Cause; several are separated by commas
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(read: OMIT, cause: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
        page(
          :UserNotification, :PageMeta, '/v1/notifications',
          query: { read:, cause:, page:, per_page:, cursor:, sort:, order: }, options:
        )
      end

      # Mark all notifications as read
      #
      # Marks every notification of the user as read that exists at the time. They are those of the user of the
      # credential; of an API key, the user is its creator.
      #
      # Requires the scope `notifications:manage`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::ReadNotifications]
      # @raise [Error]
      def read_all(options: {})
        record(:ReadNotifications, 'POST', '/v1/notifications/read_all', options:)
      end

      # Operations at `/v1/notifications/counts`.
      class Counts < Core::Resource
        # Count notifications
        #
        # Counts the unread notifications of the user. They are those of the user of the credential; of an API key, the
        # user is its creator.
        #
        # Requires the scope `notifications:manage`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::NotificationCounts, NotModified]
        # @raise [Error]
        def get(options: {})
          record(:NotificationCounts, 'GET', '/v1/notifications/counts', options:)
        end
      end

      # Operations at `/v1/notifications/push`.
      class Push < Core::Resource
        # Retrieve the push configuration
        #
        # Says whether the installation pushes notifications to browsers, and with which key (VAPID, RFC 8292). Test
        # mode pushes nothing.
        #
        # Requires the scope `notifications:manage`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::NotificationPush, NotModified]
        # @raise [Error]
        def get(options: {})
          record(:NotificationPush, 'GET', '/v1/notifications/push', options:)
        end
      end

      # Operations at `/v1/notifications/settings`.
      class Settings < Core::Resource
        # Retrieve the settings of notifications
        #
        # Returns where the notifications of the user arrive; by default in the list and on the devices. They are those
        # of the user of the credential; of an API key, the user is its creator.
        #
        # Requires the scope `notifications:manage`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::NotificationSettings, NotModified]
        # @raise [Error]
        def get(options: {})
          record(:NotificationSettings, 'GET', '/v1/notifications/settings', options:)
        end

        # Change the settings of notifications
        #
        # Changes only the channels that are sent, for notifications from now on. They are those of the user of the
        # credential; of an API key, the user is its creator.
        #
        # Requires the scope `notifications:manage`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `unknown_parameter`,
        # `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
        # @param assigned [Hash] Channels of the cause `assigned`: `in_app`, `push`, `mail`
        # @param mentioned [Hash] Channels of the cause `mentioned`: `in_app`, `push`, `mail`
        # @param reply [Hash] Channels of the cause `reply`: `in_app`, `push`, `mail`
        # @param sla_warning [Hash] Channels of the cause `sla_warning`: `in_app`, `push`, `mail`
        # @param woken [Hash] Channels of the cause `woken`: `in_app`, `push`, `mail`
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::NotificationSettings]
        # @raise [Error]
        def update(assigned: OMIT, mentioned: OMIT, reply: OMIT, sla_warning: OMIT, woken: OMIT, options: {})
          record(
            :NotificationSettings, 'PATCH', '/v1/notifications/settings',
            body: { assigned:, mentioned:, reply:, sla_warning:, woken: }, options:
          )
        end
      end

      # Operations at `/v1/notifications/devices`.
      class Devices < Core::Resource
        # Register a device
        #
        # Takes `endpoint` and `keys` of a PushSubscription, to which the notifications of the user are pushed from then
        # on; the endpoint and the keys are stored encrypted, and never shown. An endpoint that is registered already
        # becomes a device of this user, with its new keys. A user has at most 10 devices in each mode; beyond that,
        # `too_many_items` is returned. Where the installation has no key for push messages, a 422 says so. A device
        # that its push service no longer knows is removed.
        #
        # Requires the scope `notifications:manage`.
        #
        # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
        # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
        # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
        # `missing_parameter`, `unknown_parameter`, `too_many_items`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`, `outcome_unknown`
        # @param endpoint [String] URL at the push service, `endpoint` of the PushSubscription
        # @param keys [Hash] Keys with which payloads are encrypted, `keys` of the PushSubscription: `p256dh`, `auth`
        # @param name [String, nil] Name of the browser for its user, or null
        # @param options [Hash] see {Core::CallOptions}
        # @return [Models::NotificationDevice]
        # @raise [Error]
        def create(endpoint:, keys:, name: OMIT, options: {})
          record(:NotificationDevice, 'POST', '/v1/notifications/devices', body: { name:, endpoint:, keys: }, options:)
        end

        # List devices
        #
        # Returns the browsers to which notifications are pushed. They are those of the user of the credential; of an
        # API key, the user is its creator.
        #
        # Requires the scope `notifications:manage`.
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
            :NotificationDevice, :PageMeta, '/v1/notifications/devices',
            query: { page:, per_page:, cursor:, sort:, order: }, options:
          )
        end

        # Remove a device
        #
        # Nothing is pushed to it any more. They are those of the user of the credential; of an API key, the user is its
        # creator.
        #
        # Requires the scope `notifications:manage`.
        #
        # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
        # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
        # `service_unavailable`, `outcome_unknown`
        # @param notification_device_id [String]
        # @param options [Hash] see {Core::CallOptions}
        # @return [Response]
        # @raise [Error]
        def delete(notification_device_id, options: {})
          nothing('DELETE', '/v1/notifications/devices/{notification_device_id}', notification_device_id, options:)
        end
      end
    end
  end
end
