# frozen_string_literal: true

require 'net/http'
require 'openssl'
require 'parley/core/deadline'

module Parley
  module Core
    # The socket of a connection as Net::HTTP sees it: every wait ends at the deadline of the call.
    class TimedSocket
      attr_reader :received

      # @param io [Socket, OpenSSL::SSL::SSLSocket]
      def initialize(io, deadline)
        @io = io
        @early = nil
        begin_exchange(deadline)
      end

      # @param sends_stream [Boolean] whether the body is sent in pieces, and the server may answer in between
      def begin_exchange(deadline, sends_stream: false)
        @deadline = deadline
        @sends_stream = sends_stream
        @received = false
      end

      # Whether the server answers already, or has hung up, while the request is being sent. It has to be read for that: what is
      # readable may also be a record of TLS without data.
      def answered?
        return true if @early
        return false unless @io.to_io.wait_readable(0)

        data = @io.read_nonblock(Net::BufferedIO::BUFSIZE, exception: false)
        @early = data || :end unless %i[wait_readable wait_writable].include?(data)
        !@early.nil?
      end

      # Data may be there each time, so that a wait alone would not notice the deadline.
      def read_nonblock(size, buffer = nil, exception: true)
        @deadline.check
        data = @early ? take_early(buffer) : @io.read_nonblock(size, buffer, exception:)
        @received = true if data.is_a?(String)
        data
      end

      def write_nonblock(text, exception: true)
        @deadline.check
        @io.write_nonblock(text, exception:)
      end

      def to_io = self

      # @param limit [Float, nil] Net::HTTP asks with 0 whether an idle connection was closed; the pool has just looked
      def wait_readable(limit = nil)
        return if limit&.zero?

        @deadline.wait(@io.to_io, :read)
        self
      end

      def wait_writable(_limit = nil)
        @deadline.wait(@io.to_io, @sends_stream ? :both : :write)
        raise Errno::EPIPE if @sends_stream && answered?

        self
      end

      # Whether it is open, and nothing has come: neither the end nor bytes that nobody asked for, also within TLS.
      def idle?
        return false if @early || @io.closed? || (@io.respond_to?(:pending) && @io.pending.positive?)

        @io.to_io.recv_nonblock(1, Socket::MSG_PEEK, exception: false) == :wait_readable
      rescue SystemCallError
        false
      end

      def close = @io.close

      def closed? = @io.closed?

      private

      def take_early(buffer)
        data = @early
        @early = nil
        return nil if data == :end

        buffer ? buffer.replace(data) : data
      end
    end

    # What Net::HTTP reads lines and bodies from. It bounds what it reads of lines without a body between them: the head of an
    # answer together with those of 1xx before it, the line of a chunk, a trailer.
    class ReadBuffer < Net::BufferedIO
      HEAD_LINES = 100
      HEAD_BYTES = 64 * 1024

      def initialize(...)
        super
        begin_head
      end

      def begin_head
        @head_lines = 0
        @head_bytes = 0
      end

      def readuntil(*)
        @head_lines += 1
        raise Net::HTTPBadResponse, "its head has more than #{HEAD_LINES} lines" if @head_lines > HEAD_LINES

        super.tap { |line| @head_bytes += line.bytesize }
      end

      def read(*)
        begin_head
        super
      end

      # Whether more came than the answer had. Who sends that is out of step, and the next call would get it as its answer.
      def leftover? = buffered.positive?

      private

      def rbuf_fill
        raise Net::HTTPBadResponse, "its head has more than #{HEAD_BYTES} bytes" if @head_bytes + buffered > HEAD_BYTES

        super
      end

      def buffered = respond_to?(:rbuf_size, true) ? rbuf_size : @rbuf.bytesize
    end
  end
end
