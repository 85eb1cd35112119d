# frozen_string_literal: true

require 'parley/core/deadline'
require 'parley/core/errors'
require 'parley/core/fork'

module Parley
  # Secrets are checked and shown here alone.
  module Core
    # How a secret may be shown: its prefix and its last four characters, such as `sk_live_…1a2b`.
    def self.masked(secret)
      return '…' if secret.to_s.length < 16

      "#{secret[/\A(?:[a-z]+_)*/]}…#{secret[-4..]}"
    end

    # @raise [ConfigurationError] for text that no header can carry; its message does not contain the text
    def self.check_secret(secret, name)
      return secret if secret.is_a?(String) && secret.match?(/\A[\x21-\x7e]+\z/)

      raise ConfigurationError, "#{name} is empty, or contains a blank or a control character: was it read with its newline?"
    end

    # @raise [ConfigurationError] if the token belongs to the other mode
    def self.check_mode(token, expected)
      mode = token.match?(/\A(sk|at)_test_/) ? 'test' : 'live'
      return token if expected.nil? || mode == expected

      raise ConfigurationError, "expect_mode is #{expected}, and the credential is of #{mode} mode"
    end

    # @param config [Config]
    # @return [#token]
    # @raise [ConfigurationError]
    def self.credential_of(config)
      raise ConfigurationError, 'api_key and auth exclude each other' if config.api_key && config.auth
      raise ConfigurationError, 'api_key, auth or the variable PARLEY_API_KEY is missing' unless config.api_key || config.auth
      return config.auth if config.auth

      check_mode(check_secret(config.api_key, 'api_key'), config.expect_mode)
      ApiKey.new(config.api_key)
    end

    # An API key or a personal access token: it never changes.
    class ApiKey
      def initialize(key)
        @key = key.dup.freeze
        freeze
      end

      def token(**) = @key

      def inspect = "#<#{self.class} #{Core.masked(@key)}>"
    end
  end

  # Gives a client the access token of a user, and refreshes it: once for all threads, and once for all processes that share
  # the store.
  #
  # A client takes any object as `auth` that has the method `token(stale:, deadline:)`. It returns an access token: another one
  # than `stale`, which the API has called expired, unless `stale` is nil.
  class TokenProvider
    # Seconds before its end at which a token is no longer used.
    EARLY = 60

    # One refresh that several threads wait for. It runs in a thread of its own, so that it outlives the call that began it.
    class Flight
      def initialize(&refresh)
        @done = Cancellation.new
        @thread = Thread.new { run(&refresh) }
        @generation = Core::Fork.generation
      end

      def running? = !@done.cancelled? && @generation == Core::Fork.generation

      # @return [Token]
      def wait(deadline)
        deadline.wait(@done.to_io, :read)
        # A copy, as every call that waits adds its own details.
        raise @error.dup if @error

        @token
      end

      private

      def run
        @token = yield
      rescue StandardError => error
        @error = error
      ensure
        @error ||= Error.new('The refresh was interrupted') unless @token
        @done.cancel
      end
    end
    private_constant :Flight

    # @param oauth [OAuth]
    # @param store [#load, #save, #with_lock] see {MemoryTokenStore}
    def initialize(oauth, store)
      @oauth = oauth
      @store = store
      @mutex = Mutex.new
      @current = nil
    end

    # @param stale [String, nil] the access token that the API has called expired
    # @param deadline [Core::Deadline] of the call; the refresh goes on if it passes
    # @return [String] an access token
    # @raise [AuthorizationExpiredError] if the user has to sign in again
    def token(deadline:, stale: nil)
      flight = @mutex.synchronize do
        @current ||= stored
        return @current.access_token if usable?(@current, stale)

        @flight = Flight.new { refreshed(stale) } unless @flight&.running?
        @flight
      end
      flight.wait(deadline).access_token
    end

    def inspect = "#<#{self.class} #{@current.inspect}>"

    private

    def usable?(token, stale)
      token.access_token != stale && (token.expires_at.nil? || token.expires_at - Time.now > EARLY)
    end

    def refreshed(stale)
      token = @store.with_lock do
        # Another process may have refreshed it meanwhile.
        current = stored
        usable?(current, stale) ? current : successor_of(current, stale)
      end
      @mutex.synchronize { @current = token }
    end

    def successor_of(token, stale)
      successor = @oauth.refresh(token)
      # Before its use: the server forgets the refresh token when it sees the new access token.
      @store.save(token, successor) ? successor : stored
    rescue OAuthError => error
      raise unless error.error == 'invalid_grant'

      latest = stored
      raise AuthorizationExpiredError.new(error.error, error.error_description, status: error.status) if latest == token

      usable?(latest, stale) ? latest : successor_of(latest, stale)
    end

    def stored
      @store.load or raise ConfigurationError, 'The token store is empty: sign the user in first'
    end
  end
end
