# frozen_string_literal: true

require 'parley/version'

# Client library of Parley, the customer-communication platform.
#
#   parley = Parley::Client.new(base_url: 'https://api.example.com', api_key: ENV.fetch('PARLEY_API_KEY'))
#   ticket = parley.tickets.create(subject: 'Printer', contact: { email: 'dana@example.com' })
module Parley
  # What the library is made of; a program needs nothing of it.
  module Core
    autoload :EventParser, 'parley/core/stream'
  end

  # Default of optional arguments: the field is left out of the request, while nil is sent as null.
  OMIT = Object.new
  def OMIT.inspect = 'Parley::OMIT'
  OMIT.freeze

  # Everything is loaded at its first use, so that `require 'parley'` costs next to nothing.
  {
    'core/client' => %i[Client],
    'core/deadline' => %i[Cancellation],
    'core/errors' => %i[
      Error ApiError BadRequestError AuthenticationError TokenExpiredError PermissionDeniedError NotFoundError ConflictError
      IdempotencyMismatchError IdempotencyInProgressError PreconditionFailedError ValidationError DuplicateValueError
      RateLimitError ServerError ServiceUnavailableError OutcomeUnknownError ConnectionError RefusedError ConnectTimeoutError
      TimeoutError TlsError TruncatedError DecodeError PaginationError StreamError OAuthError AuthorizationExpiredError
      WebhookSignatureError ConfigurationError CancelledError
    ],
    'core/multipart' => %i[FilePart],
    'core/oauth' => %i[OAuth],
    'core/page' => %i[Page Changes],
    'core/response' => %i[Response Result NotModified],
    'core/stream' => %i[EventStream],
    'core/credentials' => %i[TokenProvider],
    'core/token_store' => %i[Token MemoryTokenStore FileTokenStore],
    'core/webhooks' => %i[Webhooks],
    'generated/models' => %i[Models],
    'generated/resources' => %i[Resources]
  }.each { |path, names| names.each { |name| autoload name, "parley/#{path}" } }

  # The response that a result came with: status, headers, ETag, attempts, rate limit. It is no method of records, where a
  # field of a later version of the API could have its name.
  # @param result [Models::Model, Page, Result, NotModified, Response] what a method of a resource returned
  # @return [Response, nil] nil for a record that no response contained directly, such as the contact of a ticket
  def self.response_of(result)
    case result
    when Response then result
    when Page then result.load.instance_variable_get(:@response)
    else result.instance_variable_get(:@response)
    end
  end

  # @param text [String] a date of the API, such as `2026-11-21T06:30:00.000Z` (RFC 3339)
  # @return [Time]
  # @raise [ArgumentError] for other text
  def self.parse_time(text)
    require 'time'
    Time.iso8601(text)
  end
end
