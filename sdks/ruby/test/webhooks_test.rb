# frozen_string_literal: true

require_relative 'helper'

describe Parley::Webhooks do
  let(:secret) { 'my-super-secret' }
  let(:body) { '{"event":"ticket.created","timestamp":"2024-01-01T00:00:00.000Z","data":{"id":"t_1"}}' }
  let(:now) { 1_704_067_200 }
  let(:headers) { Parley::Webhooks.sign(body, secret, id: 'msg_01HK153X00AAAAAAAAAAAAAAAA', now:) }

  def reason_of(&block) = assert_raises(Parley::WebhookSignatureError, &block).reason

  it 'signs as Standard Webhooks specifies' do
    assert_equal 'v1,Aa4IC1bTkjBRlJDqmuBWPOh3XZeBd9O4rRnGZI8ADsM=', headers['webhook-signature']
    official = Parley::Webhooks.sign('{"test": 2432232314}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
                                     id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', now: 1_614_265_330)
    assert_equal 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', official['webhook-signature']
  end

  it 'returns an event of its type' do
    event = Parley::Webhooks.verify(body, headers, secret, now:)
    assert_instance_of Parley::Models::TicketCreatedEvent, event
    assert_equal 't_1', event.data.id
    assert Parley::Webhooks.known?(event)
  end

  it 'keeps an event whose type is not known' do
    body = '{"event":"robot.awoke","data":{"id":"r_1"}}'
    event = Parley::Webhooks.verify(body, Parley::Webhooks.sign(body, secret, id: 'e', now:), secret, now:)
    assert_equal ['robot.awoke', { 'id' => 'r_1' }, false], [event.event, event.data, Parley::Webhooks.known?(event)]
  end

  it 'reads the headers of a Rack environment, and takes one of several secrets' do
    rack = headers.transform_keys { |name| "HTTP_#{name.upcase.tr('-', '_')}" }
    assert_equal 't_1', Parley::Webhooks.verify(body, { 'rack.input' => nil, **rack }, ['another', secret], now:).data.id
  end

  it 'refuses what is too old, too new, changed or incomplete' do
    assert_equal :too_old, reason_of { Parley::Webhooks.verify(body, headers, secret, now: now + 301) }
    assert_equal :too_new, reason_of { Parley::Webhooks.verify(body, headers, secret, now: now - 301) }
    assert_equal :no_match, reason_of { Parley::Webhooks.verify("#{body} ", headers, secret, now:) }
    assert_equal :missing_header, reason_of { Parley::Webhooks.verify(body, headers.except('webhook-id'), secret, now:) }
    assert_equal :bad_timestamp,
                 reason_of { Parley::Webhooks.verify(body, { **headers, 'webhook-timestamp' => 'soon' }, secret, now:) }
    ['v1', "v1,\0", 'v1,größe', 'v2,abc'].each do |signature|
      assert_equal :no_match,
                   reason_of { Parley::Webhooks.verify(body, { **headers, 'webhook-signature' => signature }, secret, now:) }
    end
  end

  it 'names a genuine body that is no event' do
    bodies = ['', ' ', '5', 'null', 'true', '"text"', '[]', '[{}]', '{', '{"a":NaN}', "{\"event\":\"\xFF\"}", "\uFEFF{}", "\0",
              '[' * 200]
    bodies.each do |body|
      headers = Parley::Webhooks.sign(body, secret, id: 'e', now:)
      error = assert_raises(Parley::DecodeError, body.inspect) { Parley::Webhooks.verify(body.b, headers, secret, now:) }
      assert_equal body.scrub, error.body
    end
  end

  it 'keeps an object of any form' do
    ['{}', '{"event":null}', '{"event":5}', '{"event":[]}', '{"event":{}}', '{"event":"ticket.created","data":5}'].each do |body|
      event = Parley::Webhooks.verify(body, Parley::Webhooks.sign(body, secret, id: 'e', now:), secret, now:)
      assert_equal body, JSON.generate(event)
    end
  end

  it 'refuses a parsed body and secrets that cannot be right' do
    error = assert_raises(TypeError) { Parley::Webhooks.verify(JSON.parse(body), headers, secret, now:) }
    assert_match(/raw_post/, error.message)
    [[], '', [secret, ''], 'whsec_', 'whsec_no base64!'].each do |wrong|
      assert_raises(Parley::ConfigurationError) { Parley::Webhooks.verify(body, headers, wrong, now:) }
    end
  end
end
