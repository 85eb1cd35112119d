# frozen_string_literal: true

require 'uri'
require 'parley/core/errors'

module Parley
  module Core
    # Scheme, host and port that a connection goes to.
    Origin = Struct.new(:scheme, :host, :port) do
      def self.of(uri) = new(uri.scheme, uri.hostname.downcase, uri.port).freeze

      def tls? = scheme == 'https'

      def loopback? = host == 'localhost' || host == '::1' || host.match?(/\A127(\.\d{1,3}){3}\z/)

      # A credential over plain HTTP is for everybody on the way.
      # @raise [ConfigurationError]
      def require_tls(what)
        return if tls? || loopback?

        raise ConfigurationError, "#{what} has to begin with https:// (or set allow_insecure, in a network that you trust)"
      end
    end

    # The checked options of a client. Immutable.
    class Config
      DEFAULTS = {
        base_url: nil, api_key: nil, auth: nil, timeout: nil, connect_timeout: 5, total_timeout: nil, max_retries: 3,
        proxy: nil, ca: nil, transport: nil, logger: nil, hooks: {}, app: nil, expect_mode: nil, allow_insecure: false,
        max_response_size: 64 * 1024 * 1024, time_scale: 1
      }.freeze
      # Seconds. The API answers within 10 s, if only that the outcome is unknown: an attempt has to last longer than that.
      ATTEMPT = 20
      # One window of the rate limit, a minute, fits in.
      TOTAL = 90
      # The API ends a form after 5 minutes.
      UPLOAD_ATTEMPT = 330
      # Silence that ends an upload, a download or a stream; the server is never silent that long.
      IDLE = 60

      attr_reader :options

      # @param options [Hash] see {Client#initialize}
      # @raise [ConfigurationError]
      def initialize(options)
        unknown = options.keys - DEFAULTS.keys
        raise ConfigurationError, "Unknown option: #{unknown.join(', ')}" unless unknown.empty?

        @options = DEFAULTS.merge(options).freeze
        check_numbers
        check_hooks
        check_app
        raise ConfigurationError, 'expect_mode is "live" or "test"' unless [nil, 'live', 'test'].include?(expect_mode)

        freeze
      end

      DEFAULTS.each_key { |name| define_method(name) { @options[name] } }

      def with(changes) = Config.new(@options.merge(changes))

      def inspect = "#<#{self.class}>"

      # @return [String, nil] such as `(ruby/3.1.2; linux) app/1.0`, after name and version of the library
      def user_agent
        system = RbConfig::CONFIG['host_os'][/\A[a-z]+/i]
        own = "parley-ruby/#{VERSION} (ruby/#{RUBY_VERSION}; #{system})"
        return own unless app

        name, version, url = app.values_at(:name, :version, :url)
        "#{own} #{name}#{"/#{version}" if version}#{" (#{url})" if url}"
      end

      private

      def check_numbers
        %i[timeout connect_timeout total_timeout time_scale].each do |name|
          value = @options[name]
          next if value.nil? || (value.is_a?(Numeric) && value.positive?)

          raise ConfigurationError, "#{name} has to be a positive number of seconds"
        end
        Config.check_retries(max_retries)
      end

      def check_hooks
        unknown = hooks.keys - %i[on_request on_response]
        raise ConfigurationError, "Unknown hook: #{unknown.join(', ')}" unless unknown.empty?
      end

      def check_app
        return if app.nil?

        valid = app.is_a?(Hash) && app[:name] && (app.keys - %i[name version url]).empty?
        valid &&= app.values.compact.all? { |text| text.match?(/\A[\x21-\x7e]+\z/) }
        raise ConfigurationError, 'app has a name, and may have a version and a url, without blanks' unless valid
      end

      class << self
        # @raise [ConfigurationError]
        def check_retries(value)
          return if value.is_a?(Integer) && value >= 0

          raise ConfigurationError, 'max_retries has to be an integer that is not negative'
        end

        # @param headers [Hash{String => String}]
        # @return [Hash] the same
        # @raise [ConfigurationError] for what could be read as another header or as another request; it contains no value
        def check_headers(headers)
          headers.each do |name, value|
            raise ConfigurationError, "No header has the name #{name.inspect}" unless name.b.match?(/\A[\w!#$%&'*+.^`|~-]+\z/)
            next if value.is_a?(String) && value.b.match?(/\A[\t\x20-\x7e\x80-\xff]*\z/n)

            raise ConfigurationError, "The header #{name} has no value that can be sent"
          end
        end

        # @return [URI::HTTP] without a slash at its end
        # @raise [ConfigurationError]
        def url(text, name)
          raise ConfigurationError, "#{name} is missing" if text.nil?

          uri = URI.parse(text.to_s)
          plain = uri.is_a?(URI::HTTP) && uri.hostname && uri.query.nil? && uri.fragment.nil?
          raise ConfigurationError, "#{name} has to be a URL of http:// or https:// without query" unless plain
          raise ConfigurationError, "#{name} may not contain a user or password" if uri.userinfo

          uri.path = uri.path.sub(%r{/+\z}, '')
          uri.freeze
        rescue URI::InvalidURIError
          raise ConfigurationError, "#{name} is no URL"
        end
      end
    end

    # The options of one call, which every method of a resource takes as `options:`
    #
    # - `idempotency_key`: of a POST or PATCH, 1 to 255 printable characters; a random one by default
    # - `if_match`: an ETag, or the record as it was read: the write fails with a {PreconditionFailedError} if it has changed
    # - `if_none_match`: the same for a read, whose result is {NotModified} if the record has not changed
    # - `timeout`, `total_timeout`, `max_retries`: instead of those of the client
    # - `headers`: a Hash of more headers
    # - `signal`: a {Cancellation}
    class CallOptions
      # What this library sends itself, or would break the framing of the request.
      RESERVED = %w[authorization connection content-length content-type host idempotency-key transfer-encoding].freeze

      # @return [String, nil]
      attr_reader :idempotency_key, :if_match, :if_none_match
      # @return [Numeric, nil] seconds
      attr_reader :timeout, :total_timeout
      # @return [Integer, nil]
      attr_reader :max_retries
      # @return [Hash{String => String}] names in lower case
      attr_reader :headers
      # @return [Cancellation, nil]
      attr_reader :signal

      # @raise [ConfigurationError, ArgumentError]
      def initialize(idempotency_key: nil, if_match: nil, if_none_match: nil, timeout: nil, total_timeout: nil,
                     max_retries: nil, headers: {}, signal: nil, **unknown)
        raise ConfigurationError, "Unknown option: #{unknown.keys.join(', ')}" unless unknown.empty?

        @idempotency_key = idempotency_key
        @if_match = etag(if_match)
        @if_none_match = etag(if_none_match)
        @timeout = timeout
        @total_timeout = total_timeout
        @max_retries = max_retries
        @headers = headers.transform_keys { |name| name.to_s.downcase }
        @signal = signal
        check
      end

      def inspect = "#<#{self.class}>"

      private

      def check
        Config.check_headers(headers)
        Config.check_retries(max_retries) unless max_retries.nil?
        unless idempotency_key.nil? || idempotency_key.match?(/\A[\x20-\x7e]{1,255}\z/)
          raise ArgumentError, 'idempotency_key has to be 1 to 255 printable characters'
        end

        reserved = headers.keys & RESERVED
        raise ArgumentError, "headers may not contain #{reserved.join(', ')}" unless reserved.empty?
      end

      # @param value [String, Models::Model, nil] the tag itself, or the record whose response had it
      def etag(value)
        return value if value.nil? || value.is_a?(String)

        Parley.response_of(value)&.etag or raise ArgumentError, 'The record came without an ETag: read it by itself'
      end
    end
  end
end
