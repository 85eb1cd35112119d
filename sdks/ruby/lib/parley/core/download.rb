# frozen_string_literal: true

require 'fileutils'
require 'securerandom'
require 'parley/core/requester'

module Parley
  module Core
    # The bytes of a file, from its link. Whoever has the link has access, so nothing is sent to it that is a secret of ours.
    class Download
      REDIRECTS = 3

      # @param renew [Proc] reads the record with a new link
      def initialize(requester, options, &renew)
        @requester = requester
        @options = options
        @renew = renew
        @received = 0
        @etag = nil
      end

      # @yieldparam piece [String] of the bytes, each once and in their order
      # @return [Models::UploadedFile]
      def each(&block)
        record = @renew.call
        retries = 0
        renewed = false
        begin
          read(link_of(record), &block)
        rescue PermissionDeniedError, NotFoundError
          # The link has expired since, or the file is gone: then there is no record to read either.
          raise if renewed

          renewed = true
          record = @renew.call
          retry
        rescue ConnectionError, ApiError => error
          wait(error, retries += 1)
          retry
        end
        record
      end

      private

      def link_of(record)
        URI.parse(record.url || raise(DecodeError, "#{record.id} has no link: it was deleted"))
      end

      def read(uri, redirects: REDIRECTS, &block)
        request = Request.new('GET file', 'GET', uri, headers:, answer: :nothing, secret: true)
        limits = Limits.new(attempt: nil, total: @options.total_timeout, idle: @options.timeout || Config::IDLE, retries: 0)
        @requester.call(request, @options, limits:, credential: nil) { |answer| take(answer, &block) }
      rescue ApiError => error
        location = error.headers['location']
        raise unless error.status.between?(301, 308) && location && redirects.positive?

        read(URI.join(uri, location), redirects: redirects - 1, &block)
      end

      # Goes on behind what came before the cut, if the file is still the same.
      def headers
        own = @requester.headers.slice('user-agent')
        return own if @received.zero? || @etag.nil?

        { **own, 'range' => "bytes=#{@received}-", 'if-range' => @etag }
      end

      def take(answer)
        # A server that knows no ranges sends all again.
        skipped = answer.status == 206 ? 0 : @received
        unless @received.zero? || answer.headers['etag'] == @etag
          raise DecodeError.new('The file has changed during the download', status: answer.status)
        end

        @etag = answer.headers['etag']
        answer.each do |piece|
          fresh = piece.byteslice(skipped..)
          skipped = [skipped - piece.bytesize, 0].max
          next if fresh.nil? || fresh.empty?

          yield fresh
          @received += fresh.bytesize
        end
      end

      def wait(error, number)
        limit = @options.max_retries || @requester.config.max_retries
        raise error unless number <= limit && Retry.worthwhile?(error, :always)
        raise error unless Retry.free?(error) || @requester.budget.take

        scale = @requester.config.time_scale
        Deadline.in(nil, cancellation: @options.signal).sleep(Retry.delay(error, number) * scale)
      end
    end

    # The hand-written method of the resource that has files.
    module FileDownload
      # Downloads a file. A download that is cut off goes on where it was; a link that has expired meanwhile is renewed.
      # @param file_id [String]
      # @param to [String, Pathname, nil] path to write to; it appears when the download is complete
      # @param options [Hash] as for every method; `timeout` is the longest silence, 60 s by default
      # @yieldparam piece [String] of the bytes, if there is no path
      # @return [Models::UploadedFile]
      # @raise [Error]
      def download(file_id, to: nil, options: {}, &block)
        raise ArgumentError, 'download needs either a path or a block' unless to.nil? ^ block.nil?

        download = Download.new(@requester, CallOptions.new(**options)) { get(file_id, options:) }
        return CallerError.unwrap { download.each { |piece| CallerError.wrap { block.call(piece) } } } if block

        write_to(to.to_s) { |file| download.each { |piece| CallerError.wrap { file.write(piece) } } }
      end

      private

      def write_to(path, &block)
        temporary = "#{path}.#{SecureRandom.hex(4)}.part"
        record = CallerError.unwrap { File.open(temporary, 'wbx', &block) }
        File.rename(temporary, path)
        record
      ensure
        # Whatever ended it, half a file does not stay.
        FileUtils.rm_f(temporary)
      end
    end
  end
end
