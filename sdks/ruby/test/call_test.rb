# frozen_string_literal: true

require_relative 'helper'

describe 'A call' do
  include Serving

  it 'sends JSON with the credential and an idempotency key, and returns the record' do
    with_server(answer(201, { data: ticket }, 'ETag' => '"1"', 'X-Request-Id' => 'req_9')) do |server, parley|
      created = parley.tickets.create(subject: 'Printer', description: nil)
      sent = server.requests.first
      assert_equal ['POST', '/v1/tickets', { 'subject' => 'Printer', 'description' => nil }],
                   [sent.verb, sent.path, JSON.parse(sent.body)]
      assert_equal 'Bearer sk_test_0123456789abcdef', sent.headers['authorization']
      assert_match(/\A[\h-]{36}\z/, sent.headers['idempotency-key'])
      assert_equal 'handling=strict', sent.headers['prefer']
      assert_equal 'Printer', created.subject
      assert_equal ['"1"', 'req_9'], [Parley.response_of(created).etag, Parley.response_of(created).request_id]
    end
  end

  it 'repeats a failed write with the same key and body' do
    with_server(refusal(500, 'internal_error'), reset, answer(201, { data: ticket })) do |server, parley|
      response = Parley.response_of(parley.tickets.create(subject: 'Printer'))
      assert_equal 1, server.requests.map { |one| [one.headers['idempotency-key'], one.body] }.uniq.size
      assert_equal [500, nil, 201], response.attempts.map(&:status)
      assert_equal %w[Server Connection], response.attempts.first(2).map(&:error)
    end
  end

  it 'is not repeated without retries, and says that the outcome is unknown' do
    with_server(hang_up) do |server, parley|
      once = { max_retries: 0 }
      error = assert_raises(Parley::ConnectionError) { parley.tickets.create(subject: 'x', options: once) }
      assert_equal [:unknown, server.requests.first.headers['idempotency-key'], 1],
                   [error.outcome, error.idempotency_key, error.attempts.size]
    end
  end

  it 'stays unknown when the last attempts are refused' do
    with_server(hang_up, refusal(429, 'rate_limit_exceeded', 'Retry-After' => '0')) do |_, parley|
      error = assert_raises(Parley::RateLimitError) { parley.tickets.create(subject: 'x') }
      assert_equal [:unknown, 4], [error.outcome, error.attempts.size]
    end
  end

  it 'raises at once if the server wants a longer wait than the call may last' do
    with_server(refusal(429, 'rate_limit_exceeded', 'Retry-After' => '3600')) do |server, parley|
      error = assert_raises(Parley::RateLimitError) { parley.me }
      assert_equal [3600, 1], [error.retry_after, server.requests.size]
    end
  end

  it 'takes a cut-off answer for a failure, although Net::HTTP does not' do
    cut = ->(_, socket) { socket.write(answer(200, { data: ticket })[0..-5]) && socket.close }
    with_server(cut) do |_, parley|
      assert_raises(Parley::TruncatedError) { parley.tickets.get('ticket_1', options: { max_retries: 0 }) }
    end
  end

  it 'ends at its timeout even if the server sends a byte now and then' do
    drip = lambda do |_, socket|
      answer(200, { data: ticket }).each_char { |char| socket.write(char) && sleep(0.01) }
    end
    with_server(drip) do |_, parley|
      assert_raises(Parley::TimeoutError) { parley.me(options: { timeout: 5, max_retries: 0 }) }
    end
  end

  it 'is refused an answer whose head does not end' do
    ok = "HTTP/1.1 200 OK\r\n"
    ["#{ok}#{"X-More: x\r\n" * 101}", "#{ok}#{"X-More: #{'x' * 2048}\r\n" * 40}", "#{ok}X-More: #{'x' * 100_000}\r\n",
     "#{"HTTP/1.1 103 Early Hints\r\n\r\n" * 60}#{ok}"].each do |head|
      closed = Queue.new
      endless = lambda do |_, socket|
        socket.write("#{head}Content-Length: 2\r\n\r\n{}")
        closed << socket.read
      rescue SystemCallError
        closed << ''
      end
      with_server(endless) do |server, parley|
        error = assert_raises(Parley::ConnectionError) { parley.me }
        assert_match(/not HTTP.*its head/, error.message)
        assert_equal ['', 1], [closed.pop, server.requests.size]
      end
    end
  end

  it 'is answered after some hints' do
    hints = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 3
    with_server(hints + answer(200, { data: ticket })) do |_, parley|
      assert_equal 'Printer', parley.tickets.get('ticket_1').subject
    end
  end

  it 'uses one connection again, unless more came than the answer' do
    good = answer(200, { data: ticket })
    [nil, Certificate.new].each do |certificate|
      with_server(good, good * 2, good, certificate:) do |server, parley|
        3.times { parley.tickets.get('ticket_1') }
        first, second, third = server.requests.map(&:connection)
        assert_equal first, second
        refute_equal second, third
      end
    end
  end

  it 'does not take for its answer what came after the one before' do
    [nil, Certificate.new].each do |certificate|
      answered = Queue.new
      sent = Queue.new
      late = lambda do |_, socket|
        socket.write(answer(200, { data: ticket }))
        answered.pop
        sent << socket.write(answer(200, { data: ticket(subject: 'Stray') }))
      end
      with_server(late, answer(200, { data: ticket }), certificate:) do |server, parley|
        parley.tickets.get('ticket_1')
        answered << true
        sent.pop
        assert_equal 'Printer', parley.tickets.get('ticket_1').subject
        assert_equal 2, server.requests.map(&:connection).uniq.size
      end
    end
  end

  it 'is cancelled by another thread, and its connection is not used again' do
    cancellation = Parley::Cancellation.new
    with_server(->(_, _) { cancellation.cancel }, answer(200, { data: ticket })) do |server, parley|
      assert_raises(Parley::CancelledError) { parley.me(options: { signal: cancellation }) }
      parley.tickets.get('ticket_1')
      assert_equal 2, server.requests.map(&:connection).uniq.size
    end
  end

  it 'succeeds as a delete whose first answer was lost' do
    with_server(hang_up, refusal(404, 'not_found')) do |_, parley|
      assert_predicate parley.tickets.delete('ticket_1'), :already_gone?
    end
  end

  it 'succeeds as a delete only as documented' do
    page = answer(200, '<html>hotel</html>', 'Content-Type' => 'text/html')
    with_server(page, answer(200, {}), "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n") do |_, parley|
      2.times { assert_raises(Parley::DecodeError) { parley.tickets.delete('ticket_1') } }
      assert_equal 304, assert_raises(Parley::ApiError) { parley.tickets.delete('ticket_1') }.status
      assert_equal 204, parley.tickets.delete('ticket_1').status
    end
  end

  it 'is refused before sending if a header is none' do
    with_server('') do |server, parley|
      [{ 'x-a' => "b\r\nc" }, { "x-a: b\r\nx-c" => 'd' }, { 'x a' => 'b' }, { '' => 'b' }, { 'x-a' => 1 }].each do |headers|
        assert_raises(Parley::ConfigurationError, headers.inspect) { parley.me(options: { headers: }) }
      end
      hooked = server.client(hooks: { on_request: ->(_, headers) { headers["x-a: b\r\nx-c"] = 'd' } })
      assert_raises(Parley::ConfigurationError) { hooked.me }
      assert_empty server.requests
    end
  end

  it 'does not show a token that no header can carry' do
    auth = Object.new
    def auth.token(**) = "at_test_0123456789\r\nx-a: b"
    with_server('') do |server, _|
      error = assert_raises(Parley::ConfigurationError) { Parley::Client.new(base_url: server.url, auth:).me }
      refute_includes error.full_message, '0123456789'
    end
  end

  it 'is refused before sending if an id leads elsewhere' do
    with_server('') do |server, parley|
      ['', '.', '..', 'a/b', 'a?b', 'a#b', nil].each { |id| assert_raises(ArgumentError) { parley.tickets.get(id) } }
      assert_raises(ArgumentError) { parley.tickets.list(tag: ['a,b']) }
      assert_empty server.requests
    end
  end

  it 'has no redirect followed' do
    with_server("HTTP/1.1 302 Found\r\nLocation: https://example.com/\r\nContent-Length: 0\r\n\r\n") do |_, parley|
      assert_equal 302, assert_raises(Parley::ApiError) { parley.me }.status
    end
  end

  it 'shows the text of an answer that is no JSON' do
    page = ->(status) { answer(status, '<html>hotel</html>', 'Content-Type' => 'text/html') }
    with_server(page.call(200), page.call(501)) do |_, parley|
      error = assert_raises(Parley::DecodeError) { parley.me }
      assert_equal ['text/html', '<html>hotel</html>'], [error.content_type, error.body]
      assert_equal '<html>hotel</html>', assert_raises(Parley::ServerError) { parley.me }.body
    end
  end

  it 'has a typed error for JSON of another shape' do
    shapes = ['null', '[]', '"text"', '{}', { data: 5 }, { data: [] }]
    with_server(*shapes.map { |shape| answer(200, shape) }) do |_, parley|
      shapes.size.times { assert_raises(Parley::DecodeError) { parley.tickets.get('ticket_1') } }
    end
    lists = [{ data: 5 }, { data: [5], meta: {} }, { data: [], meta: nil }]
    with_server(*lists.map { |shape| answer(200, shape) }) do |_, parley|
      lists.size.times { assert_raises(Parley::DecodeError) { parley.tickets.list.data } }
    end
    errors = ['null', '5', { error: nil }, { error: 5 }, { error: { code: {}, details: 5 } }, { error: { details: [5, nil] } }]
    with_server(*errors.map { |shape| answer(422, shape) }) do |_, parley|
      errors.size.times { assert_empty assert_raises(Parley::ValidationError) { parley.me }.details.map(&:code) }
    end
    with_server(answer(200, { data: ticket, included: [5] })) do |_, parley|
      assert_nil Parley.response_of(parley.tickets.get('ticket_1')).included
    end
  end

  it 'updates the newest record again when another writer was faster' do
    fresh = ->(version) { answer(200, { data: ticket(priority: version) }, 'ETag' => "\"#{version}\"") }
    with_server(fresh.call('a'), refusal(412, 'precondition_failed'), fresh.call('b'), fresh.call('c')) do |server, parley|
      seen = []
      parley.tickets.update('ticket_1') { |record| seen << record.priority and { status: 'closed' } }
      assert_equal %w[a b], seen
      assert_equal [nil, '"a"', nil, '"b"'], server.requests.map { |one| one.headers['if-match'] }
    end
  end

  it 'works in parent and child after a fork' do
    with_server(answer(200, { data: ticket })) do |server, parley|
      parley.tickets.get('ticket_1')
      child = fork { exit!(parley.tickets.get('ticket_1').subject == 'Printer') }
      assert_predicate Process.wait2(child).last, :success?
      parley.tickets.get('ticket_1')
      first, second, third = server.requests.map(&:connection)
      assert_equal first, third
      refute_equal first, second
    end
  end
end
