# frozen_string_literal: true

require 'parley/core/fork'

module Parley
  module Core
    # Idle connections, by origin and proxy. A connection that is in use is not here: it belongs to one call.
    class Pool
      MAXIMUM = 20
      # Seconds of the wall clock, which goes on while a frozen process sleeps. The server keeps connections for 620 s.
      IDLE = 60

      def initialize
        @mutex = Mutex.new
        @idle = []
        @generation = Fork.generation
      end

      # The connection that was used last, so that the others become old and are closed.
      # @return [Connection, nil]
      def take(key)
        loop do
          connection = @mutex.synchronize { remove(key) }
          return connection if connection.nil? || (fresh?(connection) && connection.alive?)

          connection.discard
        end
      end

      # @param connection [Connection] whose last answer was read to its end
      def put(connection)
        connection.idle_since = Time.now
        dropped = @mutex.synchronize do
          forget_after_fork
          @idle.push(connection)
          @idle.reject! { |one| !fresh?(one) && one.discard }
          @idle.shift if @idle.size > MAXIMUM
        end
        dropped&.discard
      end

      # Closes the idle connections.
      def close
        @mutex.synchronize { @idle.slice!(0..) }.each(&:discard)
      end

      private

      def remove(key)
        forget_after_fork
        index = @idle.rindex { |connection| connection.key == key }
        index && @idle.delete_at(index)
      end

      # Connections of the parent process are forgotten, not closed: the close of TLS would tell the server that it may end the
      # session, which is still the one of the parent.
      def forget_after_fork
        return if @generation == Fork.generation

        @idle.clear
        @generation = Fork.generation
      end

      def fresh?(connection) = (Time.now - connection.idle_since).between?(0, IDLE)
    end
  end
end
