# frozen_string_literal: true

require 'minitest/autorun'
require 'minitest/mock'
require 'json'
require 'openssl'
require 'socket'
require 'tmpdir'
require 'parley'

# An HTTP server in this process. It gives its answers one after another, and remembers what it was asked.
class LocalServer
  Request = Struct.new(:verb, :path, :headers, :body, :connection, keyword_init: true)

  attr_reader :requests, :answers

  # @param answers [Array<String, Proc>] text, or what gets the request and the socket; the last one is repeated
  # @param certificate [Certificate, nil] for TLS
  def initialize(*answers, certificate: nil)
    @answers = answers
    @certificate = certificate
    @requests = []
    @mutex = Mutex.new
    @server = TCPServer.new('127.0.0.1', 0)
    @threads = [Thread.new { accept }]
  end

  def url = "http#{'s' if @certificate}://127.0.0.1:#{@server.addr[1]}"

  def close
    @server.close
    @threads.each(&:kill)
  end

  def client(**options)
    Parley::Client.new(base_url: url, api_key: 'sk_test_0123456789abcdef', time_scale: 0.02, ca: @certificate&.pem, **options)
  end

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

  def serve(tcp)
    socket = @certificate ? @certificate.accept(tcp) : tcp
    while (request = read(socket))
      answer = @mutex.synchronize do
        @requests << request
        @answers.size > 1 ? @answers.shift : @answers.first
      end
      answer.is_a?(Proc) ? answer.call(request, socket) : socket.write(answer)
    end
  rescue SystemCallError, IOError, OpenSSL::SSL::SSLError
    nil
  ensure
    (socket || tcp).close
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

# A certificate of a server at 127.0.0.1 that nobody else has signed.
class Certificate
  def initialize
    @key = OpenSSL::PKey::EC.generate('prime256v1')
    @certificate = OpenSSL::X509::Certificate.new
    @certificate.version = 2
    @certificate.serial = 1
    @certificate.subject = @certificate.issuer = OpenSSL::X509::Name.parse('/CN=test')
    @certificate.public_key = @key
    @certificate.not_before = Time.now - 60
    @certificate.not_after = Time.now + 3600
    @certificate.add_extension(OpenSSL::X509::ExtensionFactory.new.create_extension('subjectAltName', 'IP:127.0.0.1'))
    @certificate.sign(@key, 'SHA256')
  end

  def pem = @certificate.to_pem

  def accept(socket)
    context = OpenSSL::SSL::SSLContext.new
    context.add_certificate(@certificate, @key)
    OpenSSL::SSL::SSLSocket.new(socket, context).tap { |tls| tls.sync_close = true }.accept
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

  def with_server(*answers, **options)
    server = LocalServer.new(*answers, **options)
    yield server, server.client
  ensure
    server.close
  end
end
