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

  it 'is read in any pieces, with any line ends' do
    text = ": hi\nid:1\nevent: x\ndata: {\"a\":\ndata: \"größe\"}\n\nid: 2\n\nid: \0\ndata\n\n"
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
