# frozen_string_literal: true

require 'parley/core/requester'
require 'parley/generated/resources'

module Parley
  # The API of one installation, with one credential. Immutable, and safe to share between threads; after a fork it has
  # connections of its own.
  #
  #   parley = Parley::Client.new(base_url: 'https://api.example.com', api_key: ENV.fetch('PARLEY_API_KEY'))
  #   parley.me.name
  class Client < Resources::Root
    # @param options [Hash] checked: an unknown one is an error
    # @option options [String] :base_url of the installation, the environment variable PARLEY_BASE_URL by default
    # @option options [String] :api_key API key, personal access token or access token, PARLEY_API_KEY by default
    # @option options [#token] :auth instead of `api_key`: a {TokenProvider}
    # @option options [Numeric] :timeout seconds of one attempt: 20, of an upload 330
    # @option options [Numeric] :connect_timeout seconds until the connection is there: 5
    # @option options [Numeric] :total_timeout seconds of a call with all attempts and waits: 90
    # @option options [Integer] :max_retries attempts after the first: 3
    # @option options [String] :proxy URL of an HTTP proxy; else HTTPS_PROXY, HTTP_PROXY and NO_PROXY count,
    #   except for what is on this machine
    # @option options [String] :ca certificates (PEM, or path of a PEM file) that are trusted beside those of the system
    # @option options [#perform] :transport sends the requests instead of Net::HTTP, see {Core::Transport}
    # @option options [#debug, #warn] :logger such as a Logger; neither secrets nor bodies are logged
    # @option options [Hash{Symbol => Proc}] :hooks `on_request` gets the name of the operation and the headers, to which it
    #   may add; `on_response` gets the name and the {Response}
    # @option options [Hash{Symbol => String}] :app `name`, `version` and `url` of your program, for the user agent
    # @option options [String] :expect_mode `live` or `test`: refuses a credential of the other mode
    # @option options [Boolean] :allow_insecure whether the credential may be sent over plain HTTP to another host than this one
    # @option options [Integer] :max_response_size bytes of an answer: 64 MiB
    # @raise [ConfigurationError]
    def initialize(**options)
      given = options.compact
      given[:base_url] ||= ENV.fetch('PARLEY_BASE_URL', nil)
      given[:api_key] ||= ENV.fetch('PARLEY_API_KEY', nil) unless given.key?(:auth)
      config = Core::Config.new(given)
      requester = Core::Requester.new(config, Core.credential_of(config))
      Core::Origin.of(requester.base_url).require_tls('base_url') unless config.allow_insecure
      super(requester)
    end

    # A client with other options that shares the connections with this one.
    # @param options [Hash] see {#initialize}
    # @return [Client]
    def with(**options)
      options = { api_key: nil, **options } if options.key?(:auth)
      options = { auth: nil, **options } if options.key?(:api_key)
      self.class.allocate.tap { |client| client.send(:take_over, @requester.with(options)) }
    end

    # Closes the idle connections. The client can still be used.
    # @return [void]
    def close = @requester.transport.close

    def inspect = "#<#{self.class} #{@requester.base_url} #{@requester.inspect}>"

    private

    def take_over(requester)
      @requester = requester
      config = requester.config
      Core::Origin.of(requester.base_url).require_tls('base_url') unless config.allow_insecure
    end
  end
end
