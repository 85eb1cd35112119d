# frozen_string_literal: true

module Parley
  module Core
    # Writes to the logger of the options, if there is one, and never a secret: it prints what is listed here and no more.
    class Log
      REQUEST = %w[accept content-length content-type idempotency-key if-match if-none-match last-event-id prefer range
                   user-agent x-request-id].freeze
      RESPONSE = %w[content-length content-type date deprecation etag idempotent-replayed preference-applied retry-after sunset
                    x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-request-id].freeze
      # Parameters of a query that select no content.
      QUERY = %w[page per_page cursor sort order].freeze

      # @param logger [#debug, #warn, nil]
      def initialize(logger)
        @logger = logger
        @mutex = Mutex.new
        @deprecated = {}
      end

      # One attempt: what was sent, and what came of it.
      # @param result [Response, Error]
      def attempt(request, message, number, result, seconds)
        return if @logger.nil? || (@logger.respond_to?(:debug?) && !@logger.debug?)

        status = result.respond_to?(:status) && result.status
        headers = result.respond_to?(:headers) ? result.headers : {}
        @logger.debug(
          "parley #{target(request)} attempt=#{number} result=#{status || Log.name_of(result)} ms=#{(seconds * 1000).round} " \
          "sent=#{shown(message.headers, REQUEST)} received=#{shown(headers, RESPONSE)}"
        )
      end

      def retrying(request, error, delay)
        @logger&.warn("parley #{target(request)} failed: #{Log.name_of(error)}, retry in #{delay.round(2)} s")
      end

      # Warns once for each operation.
      def deprecation(request, response)
        return if @logger.nil? || response.deprecation.nil?
        return if @mutex.synchronize { @deprecated[request.name].tap { @deprecated[request.name] = true } }

        @logger.warn("parley #{request.name} is deprecated#{" and ends on #{response.sunset}" if response.sunset}")
      end

      # @return [String] `RateLimit` of a RateLimitError
      def self.name_of(error) = error.class.name.split('::').last.delete_suffix('Error')

      private

      def target(request)
        uri = request.uri
        return "#{request.verb} #{uri.scheme}://#{uri.host}/[…]" if request.secret?

        pairs = uri.query.to_s.split('&').map do |pair|
          name = pair[/\A[^=]*/]
          QUERY.include?(name) ? pair : "#{name}=[…]"
        end
        "#{request.verb} #{uri.path}#{"?#{pairs.join('&')}" unless pairs.empty?}"
      end

      def shown(headers, allowed)
        "{#{headers.map { |name, value| "#{name}: #{allowed.include?(name) ? value : '[…]'}" }.join(', ')}}"
      end
    end
  end
end
