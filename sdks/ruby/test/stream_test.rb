# frozen_string_literal: true

require_relative 'helper'

describe 'The event stream' do
  include Serving

  def head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

  def event(position, id) = "id: #{position}\ndata: #{JSON.generate(event: 'ticket.created', data: { id: })}\n\n"

  def streamed(*texts) = ->(_, socket) { socket.write(head, *texts) && socket.close }

  it 'goes on behind the last event that was handled' do
    with_server(streamed("retry: 10\n\n", event('p1', 'a'), event('p2', 'b')), refusal(503, 'service_unavailable'),
                streamed(event('p2', 'b'), event('p3', 'c'))) do |server, parley|
      stream = parley.events.stream(event: ['ticket.*'], last_event_id: 'p0')
      ids = stream.first(3).map { |one| one.data['id'] }
      assert_equal %w[a b c], ids
      assert_equal %w[p0 p2 p2], server.requests.map { |one| one.headers['last-event-id'] }
      assert_equal '/v1/events/stream?event=ticket.%2A', server.requests.first.path
    end
  end

  it 'repeats an event whose handling failed, and raises the error of the block' do
    with_server(streamed(event('p1', 'a'), event('p2', 'b'))) do |_, parley|
      stream = parley.events.stream
      assert_raises(IOError) { stream.each { |one| raise IOError, 'disk full' if one.data['id'] == 'b' } }
      assert_equal 'p1', stream.position
    end
  end

  it 'ends with advice when the position has expired' do
    with_server(refusal(422, 'position_expired')) do |_, parley|
      error = assert_raises(Parley::StreamError) { parley.events.stream(last_event_id: 'old').first(1) }
      assert_equal %w[position_expired old], [error.code, error.position]
    end
  end

  it 'ends with an error if a line or an event does not' do
    endless = ["data: #{'x' * 65_536}", "data: #{'x' * 65_536}\n", 'x' * 65_536]
    endless.each do |text|
      flood = lambda do |_, socket|
        socket.write(head, event('p1', 'a'))
        loop { socket.write(text) }
      end
      with_server(flood) do |_, parley|
        error = assert_raises(Parley::StreamError) { parley.events.stream.first(2) }
        assert_equal 'p1', error.position
        assert_match(/more than 16777216 bytes/, error.message)
      end
    end
  end

  # A text of the API has up to 1,048,576 characters, and `previous` repeats it.
  it 'has events of 5 MiB' do
    text = 'größe' * (5 * 1024 * 1024 / 'größe'.bytesize)
    with_server(streamed(event('p1', text))) do |_, parley|
      assert_equal text, parley.events.stream.first(1).first.data['id']
    end
  end

  it 'is read in a time that grows with the size of its events only' do
    parser = Parley::Core::EventParser.new
    found = []
    start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    ['data: ', *['x' * 64] * (5 * 1024 * 1024 / 64), "\n\n"].each { |piece| parser.feed(piece) { |_, data| found << data.size } }
    assert_operator Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start, :<, 10
    assert_equal [5 * 1024 * 1024], found
  end

  it 'ends with an error if an event is no object' do
    %w[null 5 [] {].each do |data|
      with_server(streamed("data: #{data}\n\n")) do |_, parley|
        assert_raises(Parley::StreamError, data) { parley.events.stream.first(1) }
      end
    end
  end

  it 'waits before it connects again, whatever the server says' do
    times = []
    ended = lambda do |_, socket|
      times << Process.clock_gettime(Process::CLOCK_MONOTONIC)
      socket.write(head, "retry: 0\n\n")
      socket.close
    end
    with_server(ended, ended, refusal(503, 'service_unavailable'), streamed(event('p1', 'a'))) do |server, _|
      server.client(time_scale: 1).events.stream.first(1)
      assert_operator times[1] - times[0], :>=, 0.1
    end
  end

  it 'ends with the error of a server that wants it to wait for days' do
    with_server(refusal(503, 'service_unavailable', 'Retry-After' => '2592000')) do |server, parley|
      error = assert_raises(Parley::ServiceUnavailableError) { parley.events.stream.first(1) }
      assert_equal [2_592_000, 1], [error.retry_after, server.requests.size]
    end
  end

  it 'is read in any pieces, with any line ends' do
    text = ": hi\nid:1\nevent: message\ndata: {\"a\":\ndata: \"größe\"}\n\nid: 2\n\nevent: x\ndata: other\n\nid: \0\ndata\n\n"
    expected = [['1', "{\"a\":\n\"größe\"}"], ['2', nil], [nil, '']]
    ["\n", "\r\n", "\r"].each do |line_end|
      bytes = "\uFEFF#{text.gsub("\n", line_end)}".b
      (0..bytes.size).each do |split|
        found = []
        parser = Parley::Core::EventParser.new
        [bytes[0...split], bytes[split..]].each { |piece| parser.feed(piece) { |id, data| found << [id, data] } }
        assert_equal expected, found, "#{line_end.inspect} at #{split}"
      end
    end
  end
end
