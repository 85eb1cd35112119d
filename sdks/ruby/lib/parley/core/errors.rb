# frozen_string_literal: true

module Parley
  # Whatever this library raises of its own, except for ArgumentError and TypeError for arguments that cannot be sent.
  class Error < StandardError
    # @return [Symbol, nil] whether the write may have happened: `:not_sent`, `:rejected` or `:unknown`; nil for reads. It stays
    #   unknown once one attempt was, whatever the later ones were answered.
    attr_reader :outcome
    # @return [String, nil] send it again in `options: { idempotency_key: … }` to learn what became of the write
    attr_reader :idempotency_key
    # @return [String, nil] X-Request-Id, by which the operator of the installation finds the request
    attr_reader :request_id
    # @return [String, nil] of a list: pass it as `cursor` to continue with the page that failed
    attr_reader :cursor

    # @return [Array<Response::Attempt>] what was sent, in this order
    def attempts = @attempts || []

    # Adds what only the call knows.
    # @api private
    def describe(**details)
      details.each { |name, value| instance_variable_set(:"@#{name}", value) }
      self
    end
  end

  # Options of the client, of a call or of a webhook secret that cannot work.
  class ConfigurationError < Error; end

  # The call was cancelled by its {Cancellation}.
  class CancelledError < Error; end

  # The API answered with an error, or with a status that means nothing to this library.
  class ApiError < Error
    # @return [Integer] HTTP status
    attr_reader :status
    # @return [String, nil] one of `Models::ErrorType`, or another text of a later version
    attr_reader :type
    # @return [String, nil] one of `Models::ErrorCode`, or another text of a later version: decide by this
    attr_reader :code
    # @return [String, nil] path of the first invalid parameter
    attr_reader :param
    # @return [Array<Models::ErrorDetail>]
    attr_reader :details
    # @return [String, nil] where the code is explained
    attr_reader :doc_url
    # @return [Hash{String => String}] names in lower case
    attr_reader :headers
    # @return [Integer, nil] seconds to wait at least
    attr_reader :retry_after
    # @return [Response::RateLimit, nil]
    attr_reader :rate_limit
    # @return [String, nil] the first 1 KiB of a body that is no error of the API, such as the page of a proxy
    attr_reader :body
    # @return [String, nil]
    attr_reader :content_type

    # @api private
    def self.of(response)
      error = response.json['error'] if response.json.is_a?(Hash)
      error = nil unless error.is_a?(Hash)
      of_status(response.status, error && error['code']).new(response, error)
    end

    # @api private
    def self.of_status(status, code)
      code_status, by_code = CODES[code]
      return by_code if code_status == status

      STATUSES.fetch(status) { status >= 500 ? ServerError : ApiError }
    end

    # @api private
    # @return [Response]
    attr_reader :response

    # @api private
    def initialize(response, error)
      @response = response
      @status = response.status
      @headers = response.headers
      @retry_after = response.retry_after
      @rate_limit = response.rate_limit
      @request_id = response.request_id
      @content_type = response.headers['content-type']
      error ? read(error) : @body = response.excerpt
      @details ||= [].freeze
      super(text(error))
    end

    private

    def read(error)
      @type, @code, @param, @doc_url = error.values_at('type', 'code', 'param', 'doc_url')
      @request_id = error['request_id'] || @request_id
      @details = Array(error['details']).grep(Hash).map { |detail| Models::ErrorDetail.new(detail) }.freeze
    end

    # Such as `422 invalid_parameter (subject): must not be empty [request abc]`.
    def text(error)
      location = @headers['location']&.slice(/\A[^?]*/) if @status.between?(300, 399)
      message = error['message'].to_s.delete_prefix("#{@param}: ") if error
      message ||= location ? "redirects are not followed: #{location}" : @body.to_s.inspect[0, 200]
      "#{@status}#{" #{@code}" if @code}#{" (#{@param})" if @param}: #{message}#{" [request #{@request_id}]" if @request_id}"
    end
  end

  # 400: the request cannot be read.
  class BadRequestError < ApiError; end
  # 401: the credential is missing, wrong or revoked.
  class AuthenticationError < ApiError; end
  # 401: the credential was valid once.
  class TokenExpiredError < AuthenticationError; end
  # 403: the credential is not allowed to do this.
  class PermissionDeniedError < ApiError; end
  # 404: there is no such record in this workspace and mode.
  class NotFoundError < ApiError; end
  # 409: the request conflicts with another one.
  class ConflictError < ApiError; end
  # 409: the idempotency key was used for another request.
  class IdempotencyMismatchError < ConflictError; end
  # 409: the first request with the idempotency key is still running.
  class IdempotencyInProgressError < ConflictError; end

  # 412: the record has changed since the version in `if_match`.
  class PreconditionFailedError < ApiError
    # @return [Models::Model, nil] the newest record, after the attempts of an update with a block
    attr_reader :record
  end

  # 422: a value is not acceptable, see `param` and `details`.
  class ValidationError < ApiError; end
  # 422: another record has this value.
  class DuplicateValueError < ValidationError; end
  # 429: too many requests, see `retry_after`.
  class RateLimitError < ApiError; end
  # 5xx: the server failed.
  class ServerError < ApiError; end
  # 503: nothing was done, a part of the server is out.
  class ServiceUnavailableError < ServerError; end
  # 503: the write may have taken effect. Repeat it with the same idempotency key.
  class OutcomeUnknownError < ServerError; end

  # The classes, which have to be there before their table.
  class ApiError
    STATUSES = {
      400 => BadRequestError, 401 => AuthenticationError, 403 => PermissionDeniedError, 404 => NotFoundError,
      409 => ConflictError, 412 => PreconditionFailedError, 422 => ValidationError, 429 => RateLimitError,
      503 => ServiceUnavailableError
    }.freeze
    CODES = {
      'token_expired' => [401, TokenExpiredError], 'idempotency_mismatch' => [409, IdempotencyMismatchError],
      'idempotency_in_progress' => [409, IdempotencyInProgressError], 'duplicate_value' => [422, DuplicateValueError],
      'outcome_unknown' => [503, OutcomeUnknownError]
    }.freeze
    private_constant :STATUSES, :CODES
  end

  # No complete answer came: the connection failed, or a deadline passed.
  class ConnectionError < Error
    # @api private
    # @param sent [Boolean] false if it failed before the first byte of the request
    # @param repeatable [Boolean] false if it would fail in the same way again
    # @param stale [Boolean] true if the server had closed a reused connection, as it seems: not one byte of an answer came
    def initialize(message, sent: true, repeatable: true, stale: false)
      super(message)
      @sent = sent
      @repeatable = repeatable
      @stale = stale
    end

    # @api private
    def sent? = @sent

    # @api private
    def repeatable? = @repeatable

    # @api private
    def stale? = @stale
  end

  # Nothing listens there, or the name of the host is unknown.
  class RefusedError < ConnectionError; end
  # The connection was not established within `connect_timeout`.
  class ConnectTimeoutError < ConnectionError; end
  # The answer was not complete within `timeout`.
  class TimeoutError < ConnectionError; end
  # The certificate or the protocol of the server is not acceptable.
  class TlsError < ConnectionError; end
  # The answer ended before its announced length.
  class TruncatedError < ConnectionError; end

  # An answer came whole and cannot be read, such as the HTML page of a proxy with status 200.
  class DecodeError < Error
    # @return [Integer, nil]
    attr_reader :status
    # @return [String, nil]
    attr_reader :content_type
    # @return [String] the first 1 KiB
    attr_reader :body

    # @api private
    def initialize(message, status: nil, content_type: nil, body: '')
      super(message)
      @status = status
      @content_type = content_type
      @body = body
    end
  end

  # A list does not end: a cursor came twice, or page after page was empty. `cursor` is the last one.
  class PaginationError < Error; end

  # An event stream cannot be continued.
  class StreamError < Error
    # @return [String, nil] such as `position_expired`
    attr_reader :code
    # @return [String, nil] the last position that was handled
    attr_reader :position

    # @api private
    def initialize(message, code: nil, position: nil)
      super(message)
      @code = code
      @position = position
    end
  end

  # The authorization server refused (RFC 6749), or its redirect is not the answer to our request.
  class OAuthError < Error
    # @return [String] such as `invalid_grant`; `invalid_state`, `invalid_issuer` and `invalid_metadata` are found by this library
    attr_reader :error
    # @return [String, nil] unescaped text of the server: escape it before you show it
    attr_reader :error_description
    # @return [Integer, nil]
    attr_reader :status
    # @return [Integer, nil] seconds to wait at least
    attr_reader :retry_after

    # @api private
    def initialize(error, description = nil, status: nil, retry_after: nil)
      @error = error
      @error_description = description
      @status = status
      @retry_after = retry_after
      super([error, description&.inspect].compact.join(': '))
    end
  end

  # The grant has ended: let the user sign in again.
  class AuthorizationExpiredError < OAuthError; end

  # A delivery that is not genuine, or too old. Answer 400.
  class WebhookSignatureError < Error
    # @return [Symbol] `:missing_header`, `:bad_timestamp`, `:too_old`, `:too_new` or `:no_match`
    attr_reader :reason

    # @api private
    def initialize(reason, message)
      super(message)
      @reason = reason
    end
  end
end
