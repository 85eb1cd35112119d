# frozen_string_literal: true

require 'json'
require 'securerandom'
require 'time'
require 'parley/core/config'
require 'parley/core/multipart'

module Parley
  module Core
    # Ruby values as the API reads them.
    module Encode
      # A date that is sent as it is written here has an hour of its own in every time zone, so it is sent in UTC.
      DATE_TIME = '%Y-%m-%dT%H:%M:%S.%LZ'

      class << self
        # @return [Hash] without what was left out; nil stays
        def given(fields) = fields.reject { |_, value| OMIT.equal?(value) }

        # Percent-encoded as in RFC 3986: a blank is %20.
        def component(text) = text.to_s.b.gsub(/[^A-Za-z0-9\-._~]/n) { |byte| format('%%%02X', byte.ord) }

        # @param template [String] such as `/v1/tickets/{ticket_id}`
        # @param ids [Array<String>] in the order of the template
        # @raise [ArgumentError] for an id that would lead to another operation: without one, a get is a list
        def path(template, ids)
          ids = ids.dup
          template.gsub(/\{(\w+)\}/) do
            id = ids.shift
            unless id.is_a?(String) && id.match?(%r{\A[^/?#\x00-\x20]+\z}) && !id.match?(/\A\.{1,2}\z/)
              raise ArgumentError, "#{Regexp.last_match(1)} is no id: #{id.inspect}"
            end

            component(id)
          end
        end

        # @return [String, nil] arrays are joined by commas; what is nil is left out
        def query(parameters)
          pairs = parameters.compact.map { |name, value| "#{component(name)}=#{parameter(name, value)}" }
          pairs.empty? ? nil : pairs.join('&')
        end

        # @return [String] JSON
        def json(value) = JSON.generate(plain(value))

        # What JSON can express, with times in UTC and records as the API sent them.
        def plain(value)
          case value
          when Hash then given(value).transform_values { |one| plain(one) }
          when Array then value.map { |one| plain(one) }
          when Time, DateTime then scalar(value)
          when Models::Model then value.to_h
          else value
          end
        end

        private

        def parameter(name, value)
          return component(scalar(value)) unless value.is_a?(Array)

          value.map do |one|
            text = scalar(one)
            raise ArgumentError, "#{name}: a value may not contain a comma: #{text.inspect}" if text.include?(',')

            component(text)
          end.join(',')
        end

        def scalar(value)
          case value
          when Time then value.getutc.strftime(DATE_TIME)
          when DateTime then value.to_time.getutc.strftime(DATE_TIME)
          else value.to_s
          end
        end
      end
    end

    # What a call sends, in the same way with each attempt.
    class Request
      # @return [String] operation, such as `POST /v1/tickets`
      attr_reader :name
      # @return [String]
      attr_reader :verb
      # @return [URI::HTTP]
      attr_reader :uri
      # @return [Hash{String => String}] without Authorization and X-Request-Id
      attr_reader :headers
      # @return [String, Multipart, nil]
      attr_reader :body
      # @return [Symbol] whether it may be sent again: `:always`, `:unsent` (if nothing was sent) or `:never`
      attr_reader :repeat

      # @param answer [Symbol] what a success has: `:json`, `:nothing` or `:any` content
      # @param secret [Boolean] whether the URL itself gives access
      def initialize(name, verb, uri, headers: {}, body: nil, repeat: :always, answer: :json, secret: false)
        @name = name
        @verb = verb
        @uri = uri
        @headers = headers.freeze
        @body = body
        @answer = answer
        @secret = secret
        @repeat = upload? && !body.replayable? ? :never : repeat
      end

      def upload? = @body.is_a?(Multipart)

      def write? = @verb != 'GET'

      # @raise [DecodeError] if a success is not as documented, such as the page of a proxy
      def check_success(response)
        case @answer
        when :json then response.payload
        when :nothing then raise response.unexpected('204') unless response.status == 204
        end
      end

      # Whether 304 is a success.
      def conditional? = !write? && @headers.key?('if-none-match')

      # @return [Error] that an answer without success means
      def error_of(response) = ApiError.of(response)

      def secret? = @secret

      def idempotency_key = @headers['idempotency-key']

      def inspect = "#<#{self.class} #{@name}>"
    end

    # One attempt of a request as it goes over the wire.
    class Message
      attr_reader :verb, :uri, :headers

      def initialize(request, headers)
        @verb = request.verb
        @uri = request.uri
        @headers = Config.check_headers(request.headers.merge(headers))
        @body = request.body
        @stream = @body.stream if request.upload?
      end

      # Whether the body was sent to its end; the server may have answered before.
      def sent? = @stream.nil? || @stream.finished?

      # Closes the file that was being sent.
      def release = @stream&.close

      def to_net_http
        # Given, so that Net::HTTP does not ask for compressed answers.
        headers = { 'accept-encoding' => 'identity', **@headers }
        headers['content-length'] = '0' if @body.nil? && @verb == 'POST'
        request = Net::HTTPGenericRequest.new(@verb, !@body.nil?, true, @uri.request_uri, headers)
        @stream ? stream_to(request) : request.body = @body
        request
      end

      def inspect = "#<#{self.class} #{@verb}>"

      private

      def stream_to(request)
        request.body_stream = @stream
        @stream.size ? request.content_length = @stream.size : request['transfer-encoding'] = 'chunked'
      end
    end
  end
end
