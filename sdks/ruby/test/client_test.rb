# frozen_string_literal: true

require_relative 'helper'
require 'logger'

describe Parley::Client do
  include Serving

  let(:key) { 'sk_live_0123456789abcdef' }

  def built(**options) = Parley::Client.new(base_url: 'https://api.example.com', api_key: key, **options)

  it 'refuses what would leak a key or cannot work' do
    [{ base_url: 'http://api.example.com' }, { base_url: 'https://u:p@api.example.com' }, { base_url: 'api.example.com' },
     { api_key: "#{key}\n" }, { api_key: '' }, { expect_mode: 'test' }, { expect_mode: 'demo' }, { retries: 3 },
     { max_retries: -1 }, { timeout: 0 }, { hooks: { on_error: nil } }, { auth: Object.new }, { ca: '/nowhere.pem' },
     { proxy: 'https://proxy.example.com' }].each do |options|
      error = assert_raises(Parley::ConfigurationError, options.keys.to_s) { built(**options) }
      refute_includes error.message, '0123456789'
    end
    assert built(base_url: 'http://api.example.com', allow_insecure: true)
  end

  it 'never shows its key' do
    client = built
    options = Parley::Core::CallOptions.new(headers: { 'x-secret' => '0123456789' })
    proxies = Parley::Core::ProxyRules.new('http://user:0123456789@proxy.example.com')
    shown = [client, client.tickets, client.tickets.list, options, proxies]
    [*shown.map(&:inspect), *capture_io { pp client }].each { |text| refute_includes text, '0123456789' }
    assert_includes client.inspect, 'sk_live_…cdef'
  end

  it 'writes neither key nor content to its log, and warns of a deprecation once' do
    lines = StringIO.new
    deprecated = { 'Deprecation' => '@1735689600' }
    with_server(refusal(503, 'service_unavailable'), answer(201, { data: ticket }, deprecated)) do |server, _|
      parley = server.client(logger: Logger.new(lines))
      2.times { parley.tickets.create(subject: 'private') }
      assert_raises(Parley::DecodeError) { parley.tickets.list(q: 'private', page: 3).data }
    end
    log = lines.string
    refute_match(/private|0123456789/, log)
    assert_match(%r{DEBUG.*POST /v1/tickets attempt=1 result=503.*authorization: \[…\]}, log)
    assert_match(/WARN.*retry in/, log)
    assert_match(/page=3/, log)
    assert_equal 1, log.scan('POST /v1/tickets is deprecated').size
  end

  it 'lets hooks add headers and see responses' do
    seen = []
    hooks = { on_request: ->(_, headers) { headers['traceparent'] = '00-1' }, on_response: ->(*pair) { seen << pair } }
    with_server(answer(200, { data: ticket })) do |server, _|
      server.client(hooks:, app: { name: 'app', version: '1.0' }).tickets.get('ticket_1')
      assert_equal '00-1', server.requests.first.headers['traceparent']
      assert_match(%r{\Aparley-ruby/\d.*\(ruby/.*\) app/1\.0\z}, server.requests.first.headers['user-agent'])
      assert_equal ['GET /v1/tickets/{ticket_id}', 200], [seen[0][0], seen[0][1].status]
    end
  end

  it 'limits the retries of an outage' do
    with_server(refusal(500, 'internal_error')) do |server, parley|
      50.times { assert_raises(Parley::ServerError) { parley.me } }
      assert_equal 70, server.requests.size
    end
  end

  it 'shares connections with a client of other options' do
    with_server(answer(200, { data: ticket })) do |server, parley|
      [parley, parley.with(max_retries: 1), parley.with(api_key: 'sk_test_another456789abc')].each { |one| one.tickets.get('t') }
      assert_equal 1, server.requests.map(&:connection).uniq.size
      assert_equal 2, server.requests.map { |one| one.headers['authorization'] }.uniq.size
    end
  end

  def with_environment(variables)
    before = ENV.to_h
    ENV.update(variables.transform_keys(&:to_s))
    yield
  ensure
    ENV.replace(before)
  end

  it 'finds its proxy as other programs do' do
    proxy_of = lambda do |url = 'https://api.example.com', **environment|
      origin = Parley::Core::Origin.of(URI(url))
      with_environment(environment) { Parley::Core::ProxyRules.new(nil).for(origin)&.host }
    end
    assert_equal 'upper', proxy_of.call(HTTPS_PROXY: 'http://upper:1')
    assert_equal 'lower', proxy_of.call(HTTPS_PROXY: 'http://upper:1', https_proxy: 'lower:1')
    %w[* example.com .example.com api.example.com:443].each do |exception|
      assert_nil proxy_of.call(HTTPS_PROXY: 'http://upper:1', NO_PROXY: "localhost, #{exception}")
    end
    assert_equal 'upper', proxy_of.call(HTTPS_PROXY: 'http://upper:1', NO_PROXY: 'ample.com,api.example.com:80')
    %w[fd00::1 [fd00::1] [fd00::1]:8080].each do |exception|
      assert_nil proxy_of.call('http://[fd00::1]:8080', HTTP_PROXY: 'http://upper:1', NO_PROXY: exception)
    end
  end

  it 'sends nothing for this machine to the proxy of the environment' do
    with_server(answer(200, { data: ticket })) do |proxy, _|
      with_environment(HTTP_PROXY: proxy.url) do
        with_server(answer(200, { data: ticket })) { |_, parley| assert parley.tickets.get('ticket_1') }
        %w[localhost LOCALHOST api.localhost 127.8.8.8 [::1]].each do |host|
          assert_nil Parley::Core::ProxyRules.new(nil).for(Parley::Core::Origin.of(URI("http://#{host}:1"))), host
        end
      end
      assert_empty proxy.requests
    end
  end
end

describe Parley::Models::Model do
  let(:data) do
    JSON.parse(<<~BODY, freeze: true)
      {"id":"t","subject":"Printer","later":{"a":1},"contact":{"id":"c","email":"a@b"},"custom_fields":{"plan":"gold"}}
    BODY
  end
  let(:ticket) { Parley::Models::Ticket.new(data) }

  it 'reads fields, unknown ones by name, and absent ones as nil' do
    assert_equal ['Printer', 'a@b', { 'a' => 1 }, nil], [ticket.subject, ticket.contact.email, ticket['later'], ticket.status]
    refute_respond_to ticket, :later
    assert_equal 'a@b', ticket[:contact][:email]
  end

  it 'is matched by pattern, compared, copied and written as JSON' do
    ticket => { subject:, contact: { email: }, assignee: nil }
    assert_equal %w[Printer a@b], [subject, email]
    assert_equal ticket, Marshal.load(Marshal.dump(ticket))
    assert_equal data, JSON.parse(JSON.generate(ticket))
    assert_equal({ 'plan' => 'gold' }, ticket.to_h[:custom_fields])
    assert_equal 'a@b', ticket.to_h[:contact][:email]
  end

  it 'cannot be changed, and shows no link or secret' do
    assert_predicate ticket, :frozen?
    assert_raises(FrozenError) { ticket['custom_fields']['plan'] = 'x' }
    refute_includes Parley::Models::WebhookWithSecret.new({ 'secret' => 'hidden' }).inspect, 'hidden'
  end
end
