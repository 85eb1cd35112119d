# frozen_string_literal: true

require 'fileutils'
require 'securerandom'
require 'parley/core/requester'

module Parley
  module Core
    # The bytes of a file, from its link. Whoever has the link has access, so nothing is sent to it that is a secret of ours.
    class Download
      REDIRECTS = 3
      # An attempt that brings as many bytes is no failure: another one goes on from there.
      PROGRESS = 65_536

      # @param renew [Proc] reads the record with a new link
      def initialize(requester, options, &renew)
        @requester = requester
        @options = options
        @renew = renew
        @received = 0
      end

      # @yieldparam piece [String] of the bytes, each once and in their order
      # @return [Models::UploadedFile]
      def each(&block)
        record = @renew.call
        @size = record.size
        retries = 0
        renewed = false
        begin
          began = @received
          read(link_of(record), &block)
        rescue PermissionDeniedError, NotFoundError
          # The link has expired since, or the file is gone: then there is no record to read either.
          raise if renewed

          renewed = true
          record = @renew.call
          retry
        rescue ConnectionError, ApiError => error
          retries = 0 if @received - began >= PROGRESS
          wait(error, retries += 1)
          retry
        end
        record
      end

      private

      def link_of(record)
        raise DecodeError, "#{record.id} has no link, or no size: was it deleted?" unless record.url && @size.is_a?(Integer)

        link(record.url)
      end

      def link(*parts)
        uri = URI.join(*parts)
        uri.is_a?(URI::HTTP) && uri.hostname ? uri : raise(DecodeError, 'The link to the file is no URL of http:// or https://')
      rescue URI::Error, ArgumentError
        # Without the cause, whose message has the link.
        raise DecodeError, 'The link to the file is no URL', cause: nil
      end

      def read(uri, redirects: REDIRECTS, &block)
        request = Request.new('GET file', 'GET', uri, headers:, answer: :any, secret: true)
        # Without the headers of the call: the link may be of another host.
        options = CallOptions.new(signal: @options.signal)
        limits = Limits.new(attempt: nil, total: @options.total_timeout, idle: @options.timeout || Config::IDLE, retries: 0)
        @requester.call(request, options, limits:, credential: nil) { |answer| take(answer, &block) }
      rescue ApiError => error
        location = error.headers['location']
        raise unless error.status.between?(301, 308) && location && redirects.positive?

        target = link(uri, location)
        # The link is a secret: what began with https goes on so.
        raise if uri.scheme == 'https' && target.scheme == 'http'

        read(target, redirects: redirects - 1, &block)
      end

      # Goes on behind what came before the cut, if the file is still the same.
      def headers
        own = @requester.headers.slice('user-agent')
        return own if @received.zero? || @etag.nil?

        { **own, 'range' => "bytes=#{@received}-", 'if-range' => @etag }
      end

      def take(answer)
        check(answer)
        # A server that knows no ranges sends all again.
        skipped = answer.status == 206 ? 0 : @received
        answer.each do |piece|
          fresh = piece.byteslice(skipped..)
          skipped = [skipped - piece.bytesize, 0].max
          next if fresh.nil? || fresh.empty?

          raise changed(answer) if @received + fresh.bytesize > @size

          yield fresh
          @received += fresh.bytesize
        end
        # Where the end of the connection is the end of the body, nothing else tells that it was cut.
        raise TruncatedError, "The file ended after #{@received} of #{@size} bytes" if @received < @size
      end

      # Whether it is the file, or the rest of it that was asked for.
      def check(answer)
        etag, range = answer.headers.values_at('etag', 'content-range')
        raise changed(answer) unless @received.zero? || etag == @etag
        raise changed(answer) if answer.status == 206 && !range&.match?(%r{\Abytes #{@received}-\d+/#{@size}\z})

        @etag = etag
      end

      def changed(answer) = DecodeError.new('What came is not the file, or not the rest of it', status: answer.status)

      def wait(error, number)
        limit = @options.max_retries || @requester.config.max_retries
        raise error unless number <= limit && Retry.worthwhile?(error, :always) && !Retry.too_long?(error)
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
