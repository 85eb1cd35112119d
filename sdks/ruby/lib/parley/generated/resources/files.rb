# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

require 'parley/core/download'

module Parley
  module Resources
    # Operations at `/v1/files`.
    class Files < Core::Resource
      include Core::FileDownload

      # Upload a file
      #
      # Stores the file of a multipart form. Its media type is determined from its content. Emits `file.created`.
      #
      # Requires the scope `files:write`.
      #
      # Error codes: `malformed_json`, `body_too_large`, `unsupported_media_type`, `unsupported_encoding`,
      # `malformed_multipart`, `missing_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
      # `too_many_items`, `file_too_large`, `unsupported_file_type`, `invalid_parameter`, `read_only_parameter`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param file [FilePart, Pathname, IO, Proc] The file
      # @param folder [String] Path of a folder
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::UploadedFile]
      # @raise [Error]
      def upload(file:, folder: OMIT, options: {})
        record(:UploadedFile, 'POST', '/v1/files', body: { folder:, file: }, form: { file: 'file' }, options:)
      end

      # List files
      #
      # Returns the files that match all filters, newest first by default, each with a new download URL.
      #
      # Requires the scope `files:read`.
      #
      # Error codes: `malformed_json`, `invalid_parameter`, `missing_api_key`, `invalid_api_key`, `token_expired`,
      # `address_not_allowed`, `insufficient_scope`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param folder [String] Path of the folder, or `none` for files in none; not those in folders below it
      # @param name [String] Part of the name (case-insensitive)
      # @param mime_type [String] Media type, or all of a kind
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
        folder: OMIT, name: OMIT, mime_type: OMIT, created_after: OMIT, created_before: OMIT, page: OMIT,
        per_page: OMIT, cursor: OMIT, sort: OMIT, order: OMIT, options: {}
      )
        page(
          :UploadedFile, :PageMeta, '/v1/files',
          query: {
            folder:, name:, mime_type:, created_after:, created_before:, page:, per_page:, cursor:, sort:, order:
          },
          options:
        )
      end

      # Delete a file
      #
      # Deletes the file and its content permanently; its download URLs end at once. The messages that it was attached
      # to show it with `deleted_at` and without `url`. Emits `file.deleted`.
      #
      # Requires the scope `files:write`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `precondition_failed`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`, `outcome_unknown`
      # @param file_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Response]
      # @raise [Error]
      def delete(file_id, options: {})
        nothing('DELETE', '/v1/files/{file_id}', file_id, options:)
      end

      # Retrieve a file
      #
      # Returns the file with a download URL that is valid for a limited time.
      #
      # Requires the scope `files:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `not_found`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`,
      # `service_unavailable`
      # @param file_id [String]
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::UploadedFile, NotModified]
      # @raise [Error]
      def get(file_id, options: {})
        record(:UploadedFile, 'GET', '/v1/files/{file_id}', file_id, options:)
      end
    end
  end
end
