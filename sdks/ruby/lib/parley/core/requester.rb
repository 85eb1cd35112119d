# frozen_string_literal: true

require 'securerandom'
require 'parley/core/config'
require 'parley/core/credentials'
require 'parley/core/deadline'
require 'parley/core/log'
require 'parley/core/request'
require 'parley/core/response'
require 'parley/core/retry'
require 'parley/core/transport'

module Parley
  module Core
    # An error of the block that a caller gave, such as an IOError while it writes a piece of a download to its disk. It is no
    # StandardError on its way through this library, so that nothing takes it for one of the connection.
    class CallerError < Exception # rubocop:disable Lint/InheritException
      # Wraps what the block raises.
      def self.wrap
        yield
      rescue StandardError
        raise self
      end

      # Raises what the block of `wrap` raised.
      def self.unwrap
        yield
      rescue CallerError => error
        raise error.cause, cause: error.cause.cause
      end
    end

    # How long a call may last, in seconds; nil for no limit.
    Limits = Struct.new(:attempt, :total, :idle, :retries, keyword_init: true)

    # What the calls of a client share: configuration, credential, connections, retry budget.
    class Requester
      attr_reader :config, :transport, :budget, :log

      # @param config [Config]
      # @param credential [#token, nil] nil if requests carry none
      def initialize(config, credential, transport: nil, budget: nil)
        @config = config
        @credential = credential
        @transport = transport || config.transport || Transport.new(config)
        @budget = budget || Retry::Budget.new
        @log = Log.new(config.logger)
        @user_agent = config.user_agent
      end

      # With other options, over the same connections where these allow it.
      def with(changes)
        config = @config.with(changes)
        shared = (changes.keys & %i[transport proxy ca connect_timeout time_scale]).empty?
        Requester.new(config, Core.credential_of(config), transport: shared ? @transport : nil, budget: @budget)
      end

      # @return [URI::HTTP]
      # @raise [ConfigurationError]
      def base_url = @base_url ||= Config.url(@config.base_url, 'base_url, or PARLEY_BASE_URL,')

      # @return [Hash{String => String}] that every request has
      def headers = { 'accept' => 'application/json', 'user-agent' => @user_agent }

      # Sends a request, and again if that is of use.
      # @param options [CallOptions]
      # @param limits [Limits] instead of those of the configuration
      # @yieldparam answer [Answer] of a success, instead of reading its body
      # @return [Response]
      # @raise [Error]
      def call(request, options, limits: limits_of(request, options), credential: @credential, &consume)
        Call.new(self, request, options, limits, credential).run(&consume)
      end

      def inspect = "#<#{self.class} #{@credential.inspect}>"

      private

      def limits_of(request, options)
        attempt = options.timeout || @config.timeout || (request.upload? ? Config::UPLOAD_ATTEMPT : Config::ATTEMPT)
        total = options.total_timeout || @config.total_timeout || Config::TOTAL
        # The first attempt of an upload may take all of its time.
        total += attempt if request.upload? && options.total_timeout.nil?
        retries = options.max_retries || @config.max_retries
        Limits.new(attempt:, total:, idle: request.upload? ? Config::IDLE : nil, retries:)
      end
    end

    # One call: its attempts, until one succeeds or another one is of no use.
    class Call
      def initialize(requester, request, options, limits, credential)
        @requester = requester
        @request = request
        @options = options
        @credential = credential
        @scale = requester.config.time_scale
        @limits = limits
        @deadline = Deadline.in(scaled(limits.total), idle: scaled(limits.idle), cancellation: options.signal)
        @id = options.headers.fetch('x-request-id') { SecureRandom.uuid }
        @attempts = []
        @retries = 0
      end

      # @return [Response]
      # @raise [Error] with outcome and attempts
      def run(&consume)
        loop do
          @outcome = :not_sent unless @attempts.any?
          result = attempt(access_token, &consume)
          return finished(result) if result.is_a?(Response)
          return finished(result.response, already_gone: true) if already_gone?(result)

          prepare_repetition(result)
        end
      rescue Error => error
        raise described(error)
      end

      def inspect = "#<#{self.class} #{@request.name}>"

      private

      def scaled(seconds) = seconds && (seconds * @scale)

      # @return [String, nil]
      def access_token
        return if @credential.nil?

        @token = @credential.token(stale: @stale, deadline: @deadline)
        Core.check_mode(Core.check_secret(@token, 'The access token'), @requester.config.expect_mode)
      rescue Deadline::Expired
        raise TimeoutError.new('No access token in time', sent: false)
      end

      # @return [Response, Error]
      def attempt(token, &block)
        message = Message.new(@request, headers_with(token))
        started = Deadline.now
        @attempts << Response::Attempt.new(request_id: message.headers['x-request-id'])
        result = perform(message, &block)
        note(result)
        @requester.log.attempt(@request, message, @attempts.size, result, Deadline.now - started)
        result
      end

      def headers_with(token)
        number = @attempts.size + 1
        headers = { **@options.headers, 'x-request-id' => number == 1 ? @id : "#{@id}.#{number}" }
        # Before the credential is added: a hook adds headers such as traceparent, and logs what it sees.
        # It adds nothing for the link to a file, which may be of another host.
        @requester.config.hooks[:on_request]&.call(@request.name, @request.secret? ? headers.dup : headers)
        headers['authorization'] = "Bearer #{token}" if token
        headers
      end

      def perform(message, &block)
        @outcome = :unknown
        deadline = @deadline.within(scaled(@limits.attempt))
        response = @requester.transport.perform(message, deadline, fresh: @fresh) { |answer| response_of(answer, &block) }
        @requester.config.hooks[:on_response]&.call(@request.name, response)
        check(response)
      rescue ConnectionError, DecodeError, ApiError, OAuthError => error
        error
      end

      def response_of(answer)
        if block_given? && answer.status.between?(200, 299)
          yield answer
          return Response.new(answer.status, answer.headers, nil)
        end
        Response.new(answer.status, answer.headers, answer.read(@requester.config.max_response_size))
      end

      # @raise [ApiError, OAuthError, DecodeError]
      def check(response)
        return response if response.status == 304 && @request.conditional?
        raise @request.error_of(response) unless response.status.between?(200, 299)

        @request.check_success(response)
        response
      end

      def note(result)
        attempt = @attempts.last
        attempt.status = result.status if result.respond_to?(:status)
        return if result.is_a?(Response)

        attempt.error = Log.name_of(result)
        @outcome = outcome_of(result)
        @unknown = true if @outcome == :unknown
      end

      # What is known of the write after one attempt.
      def outcome_of(error)
        case error
        when ConnectionError then error.sent? ? :unknown : :not_sent
        when ApiError, OAuthError then refused?(error) ? :rejected : :unknown
        else :unknown
        end
      end

      def refused?(error)
        (error.status.between?(400, 499) || error.status == 501) && !error.is_a?(IdempotencyInProgressError)
      end

      def finished(response, already_gone: false)
        @requester.budget.give
        @requester.log.deprecation(@request, response)
        response.completed(@attempts, already_gone)
      end

      # A delete whose first answer was lost has succeeded if there is nothing left to delete.
      def already_gone?(error)
        @request.verb == 'DELETE' && @unknown && error.is_a?(NotFoundError) && error.code == 'not_found'
      end

      # Waits, unless it is of no use: then raises the error.
      def prepare_repetition(error)
        return if token_replaced?(error)

        @retries += 1
        delay = Retry.delay(error, @retries)
        raise error unless worthwhile?(error, delay)

        delay = scaled(delay)
        @attempts.last.delay = delay
        @requester.log.retrying(@request, error, delay)
        @fresh = error.is_a?(ConnectionError) && error.stale?
        @deadline.sleep(delay)
      end

      # An expired token is replaced once, which is no retry.
      def token_replaced?(error)
        return false if @stale || @credential.is_a?(ApiKey) || !error.is_a?(TokenExpiredError) || @request.repeat == :never

        @stale = @token
        true
      end

      def worthwhile?(error, delay)
        @retries <= @limits.retries && Retry.worthwhile?(error, @request.repeat) && @deadline.allows?(scaled(delay)) &&
          (Retry.free?(error) || @requester.budget.take)
      end

      def described(error)
        outcome = @unknown ? :unknown : @outcome
        error.describe(
          attempts: @attempts.freeze, outcome: @request.write? ? outcome : nil, idempotency_key: @request.idempotency_key,
          request_id: error.request_id || @attempts.last&.request_id
        )
      end
    end
  end
end
