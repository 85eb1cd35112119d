# frozen_string_literal: true

require 'io/wait'
require 'parley/core/errors'

module Parley
  # Cancels calls from another thread: give it to them as `options: { signal: cancellation }`.
  #
  # A pipe is behind it, because a wait for a socket can wait for a pipe too. Thread#raise and Timeout would interrupt at any
  # instruction and leave a connection with half an answer.
  class Cancellation
    def initialize
      @reader, @writer = IO.pipe
      @cancelled = false
    end

    # Ends the calls that have this cancellation, and those that get it later, with a {CancelledError}.
    # @return [void]
    def cancel
      return if @cancelled

      @cancelled = true
      # Nobody reads the byte: the pipe stays readable for all who wait. To close it would not wake them after a fork.
      @writer.write('.')
    end

    # @return [Boolean]
    def cancelled? = @cancelled

    # @api private
    def to_io = @reader
  end

  module Core
    # A point of monotonic time by which something has to end. Every wait for a socket is bounded by what remains of it: a
    # timeout for each read would let a server that sends a byte now and then hold a call for ever.
    class Deadline
      # The deadline passed, or nothing came for the idle time.
      class Expired < StandardError; end

      def self.now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

      # @param seconds [Float, nil] from now; nil for no end
      # @param idle [Float, nil] seconds that a single wait may last
      # @param cancellation [Cancellation, nil]
      def self.in(seconds, idle: nil, cancellation: nil)
        new(seconds && (now + seconds), idle, cancellation)
      end

      def initialize(time, idle, cancellation)
        @time = time
        @idle = idle
        @cancellation = cancellation
      end

      # The sooner of this deadline and one in some seconds.
      def within(seconds, idle: @idle)
        time = seconds && (Deadline.now + seconds)
        Deadline.new([@time, time].compact.min, idle, @cancellation)
      end

      # @return [Float, nil] seconds, not below 0
      def remaining = @time && [@time - Deadline.now, 0].max

      def allows?(seconds) = @time.nil? || seconds < remaining

      # @raise [Expired, CancelledError]
      def check
        check_cancellation
        raise Expired if @time && Deadline.now >= @time
      end

      # Waits until the socket can be read or written.
      # @param mode [Symbol] `:read`, `:write` or `:both`
      # @raise [Expired, CancelledError]
      def wait(io, mode)
        check
        limit = [remaining, @idle].compact.min
        ready = @cancellation || mode == :both ? select(io, mode, limit) : wait_alone(io, mode, limit)
        check_cancellation
        raise Expired unless ready
      end

      # @raise [CancelledError]
      def sleep(seconds)
        return Kernel.sleep(seconds) unless @cancellation

        @cancellation.to_io.wait_readable(seconds)
        check_cancellation
      end

      private

      def check_cancellation
        raise CancelledError, 'The call was cancelled' if @cancellation&.cancelled?
      end

      def wait_alone(io, mode, limit)
        mode == :read ? io.wait_readable(limit) : io.wait_writable(limit)
      end

      def select(io, mode, limit)
        readers = mode == :write ? [] : [io]
        readers << @cancellation.to_io if @cancellation
        IO.select(readers, mode == :read ? [] : [io], nil, limit)
      end
    end
  end
end
