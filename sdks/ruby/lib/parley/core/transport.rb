# frozen_string_literal: true

require 'net/http'
require 'openssl'
require 'parley/core/config'
require 'parley/core/deadline'
require 'parley/core/pool'
require 'parley/core/proxy'
require 'parley/core/socket'

module Parley
  module Core
    # One connection to one origin.
    class Connection < Net::HTTP
      # What ends a connection, besides the deadline.
      FAILURES = [SystemCallError, IOError, OpenSSL::SSL::SSLError].freeze

      attr_accessor :idle_since
      attr_reader :key

      # @param proxy [URI::HTTP, nil]
      # @param context [OpenSSL::SSL::SSLContext, nil]
      # @param deadline [Deadline] of the connection attempt
      # @raise [ConnectionError] before anything of a request was sent
      def self.open(origin, proxy, context, deadline)
        connection = new(origin.host, origin.port, proxy&.hostname, proxy&.port, *ProxyRules.credentials_of(proxy))
        connection.use_ssl = origin.tls?
        connection.max_retries = 0
        connection.keep_alive_timeout = Float::INFINITY
        connection.prepare([origin, proxy], context, deadline)
        connection.start
      end

      def prepare(key, context, deadline)
        @key = key
        @context = context
        @deadline = deadline
        @generation = Fork.generation
      end

      # @raise [ConnectionError]
      def start
        super
      rescue Deadline::Expired
        raise ConnectTimeoutError.new("No connection to #{address} in time", sent: false)
      rescue OpenSSL::SSL::SSLError => error
        # The server hung up during the handshake; everything else is the same the next time.
        ended = error.message.match?(/unexpected eof|SYSCALL/i)
        raise (ended ? ConnectionError : TlsError).new("TLS with #{address}: #{error.message}", sent: false, repeatable: ended)
      rescue Errno::ECONNRESET, EOFError => error
        raise ConnectionError.new("Connection to #{address} failed: #{error.message}", sent: false)
      rescue SystemCallError, SocketError => error
        raise RefusedError.new("Cannot connect to #{address}: #{error.message}", sent: false)
      rescue Net::ProtocolError, Net::HTTPBadResponse => error
        raise ConnectionError.new("The proxy refused: #{error.message}", sent: false, repeatable: false)
      end

      # Sends a request, and yields the response whose body is not read yet.
      # @param deadline [Deadline] of the whole exchange
      # @raise [Deadline::Expired, CancelledError, SystemCallError, IOError, …]
      def exchange(net_request, deadline, &block)
        @timed.begin_exchange(deadline, sends_stream: !net_request.body_stream.nil?)
        @socket.begin_head
        # Net::HTTP takes EPIPE for the sign to read the answer that is there.
        net_request.body_stream&.before_read { raise Errno::EPIPE if @timed.answered? }
        request(net_request, &block)
      end

      # Whether a byte of the answer has come.
      def answered? = @timed.received

      def alive? = @timed.idle?

      # Whether the server and what was sent allow another request.
      def reusable? = started? && !@socket.closed? && !@socket.leftover?

      # @return [true]
      def discard
        return true if @generation != Fork.generation

        @socket&.close
        true
      rescue *FAILURES
        true
      end

      private

      # Net::HTTP would give each step the whole timeout, and does not know cancellation.
      def connect
        tcp = open_tcp(*(proxy? ? [proxy_address, proxy_port] : [address, port]))
        tcp.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
        tunnel(tcp) if proxy? && use_ssl?
        @timed = TimedSocket.new(use_ssl? ? handshake(tcp) : tcp, @deadline)
        @socket = ReadBuffer.new(@timed)
        @last_communicated = nil
        connected = true
      ensure
        tcp&.close unless connected
      end

      def open_tcp(host, port)
        addresses = addresses_of(host, port)
        addresses.each_with_index do |address, index|
          # One address that swallows everything leaves time for the others.
          return tcp_to(address, @deadline.within(@deadline.remaining / (addresses.size - index)))
        rescue SystemCallError, Deadline::Expired
          raise if index == addresses.size - 1
        end
      end

      # The look-up of the C library cannot be interrupted, so it has a thread that is left alone if it takes too long.
      def addresses_of(host, port)
        look_up = Thread.new { Addrinfo.getaddrinfo(host, port, nil, :STREAM) }
        look_up.report_on_exception = false
        look_up.join(@deadline.remaining) or raise Deadline::Expired
        look_up.value
      end

      def tcp_to(address, deadline)
        socket = Socket.new(address.pfamily, Socket::SOCK_STREAM)
        deadline.wait(socket, :write) while socket.connect_nonblock(address, exception: false) == :wait_writable
        opened = socket
      ensure
        socket&.close unless opened
      end

      # Asks the proxy for a tunnel (RFC 9110, 9.3.6). The credentials of the proxy are in this request only.
      def tunnel(tcp)
        authority = "#{address.include?(':') ? "[#{address}]" : address}:#{port}"
        lines = ["CONNECT #{authority} HTTP/1.1", "Host: #{authority}"]
        lines << "Proxy-Authorization: Basic #{["#{proxy_user}:#{proxy_pass}"].pack('m0')}" if proxy_user
        plain = ReadBuffer.new(TimedSocket.new(tcp, @deadline))
        plain.write("#{lines.join("\r\n")}\r\n\r\n")
        Net::HTTPResponse.read_new(plain).value
      end

      def handshake(tcp)
        tls = OpenSSL::SSL::SSLSocket.new(tcp, @context)
        tls.sync_close = true
        tls.hostname = address unless address.match?(/\A[\d.]+\z|:/)
        until (state = tls.connect_nonblock(exception: false)).equal?(tls)
          @deadline.wait(tcp, state == :wait_readable ? :read : :write)
        end
        tls.post_connection_check(address)
        tls
      end
    end

    # An answer whose body is being read.
    class Answer
      # @return [Integer]
      attr_reader :status
      # @return [Hash{String => String}] names in lower case
      attr_reader :headers

      def initialize(response)
        @response = response
        @status = response.code.to_i
        @headers = response.each_header.to_h.freeze
      end

      # Yields the body in pieces.
      # @raise [TruncatedError] if it is shorter than announced, which Net::HTTP does not notice
      def each
        received = 0
        @response.read_body do |piece|
          received += piece.bytesize
          yield piece
        end
        announced = @response.content_length unless @response.chunked?
        return if announced.nil? || received == announced || !@response.class.body_permitted?

        raise TruncatedError, "The answer ended after #{received} of #{announced} bytes"
      end

      # @param limit [Integer] bytes
      # @return [String]
      def read(limit)
        body = String.new(capacity: 1024)
        each do |piece|
          body << piece
          next if body.bytesize <= limit

          raise DecodeError.new("The answer is larger than #{limit} bytes", status:, content_type: headers['content-type'])
        end
        body.force_encoding(Encoding::UTF_8)
      end
    end

    # Sends requests over pooled connections. A transport of your own has the same method `perform`.
    class Transport
      def initialize(config)
        @proxies = ProxyRules.new(config.proxy)
        @ca = config.ca
        @connect_timeout = config.connect_timeout * config.time_scale
        @pool = Pool.new
        context if @ca
      end

      # Sends one request once.
      # @param message [Message]
      # @param deadline [Deadline] of this attempt
      # @param fresh [Boolean] over a new connection
      # @yieldparam answer [Answer]
      # @return what the block returns
      # @raise [ConnectionError, CancelledError] and what the block raises
      def perform(message, deadline, fresh: false)
        deadline.check
        connection, reused = connection_to(Origin.of(message.uri), deadline, fresh)
        value = nil
        connection.exchange(message.to_net_http, deadline) { |response| value = yield Answer.new(response) }
        finished = message.sent?
        value
      rescue StandardError => error
        raise translated(error, message, connection, reused)
      ensure
        message.release
        # Whatever left before the end (an error, break, throw, the end of the thread) leaves bytes that the next call would
        # take for its answer.
        finished && connection.reusable? ? @pool.put(connection) : connection&.discard
      end

      def close = @pool.close

      def inspect = "#<#{self.class}>"

      private

      def connection_to(origin, deadline, fresh)
        proxy = @proxies.for(origin)
        pooled = @pool.take([origin, proxy]) unless fresh
        return [pooled, true] if pooled

        tls = origin.tls? ? context : nil
        [Connection.open(origin, proxy, tls, deadline.within(@connect_timeout)), false]
      end

      def translated(error, message, connection, reused)
        case error
        when Deadline::Expired
          TimeoutError.new("No complete answer in time from #{message.uri.host}", sent: !connection.nil?)
        when Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError
          ConnectionError.new("The answer is not HTTP: #{error.message[0, 100].inspect}", repeatable: false)
        when *Connection::FAILURES then failure(error, connection, reused)
        else error
        end
      end

      def failure(error, connection, reused)
        text = "The connection failed: #{error.message}"
        return TruncatedError.new("#{text}, in the middle of the answer") if connection&.answered?

        ConnectionError.new(text, stale: reused)
      end

      def context
        @context ||= OpenSSL::SSL::SSLContext.new.tap do |context|
          context.set_params(verify_mode: OpenSSL::SSL::VERIFY_PEER, min_version: OpenSSL::SSL::TLS1_2_VERSION)
          # post_connection_check does so, for addresses too.
          context.verify_hostname = false
          context.cert_store = OpenSSL::X509::Store.new.tap(&:set_default_paths)
          certificates.each { |certificate| context.cert_store.add_cert(certificate) }
        end
      end

      def certificates
        return [] unless @ca

        OpenSSL::X509::Certificate.load(@ca.include?('-----BEGIN') ? @ca : File.binread(@ca))
      rescue SystemCallError, OpenSSL::X509::CertificateError => error
        raise ConfigurationError, "ca has to be PEM text or the path of a PEM file: #{error.message}"
      end
    end
  end
end
