# frozen_string_literal: true

require 'openssl'
require 'parley/core/requester'
require 'parley/core/token_store'

module Parley
  # Signs users in to an app: the authorization code flow of OAuth 2 with PKCE (RFC 7636).
  #
  #   oauth = Parley::OAuth.new(auth_url: 'https://login.example.com', client_id: 'app_…', client_secret: '…',
  #                             redirect_uri: 'https://app.example.org/callback')
  #   request = oauth.authorization_url(scopes: ['tickets:read'])     # keep it in the session, redirect to request.url
  #   token = oauth.exchange(callback_url, request)                   # when the user returns
  #   auth = Parley::TokenProvider.new(oauth, Parley::FileTokenStore.new('token.json').tap { |store| store.save(nil, token) })
  #   parley = Parley::Client.new(base_url: 'https://api.example.com', auth:)
  class OAuth
    # Where to send the user, and what the session keeps until they return.
    AuthorizationRequest = Struct.new(:url, :state, :code_verifier, keyword_init: true) do
      def inspect = "#<#{self.class}>"
      alias_method :to_s, :inspect
    end

    # Errors have the form of RFC 6749. None has the body: it may hold tokens, or repeat the secret that was sent.
    class Request < Core::Request
      def check_success(response)
        super
      rescue DecodeError => error
        raise error.describe(body: '')
      end

      def error_of(response)
        error, description = response.json.values_at('error', 'error_description') if response.json.is_a?(Hash)
        error, description = error.values_at('code', 'message') if error.is_a?(Hash)
        OAuthError.new(error || "http_#{response.status}", description,
                       status: response.status, retry_after: response.retry_after)
                  .describe(request_id: response.request_id)
      end
    end
    private_constant :Request

    # @param auth_url [String] where users sign in
    # @param client_id [String]
    # @param client_secret [String, nil] nil for a public client
    # @param redirect_uri [String, nil] needed to sign users in, not to refresh
    # @param options [Hash] of the connections, as for {Client#initialize}
    # @raise [ConfigurationError]
    def initialize(auth_url:, client_id:, client_secret: nil, redirect_uri: nil, **options)
      foreign = options.keys & %i[base_url api_key auth expect_mode]
      raise ConfigurationError, "Unknown option: #{foreign.join(', ')}" unless foreign.empty?

      @config = Core::Config.new(options)
      @auth_url = Core::Config.url(auth_url, 'auth_url')
      @client_id = client_id
      @client_secret = client_secret && Core.check_secret(client_secret, 'client_secret')
      @redirect_uri = redirect_uri
      @requester = Core::Requester.new(@config, nil)
      @mutex = Mutex.new
      require_tls(@auth_url, 'auth_url')
    end

    # @return [Hash{String => Object}] what the authorization server says of itself (RFC 8414); read once
    # @raise [OAuthError] `invalid_issuer` if it speaks for another one
    def metadata
      @mutex.synchronize { @metadata ||= read_metadata }
    end

    # @param scopes [Array<String>, nil] nil for all scopes of the app
    # @param prompt [String, nil] `consent` asks the user in any case
    # @return [AuthorizationRequest]
    def authorization_url(scopes: nil, prompt: nil)
      raise ConfigurationError, 'redirect_uri is missing' unless @redirect_uri

      state = random
      verifier = random
      query = {
        response_type: 'code', client_id: @client_id, redirect_uri: @redirect_uri, scope: scopes&.join(' '), state:, prompt:,
        code_challenge: unpadded(OpenSSL::Digest::SHA256.digest(verifier)), code_challenge_method: 'S256'
      }
      url = "#{endpoint('authorization_endpoint')}?#{Core::Encode.query(query)}"
      AuthorizationRequest.new(url:, state:, code_verifier: verifier)
    end

    # Redeems the code with which the user has returned. It is sent once: a code works only once.
    # @param callback_url [String] the URL that was requested, or its path with the query
    # @param saved [AuthorizationRequest, Hash] with `state` and `code_verifier`
    # @return [Token]
    # @raise [OAuthError] `access_denied` if the user declined, `invalid_state` if the session did not ask for this
    def exchange(callback_url, saved)
      state, verifier = %i[state code_verifier].map { |name| saved[name] || (saved[name.to_s] if saved.is_a?(Hash)) }
      answer = parameters_of(callback_url)
      check_state(answer['state'], state)
      check_issuer(answer['iss'])
      raise OAuthError.new(answer['error'], answer['error_description']) if answer['error']
      raise OAuthError.new('invalid_request', 'The redirect has no code') unless answer['code']

      token_for({ grant_type: 'authorization_code', code: answer['code'], redirect_uri: @redirect_uri,
                  code_verifier: verifier }, repeat: :unsent)
    end

    # @param token [Token, String] or the refresh token itself
    # @return [Token] store it before you use it
    # @raise [OAuthError] `invalid_grant` if the grant has ended
    def refresh(token)
      refresh_token = token.is_a?(Token) ? token.refresh_token : token
      raise OAuthError.new('invalid_grant', 'There is no refresh token') unless refresh_token

      token_for({ grant_type: 'refresh_token', refresh_token: }, refresh_token:)
    end

    # Ends a token; with the refresh token, the grant.
    # @param token [Token, String]
    # @return [Response]
    def revoke(token) = post('revocation_endpoint', { token: text_of(token) }, answer: :any)

    # @param token [Token, String]
    # @return [Hash{String => Object}] `active`, and `scope`, `exp`, `sub` and more of a token of this app (RFC 7662)
    def introspect(token)
      token = token.access_token if token.is_a?(Token)
      post('introspection_endpoint', { token: }).payload
    end

    def inspect = "#<#{self.class} #{@auth_url} #{@client_id}>"

    private

    def text_of(token) = token.is_a?(Token) ? token.refresh_token || token.access_token : token

    def random = unpadded(SecureRandom.bytes(32))

    def unpadded(bytes) = [bytes].pack('m0').tr('+/', '-_').delete('=')

    def read_metadata
      uri = @auth_url.dup
      uri.path += '/.well-known/oauth-authorization-server'
      found = send_request('GET', uri).payload
      return found if found['issuer'] == @auth_url.to_s

      raise OAuthError.new('invalid_issuer', "#{@auth_url} speaks for #{found['issuer']}")
    end

    # Whoever lures a user here writes this URL.
    def parameters_of(callback_url)
      URI.decode_www_form(URI.parse(callback_url).query.to_s).to_h
    rescue URI::InvalidURIError
      raise OAuthError.new('invalid_request', 'The redirect cannot be read'), cause: nil
    end

    # A session that was lost has no state, and a redirect without one is no answer to it.
    def check_state(given, expected)
      return if given && !expected.to_s.empty? && OpenSSL.secure_compare(given, expected)

      raise OAuthError.new('invalid_state', 'The redirect is not the answer to the request of this session')
    end

    # Whether the answer comes from this server and not from another one that the app uses (RFC 9207).
    def check_issuer(given)
      announced = metadata['authorization_response_iss_parameter_supported']
      return if given == metadata['issuer'] || (given.nil? && !announced)

      raise OAuthError.new('invalid_issuer', 'The redirect comes from another authorization server')
    end

    def token_for(fields, repeat: :always, refresh_token: nil)
      asked = Time.now
      given = post('token_endpoint', fields, repeat:).payload
      access_token, expires_in = given.values_at('access_token', 'expires_in')
      texts = [access_token, *given.values_at('refresh_token', 'scope').compact]
      valid = texts.all?(String) && (expires_in.nil? || expires_in.is_a?(Integer))
      raise DecodeError, 'The answer has no access token, or a part of it is of another type' unless valid

      Token.new(access_token:, refresh_token: given['refresh_token'] || refresh_token,
                expires_at: expires_in && (asked + expires_in), scope: given['scope'])
    end

    # Secrets are sent there, or the user.
    def endpoint(name)
      uri = URI.parse(metadata[name].to_s)
      raise URI::InvalidURIError unless uri.is_a?(URI::HTTP) && uri.hostname

      require_tls(uri, name)
      uri
    rescue URI::InvalidURIError
      raise OAuthError.new('invalid_metadata', "#{name} is no URL of http:// or https://"), cause: nil
    end

    def post(name, fields, **how)
      uri = endpoint(name)
      fields = { **fields, client_id: @client_id, client_secret: @client_secret }.compact
      send_request('POST', uri, body: URI.encode_www_form(fields), **how)
    end

    def send_request(verb, uri, body: nil, **how)
      headers = @requester.headers
      headers['content-type'] = 'application/x-www-form-urlencoded' if body
      request = Request.new("#{verb} #{uri.path}", verb, uri, headers:, body:, **how)
      @requester.call(request, Core::CallOptions.new)
    end

    def require_tls(uri, name)
      Core::Origin.of(uri).require_tls(name) unless @config.allow_insecure
    end
  end
end
