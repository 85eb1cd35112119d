# frozen_string_literal: true

require 'minitest/autorun'
require 'json'
require 'socket'
require 'tmpdir'
require 'parley'

# An HTTP server in this process. It gives its answers one after another, and remembers what it was asked.
class LocalServer
  Request = Struct.new(:verb, :path, :headers, :body, :connection, keyword_init: true)

  attr_reader :requests, :answers

  # @param answers [Array<String, Proc>] text, or what gets the request and the socket; the last one is repeated
  def initialize(*answers)
    @answers = answers
    @requests = []
    @mutex = Mutex.new
    @server = TCPServer.new('127.0.0.1', 0)
    @threads = [Thread.new { accept }]
  end

  def url = "http://127.0.0.1:#{@server.addr[1]}"

  def close
    @server.close
    @threads.each(&:kill)
  end

  def client(**options) = Parley::Client.new(base_url: url, api_key: 'sk_test_0123456789abcdef', time_scale: 0.02, **options)

  def self.answer(status, body, headers = {})
    text = body.is_a?(String) ? body : JSON.generate(body)
    headers = { 'Content-Type' => 'application/json', 'Content-Length' => text.bytesize, **headers }
    lines = headers.map { |name, value| "#{name}: #{value}" }
    "HTTP/1.1 #{status} Status\r\n#{lines.join("\r\n")}\r\n\r\n#{text}"
  end

  def self.error(status, code, headers = {})
    answer(status, { error: { type: 'api_error', code:, message: 'Refused', request_id: 'req_1' } }, headers)
  end

  private

  def accept
    loop do
      socket = @server.accept
      @threads << Thread.new { serve(socket) }
    end
  rescue IOError
    nil
  end

  def serve(socket)
    while (request = read(socket))
      answer = @mutex.synchronize do
        @requests << request
        @answers.size > 1 ? @answers.shift : @answers.first
      end
      answer.is_a?(Proc) ? answer.call(request, socket) : socket.write(answer)
    end
  rescue SystemCallError, IOError
    nil
  ensure
    socket.close
  end

  def read(socket)
    verb, path = socket.gets&.split
    return if verb.nil?

    headers = {}
    while (line = socket.gets.chomp) != ''
      name, value = line.split(': ', 2)
      headers[name.downcase] = value
    end
    body = headers.key?('transfer-encoding') ? read_chunks(socket) : socket.read(headers['content-length'].to_i)
    Request.new(verb:, path:, headers:, body:, connection: socket.object_id)
  end

  def read_chunks(socket)
    body = +''
    while (length = socket.gets.to_i(16)).positive?
      body << socket.read(length)
      socket.gets
    end
    socket.gets
    body
  end
end

# What the tests of the client share.
module Serving
  def answer(...) = LocalServer.answer(...)

  def refusal(...) = LocalServer.error(...)

  def ticket(**fields) = { id: 'ticket_1', subject: 'Printer', status: 'open', custom_fields: {}, **fields }

  def hang_up = ->(_request, socket) { socket.close }

  # A socket that is cut by the server without a goodbye.
  def reset
    lambda do |_request, socket|
      socket.setsockopt(Socket::SOL_SOCKET, Socket::SO_LINGER, [1, 0].pack('ii'))
      socket.close
    end
  end

  def with_server(*answers)
    server = LocalServer.new(*answers)
    yield server, server.client
  ensure
    server.close
  end
end
