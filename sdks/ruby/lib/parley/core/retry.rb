# frozen_string_literal: true

require 'parley/core/errors'
require 'parley/core/fork'

module Parley
  module Core
    # When a failed attempt is repeated, and after how many seconds.
    module Retry
      STATUSES = [429, 500, 502, 503, 504].freeze
      # Seconds of the first delay, which doubles each time, and of the longest one.
      FIRST = 0.5
      LONGEST = 8
      # The longest wait that a server may ask for where no total timeout ends the call. It may ask for days.
      LONGEST_ASKED = 60

      class << self
        # @param error [Error]
        # @param repeat [Symbol] see {Request#repeat}
        def worthwhile?(error, repeat)
          return false if repeat == :never

          case error
          when ConnectionError then error.repeatable? && (repeat == :always || !error.sent?)
          when IdempotencyInProgressError, RateLimitError then true
          when ApiError, OAuthError
            error.status == 429 || (repeat == :always && STATUSES.include?(error.status))
          else false
          end
        end

        # Full jitter within the upper half, after all limits: clients that failed together come back one by one.
        # @param number [Integer] of the retry, from 1
        # @return [Float] seconds
        def delay(error, number)
          return 0.0 if error.is_a?(ConnectionError) && error.stale? && number == 1

          backoff = [LONGEST, FIRST * (2**(number - 1))].min * rand(0.5..1.0)
          [backoff, (retry_after(error) || 0) * rand(1.0..1.1)].max
        end

        # What the server said is not taken from the budget: it knows that it is asked again.
        def free?(error)
          error.is_a?(IdempotencyInProgressError) || (error.respond_to?(:status) && error.status == 429)
        end

        def too_long?(error) = (retry_after(error) || 0) > LONGEST_ASKED

        private

        def retry_after(error) = error.respond_to?(:retry_after) ? error.retry_after : nil
      end

      # Limits the retries of a client during an outage, in which they only add to the load.
      class Budget
        SIZE = 20.0
        GAIN = 0.1

        def initialize
          @mutex = Mutex.new
          refill
        end

        # @return [Boolean] false if nothing is left
        def take
          @mutex.synchronize do
            refill if @generation != Fork.generation
            return false if @tokens < 1

            @tokens -= 1
            true
          end
        end

        def give
          @mutex.synchronize { @tokens = [@tokens + GAIN, SIZE].min }
        end

        private

        def refill
          @tokens = SIZE
          @generation = Fork.generation
        end
      end
    end
  end
end
