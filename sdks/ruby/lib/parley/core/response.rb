# frozen_string_literal: true

require 'json'
require 'time'

module Parley
  # What a result came with; see {Parley.response_of}. Methods without a result, such as deletes, return it.
  class Response
    # One request of a call. `error` is the name of the error, without `Error`; `delay` the seconds until the next one.
    Attempt = Struct.new(:status, :error, :delay, :request_id, keyword_init: true)
    # Requests in a minute, those that are left, and the end of the minute (Unix epoch, in seconds, of the server's clock).
    RateLimit = Struct.new(:limit, :remaining, :reset, keyword_init: true)

    # @return [Integer] HTTP status
    attr_reader :status
    # @return [Hash{String => String}] names in lower case
    attr_reader :headers
    # @return [Array<Attempt>]
    attr_reader :attempts
    # @return [Models::Included, nil] what was asked for by `include`, each record once
    attr_reader :included

    # @api private
    def initialize(status, headers, body, attempts: [].freeze)
      @status = status
      @headers = headers
      @body = body
      @attempts = attempts
      @included = nil
    end

    # @api private
    def completed(attempts, already_gone)
      @attempts = attempts.freeze
      @already_gone = already_gone
      self
    end

    # @return [String, nil] by which the operator of the installation finds the request
    def request_id = @headers['x-request-id']

    # @return [String, nil] version of the record, for `if_match` and `if_none_match`
    def etag = @headers['etag']

    # Whether this is the stored response of an earlier request with the same idempotency key.
    def replayed? = @headers['idempotent-replayed'] == 'true'

    # Whether a delete found nothing because an attempt before, whose answer was lost, had deleted it.
    def already_gone? = @already_gone == true

    # @return [String, nil] since when the operation is deprecated (RFC 9745)
    def deprecation = @headers['deprecation']

    # @return [String, nil] when the operation will go (RFC 8594)
    def sunset = @headers['sunset']

    # @return [RateLimit, nil]
    def rate_limit
      values = %w[limit remaining reset].map { |name| @headers["x-ratelimit-#{name}"] }
      return unless values.all? { |value| value&.match?(/\A\d+\z/) }

      RateLimit.new(limit: values[0].to_i, remaining: values[1].to_i, reset: values[2].to_i)
    end

    # @return [Integer, nil] seconds to wait at least (RFC 9110, 10.2.3); nil if the header is absent or cannot be read
    def retry_after
      value = @headers['retry-after']
      return if value.nil?
      return value.to_i if value.match?(/\A\d{1,9}\z/)

      # Rounded up: a moment too early is one more refusal.
      seconds = (Time.httpdate(value) - Time.now).ceil
      seconds if seconds.positive?
    rescue ArgumentError
      nil
    end

    # @api private
    # @return [Object, nil] nil if there is no body, or it is no JSON
    def json
      return @json if defined?(@json)

      @json = JSON.parse(@body, freeze: true) unless @body.nil? || @body.empty?
    rescue JSON::ParserError
      @json = nil
    end

    # The body as a Hash, of which what was included is kept here.
    # @api private
    # @raise [DecodeError]
    def payload
      raise unexpected('a JSON object') unless json.is_a?(Hash)

      @body = nil
      @included = Models::Included.new(json['included']) if json['included'].is_a?(Hash)
      json
    end

    # @api private
    # @return [DecodeError]
    def unexpected(instead_of)
      type = @headers['content-type']
      message = "#{@status}: #{instead_of} was expected, not #{type.inspect}"
      DecodeError.new(message, status: @status, content_type: type, body: excerpt).describe(request_id:)
    end

    # @api private
    # @return [String] the first 1 KiB
    def excerpt = @body.to_s.byteslice(0, 1024).scrub

    def inspect = "#<#{self.class} status=#{@status} request_id=#{request_id.inspect}>"
  end

  # What an operation answers that has totals beside its data: bulk changes, upserts, the search.
  class Result
    # @return [Models::Model, Array<Models::Model>]
    attr_reader :data
    # @return [Models::Model]
    attr_reader :meta

    # @api private
    def initialize(data, meta, response)
      @data = data
      @meta = meta
      @response = response
      freeze
    end

    def inspect = "#<#{self.class} data=#{@data.inspect} meta=#{@meta.inspect}>"
  end

  # The record is as it was when `if_none_match` was read.
  class NotModified
    # @api private
    def initialize(response)
      @response = response
      freeze
    end

    def inspect = "#<#{self.class}>"
  end
end
