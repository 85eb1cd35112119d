# frozen_string_literal: true

require 'pathname'
require 'securerandom'
require 'stringio'
require 'parley/core/errors'

module Parley
  # A file to upload, where its name or type has to be given. Methods that take a file also take what this takes, except for a
  # String, which could be bytes, a path or an id.
  #
  #   parley.files.upload(file: Pathname('invoice.pdf'))
  #   parley.files.upload(file: Parley::FilePart.new(bytes, name: 'invoice.pdf'))
  class FilePart
    # @return [String]
    attr_reader :name
    # @return [String] media type; the server determines the type of the file from its content
    attr_reader :type

    # @param source [String, Pathname, #read, Proc] bytes, a path, a stream that reads as IO does, or what opens a stream anew
    #   for each attempt. A stream is sent from where it is, and closed by who opened it; what the Proc opens is closed here. A
    #   stream that cannot seek is sent once: a call with it is not repeated, whatever `max_retries` is.
    # @raise [TypeError]
    def initialize(source, name: nil, type: 'application/octet-stream')
      @source = source
      @name = name || name_of(source)
      @type = type
      @start = position_of(source)
      raise ArgumentError, 'type has to be a media type' unless @type.match?(%r{\A[\x21-\x7e]+/[\x20-\x7e]+\z})
      return if [String, Pathname, Proc].any? { |kind| source.is_a?(kind) } || source.respond_to?(:read)

      raise TypeError, "A file is a String of bytes, a Pathname, a stream or a Proc, not a #{source.class}"
    end

    # @api private
    # @return [FilePart, nil] nil if the value is no file
    def self.of(value)
      return value if value.is_a?(FilePart)

      new(value) if value.is_a?(Pathname) || value.is_a?(Proc) || value.respond_to?(:read)
    end

    # @api private
    def replayable? = !@source.respond_to?(:read) || @source.is_a?(Pathname) || !@start.nil?

    # @api private
    # @return [Integer, nil] bytes; nil if only reading would tell
    def size
      case @source
      when String then @source.bytesize
      when Pathname then @source.size
      when Proc then nil
      else @start && @source.respond_to?(:size) ? [@source.size - @start, 0].max : nil
      end
    end

    # @api private
    # @return [Array(#read, Boolean)] a stream at its beginning, and whether to close it
    def open
      case @source
      when String then [StringIO.new(@source), false]
      when Pathname then [@source.open('rb'), true]
      when Proc then [@source.call, true]
      else
        @source.seek(@start) if @start
        [@source, false]
      end
    end

    private

    def name_of(source)
      path = source.respond_to?(:to_path) ? source.to_path : source
      path.is_a?(String) && !source.is_a?(String) ? File.basename(path) : 'file'
    end

    # nil for a pipe or a socket.
    def position_of(source)
      return if [String, Pathname].any? { |kind| source.is_a?(kind) } || !%i[pos seek].all? { |name| source.respond_to?(name) }

      position = source.pos
      source.seek(position)
      position
    rescue SystemCallError, IOError
      nil
    end
  end

  module Core
    # A form (RFC 7578). Names are escaped as browsers do it, and are UTF-8 as they are.
    class Multipart
      # @return [String] with the boundary
      attr_reader :content_type

      # @param fields [Array<Array(String, String | FilePart)>] in the order of sending
      def initialize(fields)
        @boundary = "parley-#{SecureRandom.hex(16)}"
        @content_type = "multipart/form-data; boundary=#{@boundary}"
        @pieces = fields.flat_map { |name, value| [head_of(name, value), value.is_a?(FilePart) ? value : value.b, "\r\n".b] }
        @pieces << "--#{@boundary}--\r\n".b
      end

      def replayable? = files.all?(&:replayable?)

      # @return [Stream] at the beginning of the form
      def stream = Stream.new(@pieces)

      private

      def files = @pieces.grep(FilePart)

      def head_of(name, value)
        head = "--#{@boundary}\r\nContent-Disposition: form-data; name=\"#{escaped(name)}\""
        head << "; filename=\"#{escaped(value.name)}\"\r\nContent-Type: #{value.type}" if value.is_a?(FilePart)
        "#{head}\r\n\r\n".b
      end

      # Names of files come in the encoding of the locale, which knows no letters beside ASCII where it is not set.
      def escaped(text)
        text.b.force_encoding(Encoding::UTF_8).scrub.gsub('"', '%22').gsub("\r", '%0D').gsub("\n", '%0A')
      end

      # Reads a form piece by piece, as IO.copy_stream does. Of a file whose size is known it reads exactly that: what the file
      # has grown by since would be taken for the next request.
      class Stream
        # @return [Integer, nil] bytes
        attr_reader :size

        def initialize(pieces)
          @pieces = pieces.map { |piece| [piece, piece.is_a?(FilePart) ? of_file { piece.size } : piece.bytesize] }
          sizes = @pieces.map(&:last)
          @size = sizes.sum unless sizes.include?(nil)
          @current = nil
        end

        # @yield before each piece is read
        def before_read(&block)
          @before_read = block
        end

        def finished? = @pieces.empty? && (@current.nil? || @left&.zero?)

        # @return [String]
        # @raise [EOFError] at the end
        # @raise [ConnectionError] if a file is shorter than it was
        def readpartial(length, buffer = nil)
          until finished?
            @before_read&.call
            open_next unless @current
            piece = read_current(length, buffer)
            return piece if piece

            close
          end
          raise EOFError
        end

        # Closes the file that was opened here.
        def close
          @current.close if @current && @closes
          @current = nil
        end

        private

        def read_current(length, buffer)
          return if @left&.zero?

          length = [length, @left].compact.min
          # Into the buffer, so that a large file leaves no strings behind.
          piece = buffer ? @current.read(length, buffer) : @current.read(length)
          piece = nil if piece&.empty?
          raise ConnectionError.new('A file has become shorter while it was sent', repeatable: false) if piece.nil? && @left

          @left -= piece.bytesize if @left
          piece
        end

        def open_next
          piece, @left = @pieces.shift
          @current, @closes = piece.is_a?(FilePart) ? of_file { piece.open } : [StringIO.new(piece), false]
        end

        # A file that cannot be opened is no failure of the connection.
        def of_file
          yield
        rescue SystemCallError => error
          raise ConfigurationError, "A file cannot be read: #{error.message}"
        end
      end
    end
  end
end
