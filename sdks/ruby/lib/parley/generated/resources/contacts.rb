# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  module Resources
    # Operations at `/v1/contacts`.
    class Contacts < Core::Resource
      # @return [History]
      def history = History.new(@requester)

      # Bulk update contacts
      #
      # Applies one update to up to 100 contacts; each succeeds or fails independently. Returns 200 even if some fail;
      # check the `status` of each result. An update that is invalid for every contact returns 422 and changes none.
      # Counts as one request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.
      #
      # Requires the scope `contacts:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
      # `unknown_parameter`, `read_only_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`,
      # `outcome_unknown`
      # @param ids [Array<String>] Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates
      #   are ignored
      # @param update [Hash] Fields to change in every record: `email`, `name`, `phone`, `external_id`, `company`,
      #   `custom_fields`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Result]
      # @raise [Error]
      def bulk_update(ids:, update:, options: {})
        result(:BulkItem, :BulkMeta, 'POST', '/v1/contacts/bulk', body: { ids:, update: }, options:)
      end

      # Create a contact
      #
      # Requires an e-mail address, a phone number or an `external_id`. Emits `contact.created`.
      #
      # Requires the scope `contacts:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param email [String, nil] E-mail address, unique in the workspace (case-insensitive)
      # @param name [String, nil] Full name; an empty one is null
      # @param phone [String, nil] Phone number, as it was given
      # @param external_id [String, nil] Id of the contact in an external system, unique in the workspace and mode, or
      #   null
      # @param company [String, nil] Company name
      # @param custom_fields [Hash] Empty by default
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Contact]
      # @raise [Error]
      def create(
        email: OMIT, name: OMIT, phone: OMIT, external_id: OMIT, company: OMIT, custom_fields: OMIT, options: {}
      )
        record(
          :Contact, 'POST', '/v1/contacts', body: { email:, name:, phone:, external_id:, company:, custom_fields: },
          options:
        )
      end

      # List contacts
      #
      # Returns the contacts that match all filters, newest first by default. `q` searches names, e-mail addresses,
      # phone numbers, companies and custom fields.
      #
      # Requires the scope `contacts:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param email [String] E-mail address (case-insensitive); may contain up to two `*` wildcards
      # @param phone [String] Phone number in any grouping, international or national of the country of the workspace
      # @param external_id [String] Id in an external system, exactly as it was given
      # @param q [String] Search query. All words must match; the last one matches as a prefix. Supports `"exact
      #   phrases"`, `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
      #   with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and
      #   the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count,
      #   in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a long text, the first
      #   32,768 characters are searched. Values of a repeated parameter are one query. Fields: `email:`,
      #   `custom.<key>:` or `custom."a key":`
      # @param created_after [String, Time] Earliest creation time (inclusive)
      # @param created_before [String, Time] Latest creation time (exclusive)
      # @param updated_after [String, Time] Earliest time of the last change (inclusive)
      # @param updated_before [String, Time] Latest time of the last change (exclusive)
      # @param page [Integer] Page number, starting at 1
      # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
      # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
      # @param sort [String] Field to sort by
      # @param order [String] Sort direction
      # @param options [Hash] see {Core::CallOptions}
      # @return [Page]
      # @raise [Error]
      def list(
        email: OMIT, phone: OMIT, external_id: OMIT, q: OMIT, created_after: OMIT, created_before: OMIT,
        updated_after: OMIT, updated_before: OMIT, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT,
        options: {}
      )
        page(
          :Contact, :PageMeta, '/v1/contacts',
          query: {
            email:, phone:, external_id:, q:, created_after:, created_before:, updated_after:, updated_before:, page:,
            per_page:, cursor:, sort:, order:
          },
          options:
        )
      end

      # Delete a contact
      #
      # Its conversations and tickets are kept and anonymized: the contact is shown as `Deleted contact`. The e-mail
      # address can be used again. Emits `contact.deleted`.
      #
      # Requires the scope `contacts:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param contact_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(contact_id, options: {})
        nothing('DELETE', '/v1/contacts/{contact_id}', contact_id, options:)
      end

      # Retrieve a contact
      #
      # Requires the scope `contacts:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param contact_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Contact, NotModified]
      # @raise [Error]
      def get(contact_id, options: {})
        record(:Contact, 'GET', '/v1/contacts/{contact_id}', contact_id, options:)
      end

      # Update a contact
      #
      # Changes only the fields that are sent. A contact must keep an e-mail address, a phone number or an
      # `external_id`. Conversations and tickets show a new name, e-mail address or phone number within two seconds.
      # Emits `contact.updated`. No event is sent if the request changes nothing.
      #
      # Requires the scope `contacts:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`, `not_found`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`,
      # `read_only_parameter`, `unknown_parameter`, `duplicate_value`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param contact_id [String]
      # @param email [String, nil] E-mail address, unique in the workspace (case-insensitive)
      # @param name [String, nil] Full name; an empty one is null
      # @param phone [String, nil] Phone number, as it was given
      # @param external_id [String, nil] Id of the contact in an external system, unique in the workspace and mode, or
      #   null
      # @param company [String, nil] Company name
      # @param custom_fields [Hash] Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16
      #   KiB as JSON; integers of at most 2^53 - 1, which JSON libraries keep
      # @param options [Hash] see {Core::CallOptions}
      # @yieldparam record the newest version, for a change that depends on it
      # @yieldreturn [Hash{Symbol => Object}] what to change; it is repeated if another writer was faster
      # @return [Models::Contact]
      # @raise [Error]
      def update(
        contact_id, email: OMIT, name: OMIT, phone: OMIT, external_id: OMIT, company: OMIT, custom_fields: OMIT,
        options: {}, &change
      )
        return edit([contact_id], options, &change) if change

        record(
          :Contact, 'PATCH', '/v1/contacts/{contact_id}', contact_id,
          body: { email:, name:, phone:, external_id:, company:, custom_fields: }, options:
        )
      end

      # Create or update a contact
      #
      # Finds the contact by `external_id`, or else by `email` (case-insensitive), and changes the fields that are sent,
      # as an update does; a contact that is found by neither is created. If the two belong to different contacts,
      # nothing is changed: 422 `ambiguous_match`. Emits `contact.created`, or `contact.updated` unless nothing changed.
      #
      # Requires the scope `contacts:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`, `insufficient_scope`,
      # `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`,
      # `missing_parameter`, `unknown_parameter`, `ambiguous_match`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`, `outcome_unknown`
      # @param email [String, nil] E-mail address, unique in the workspace (case-insensitive)
      # @param name [String, nil] Full name; an empty one is null
      # @param phone [String, nil] Phone number, as it was given
      # @param external_id [String, nil] Id of the contact in an external system, unique in the workspace and mode, or
      #   null
      # @param company [String, nil] Company name
      # @param custom_fields [Hash] Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16
      #   KiB as JSON; integers of at most 2^53 - 1, which JSON libraries keep
      # @param options [Hash] see {Core::CallOptions}
      # @return [Result]
      # @raise [Error]
      def upsert(
        email: OMIT, name: OMIT, phone: OMIT, external_id: OMIT, company: OMIT, custom_fields: OMIT, options: {}
      )
        result(
          :Contact, :UpsertMeta, 'POST', '/v1/contacts/upsert',
          body: { email:, name:, phone:, external_id:, company:, custom_fields: }, options:
        )
      end

      # Reads the records in the order of their changes, to keep a copy of them.
      # @param since [String, Time] the first run begins here
      # @param cursor [String, nil] `resume_cursor` of the last run
      # @param filters [Hash] those of {#list}, the same in each run
      # @param options [Hash] see {Core::CallOptions}
      # @return [Changes]
      def changes(since: OMIT, cursor: nil, options: {}, **filters)
        follow(cursor, { **filters, updated_after: since, sort: 'updated_at' }, options)
      end

      # Operations at `/v1/contacts/{contact_id}/history`.
      class History < Core::Resource
        # List the changes of a contact
        #
        # Returns who changed what in the contact, and when, newest first by default: an entry for its creation and one
        # for each later change, from the event log of the last 30 days. The history of a deleted contact is not
        # returned; its events remain in `GET /v1/events`.
        #
        # Requires the scope `contacts:read`.
        #
        # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
        # `address_not_allowed`, `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`,
        # `internal_error`, `service_unavailable`
        # @param contact_id [String]
        # @param page [Integer] Page number, starting at 1
        # @param per_page [Integer] Number of items per page, 1 to 100. Values above 100 are treated as 100
        # @param cursor [String] `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
        # @param sort [String] Field to sort by
        # @param order [String] Sort direction
        # @param options [Hash] see {Core::CallOptions}
        # @return [Page]
        # @raise [Error]
        def list(contact_id, page: OMIT, per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {})
          page(
            :HistoryEntry, :PageMeta, '/v1/contacts/{contact_id}/history', contact_id,
            query: { page:, per_page:, cursor:, sort:, order: }, options:
          )
        end
      end
    end
  end
end
