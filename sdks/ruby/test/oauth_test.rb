# frozen_string_literal: true

require_relative 'helper'
require 'logger'

describe Parley::OAuth do
  include Serving

  def token(number, expires_in: 3600)
    answer(200, { access_token: "at_#{number}", refresh_token: "rt_#{number}", expires_in:, scope: 'tickets:read' })
  end

  # The metadata names the address of the server, which is known only when it runs.
  def with_oauth(*answers, log: nil)
    with_server('', *answers) do |server|
      server.answers[0] = lambda do |_, socket|
        metadata = { issuer: server.url, authorization_endpoint: "#{server.url}/authorize",
                     token_endpoint: "#{server.url}/token", authorization_response_iss_parameter_supported: true }
        socket.write(answer(200, metadata))
      end
      yield server, Parley::OAuth.new(auth_url: server.url, client_id: 'app_1', client_secret: 'cs_0123456789abcdef',
                                      redirect_uri: 'https://app.example.org/callback', time_scale: 0.02, logger: log)
    end
  end

  def expired = Parley::Token.new(access_token: 'at_0', refresh_token: 'rt_0', expires_at: Time.now - 1)

  it 'sends the user with PKCE, and redeems the code that comes back' do
    with_oauth(token(1)) do |server, oauth|
      request = oauth.authorization_url(scopes: %w[tickets:read tickets:write])
      query = URI.decode_www_form(URI(request.url).query).to_h
      assert_equal ['S256', 'tickets:read tickets:write', request.state],
                   query.values_at('code_challenge_method', 'scope', 'state')
      assert_equal [OpenSSL::Digest::SHA256.digest(request.code_verifier)].pack('m0').tr('+/', '-_').delete('='),
                   query['code_challenge']
      redeemed = oauth.exchange("/callback?code=c1&state=#{request.state}&iss=#{server.url}", request)
      assert_equal %w[at_1 rt_1], [redeemed.access_token, redeemed.refresh_token]
      assert_includes URI.decode_www_form(server.requests.last.body), ['code_verifier', request.code_verifier]
    end
  end

  it 'refuses an answer to another request, of another server, or of a user who declined' do
    with_oauth do |server, oauth|
      request = oauth.authorization_url
      { 'state=other' => 'invalid_state', "state=#{request.state}&iss=https://evil.example" => 'invalid_issuer',
        "state=#{request.state}&iss=#{server.url}&error=access_denied" => 'access_denied' }.each do |query, error|
        assert_equal error, assert_raises(Parley::OAuthError) { oauth.exchange("/callback?code=c1&#{query}", request) }.error
      end
    end
  end

  it 'refuses a redirect without a state, also when the session is lost' do
    with_oauth(token(1)) do |server, oauth|
      ['state=&', '', 'state=other&'].each do |query|
        [{ state: '' }, { state: nil }, {}, { 'state' => '' }].each do |saved|
          url = "/callback?#{query}code=c1&iss=#{server.url}"
          assert_equal 'invalid_state', assert_raises(Parley::OAuthError) { oauth.exchange(url, saved) }.error
        end
      end
      error = assert_raises(Parley::OAuthError) { oauth.exchange('/call back?state=a', { state: 'a' }) }
      assert_equal 'invalid_request', error.error
      assert_empty server.requests
    end
  end

  it 'shows nothing of an answer that may have tokens' do
    secret = 'rt_0123456789'
    [answer(200, [{ refresh_token: secret }]), answer(200, "access_token=#{secret}", 'Content-Type' => 'text/plain'),
     answer(200, { refresh_token: secret }), answer(200, { access_token: [secret] }), answer(200, { access_token: nil }),
     answer(200, { access_token: secret, expires_in: 'soon' }), answer(400, "client_secret=#{secret}"), answer(400, 'null'),
     answer(502, { refresh_token: secret })].each do |given|
      lines = StringIO.new
      with_oauth(given, log: Logger.new(lines)) do |_, oauth|
        error = assert_raises(Parley::DecodeError, Parley::OAuthError) { oauth.refresh(secret) }
        texts = [error.full_message, error.inspect, lines.string]
        texts += error.is_a?(Parley::DecodeError) ? [error.body] : [error.error_description.to_s]
        texts.each { |text| refute_includes text, '0123456789' }
      end
    end
  end

  it 'sends secrets only to an address that is one' do
    [nil, 5, 'token', 'ftp://example.com/token', 'https://a b'].each do |endpoint|
      metadata = ->(server) { answer(200, { issuer: server.url, token_endpoint: endpoint }) }
      with_server('') do |server|
        server.answers[0] = ->(_, socket) { socket.write(metadata.call(server)) }
        oauth = Parley::OAuth.new(auth_url: server.url, client_id: 'app_1')
        error = assert_raises(Parley::OAuthError, endpoint.inspect) { oauth.refresh('rt_0') }
        assert_equal ['invalid_metadata', 1], [error.error, server.requests.size]
      end
    end
  end

  it 'refreshes an expired token once for many threads, and saves it before its use' do
    with_oauth(token(1)) do |server, oauth|
      store = Parley::MemoryTokenStore.new(expired)
      provider = Parley::TokenProvider.new(oauth, store)
      with_server(answer(200, { data: { id: 'user_1' } })) do |api, _|
        parley = Parley::Client.new(base_url: api.url, auth: provider)
        10.times.map { Thread.new { parley.me } }.each(&:join)
        assert_equal ['Bearer at_1'], api.requests.map { |one| one.headers['authorization'] }.uniq
      end
      assert_equal 'rt_1', store.load.refresh_token
      assert_equal 2, server.requests.size
    end
  end

  it 'takes the token that another process has refreshed meanwhile' do
    with_oauth(answer(400, { error: 'invalid_grant' })) do |_, oauth|
      store = Parley::MemoryTokenStore.new(expired)
      other = Parley::Token.new(access_token: 'at_9', refresh_token: 'rt_9', expires_at: Time.now + 3600)
      oauth.define_singleton_method(:refresh) { |one| store.save(one, other) && super(one) }
      assert_equal 'at_9', Parley::TokenProvider.new(oauth, store).token(deadline: Parley::Core::Deadline.in(5))
    end
  end

  it 'asks to sign in again when the grant has ended' do
    with_oauth(answer(400, { error: 'invalid_grant' })) do |_, oauth|
      provider = Parley::TokenProvider.new(oauth, Parley::MemoryTokenStore.new(expired))
      assert_raises(Parley::AuthorizationExpiredError) { provider.token(deadline: Parley::Core::Deadline.in(5)) }
    end
  end

  it 'keeps tokens in a file for its owner alone' do
    Dir.mktmpdir do |folder|
      store = Parley::FileTokenStore.new("#{folder}/token.json")
      assert_nil store.load
      assert store.save(nil, expired)
      refute store.save(nil, expired), 'another token is there'
      assert_equal 'rt_0', store.load.refresh_token
      assert_equal 0o600, File.stat("#{folder}/token.json").mode & 0o777
    end
  end

  it 'saves tokens through no file that another has put there' do
    Dir.mktmpdir do |folder|
      File.write("#{folder}/other", 'as it was')
      File.symlink("#{folder}/other", "#{folder}/token.json.guessed")
      store = Parley::FileTokenStore.new("#{folder}/token.json")
      SecureRandom.stub(:hex, 'guessed') { assert_raises(Errno::EEXIST) { store.save(nil, expired) } }
      assert_equal 'as it was', File.read("#{folder}/other")
    end
  end

  it 'keeps the token that is there if the disk is full' do
    Dir.mktmpdir do |folder|
      store = Parley::FileTokenStore.new("#{folder}/token.json")
      store.save(nil, expired)
      child = fork do
        trap('XFSZ', 'IGNORE')
        Process.setrlimit(:FSIZE, 10)
        store.save(store.load, Parley::Token.new(access_token: 'at_1'))
      rescue Errno::EFBIG
        exit!(true)
      ensure
        exit!(false)
      end
      assert_predicate Process.wait2(child).last, :success?
      assert_equal [expired.access_token, ['token.json']], [store.load.access_token, Dir.children(folder)]
    end
  end

  it 'shows nothing of a token file that cannot be read' do
    Dir.mktmpdir do |folder|
      ['{"access_token":"at_0123456789', '["at_0123456789"]', '{"token":"at_0123456789"}', 'null', ''].each do |text|
        File.write("#{folder}/token.json", text)
        error = assert_raises(Parley::ConfigurationError) { Parley::FileTokenStore.new("#{folder}/token.json").load }
        refute_includes error.full_message, '0123456789'
      end
    end
  end
end
