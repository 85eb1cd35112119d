# frozen_string_literal: true

require 'json'
require 'parley/core/requester'

module Parley
  module Core
    # Reads Server-Sent Events (WHATWG HTML, 9.2.6) from pieces that may end anywhere, also within a character or between the CR
    # and the LF of a line end.
    class EventParser
      # Bytes of a line, and of the data of an event: more than a record and its former values can have.
      LIMIT = 16 * 1024 * 1024

      # @return [Integer, nil] milliseconds, as the stream has last said
      attr_reader :retry

      def initialize
        @line = String.new(encoding: Encoding::BINARY)
        @first = true
        @after_cr = false
        clear
      end

      # @param piece [String]
      # @yieldparam id [String, nil] position behind this event
      # @yieldparam data [String, nil] nil if it is no event of the log: it moves the position, or has another name
      # @raise [StreamError] if a line or an event does not end
      def feed(piece, &block)
        piece = piece.b
        piece = piece.delete_prefix("\n") if @after_cr
        # The CR has ended its line. Whether an LF belongs to it shows only now, and an event does not wait for that.
        @after_cr = piece.end_with?("\r")
        piece.scan(/([^\r\n]*)(\r\n|\r|\n|\z)/n) do |text, line_end|
          append(@line, text)
          end_line(&block) unless line_end.empty?
        end
      end

      private

      def append(text, more)
        raise StreamError, "A line or an event has more than #{LIMIT} bytes" if text.bytesize + more.bytesize > LIMIT

        text << more
      end

      def end_line(&block)
        line = @line.dup.force_encoding(Encoding::UTF_8).scrub
        @line.clear
        line = line.delete_prefix("\uFEFF") if @first
        @first = false
        line.empty? ? dispatch(&block) : field(*line.split(':', 2))
      end

      def field(name, value = '')
        value = value.delete_prefix(' ')
        case name
        when 'data' then append(@data, "#{value}\n")
        when 'event' then @name = value
        when 'id' then @id = value unless value.include?("\0")
        when 'retry' then @retry = value.to_i if value.match?(/\A\d{1,6}\z/)
        end
      end

      def dispatch
        data = @data.delete_suffix("\n") unless @data.empty? || !['', 'message'].include?(@name)
        id = @id
        clear
        yield id, data if id || data
      end

      def clear
        @data = +''
        @name = ''
        @id = nil
      end
    end
  end

  # The events of the event log as they come. It connects again when it was cut off, and goes on behind {#position}.
  #
  #   stream = parley.events.stream(event: ['ticket.*'], position: stored)
  #   stream.each do |event|
  #     handle(event)
  #     store(stream.position)   # the position of the event before: after a crash this one comes again
  #   end
  class EventStream
    include Enumerable

    # Seconds until the first reconnection, unless the stream says so, at least and at most.
    WAIT = 1
    SHORTEST_WAIT = 0.1
    LONGEST_WAIT = 30
    # Events that are remembered, so that a repeated one is left out.
    REMEMBERED = 1000

    # @return [String, nil] behind the last event that was handled: it moves when the block asks for the next one
    attr_reader :position

    # @api private
    # @param open [Proc] gets the position and a block for the answer
    def initialize(position, scale, signal, &open)
      @position = position
      @scale = scale
      @signal = signal
      @open = open
      @wait = WAIT
      @handled = {}
    end

    # @yieldparam event [Models::LoggedEvent]
    # @return [Enumerator] without a block; with one it ends only by `break` or an error
    # @raise [StreamError] if the position has expired: read the records, and follow the events from now on; or if what comes
    #   is no event
    # @raise [ApiError] if the credential or a filter is refused
    def each
      return to_enum(:each) unless block_given?

      failures = 0
      Core::CallerError.unwrap do
        loop do
          failure = read_once { |event| Core::CallerError.wrap { yield event } }
          failures = failure && !@progress ? failures + 1 : 0
          pause(failure, failures)
        end
      end
    end

    def inspect = "#<#{self.class} position=#{@position.inspect}>"

    private

    # @return [Error, nil] why the stream ended, if it was not the server that ended it
    def read_once(&block)
      @progress = false
      parser = Core::EventParser.new
      @open.call(@position) do |answer|
        answer.each do |piece|
          @progress = true
          parser.feed(piece) { |id, data| handle(id, data, &block) }
          @wait = [parser.retry / 1000.0, SHORTEST_WAIT].max if parser.retry
        end
      end
      nil
    rescue ConnectionError, ServerError, RateLimitError => error
      raise if Core::Retry.too_long?(error)

      error
    rescue StreamError => error
      raise error.describe(position: @position)
    rescue ValidationError => error
      raise unless error.code == 'position_expired'

      message = 'The position is older than the event log: read the records, and follow the events from now on'
      raise StreamError.new(message, code: error.code, position: @position).describe(request_id: error.request_id)
    end

    def handle(id, data)
      if data && !(id && @handled[id])
        yield Models::LoggedEvent.new(decoded(data))
        remember(id) if id
      end
      @position = id if id
    end

    def decoded(data)
      event = JSON.parse(data, freeze: true)
      event.is_a?(Hash) ? event : raise(StreamError, 'An event is no JSON object')
    rescue JSON::ParserError
      raise StreamError, 'An event is no JSON'
    end

    def remember(id)
      @handled[id] = true
      @handled.shift if @handled.size > REMEMBERED
    end

    # The server adds jitter to what it asks for; the growth beyond it has its own.
    def pause(failure, failures)
      seconds = failures < 2 ? @wait : [@wait * (2**[failures - 1, 10].min), LONGEST_WAIT].min * rand(0.5..1.0)
      hint = failure.respond_to?(:retry_after) ? failure.retry_after.to_i : 0
      Core::Deadline.in(nil, cancellation: @signal).sleep([seconds, hint].max * @scale)
    end
  end
end
