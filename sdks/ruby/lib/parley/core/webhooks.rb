# frozen_string_literal: true

require 'json'
require 'openssl'
require 'parley/core/errors'

module Parley
  # Verifies webhook deliveries, which are signed as Standard Webhooks specifies.
  #
  #   event = Parley::Webhooks.verify(request.raw_post, request.headers, ENV.fetch('WEBHOOK_SECRET'))
  #   case event
  #   when Parley::Models::TicketCreatedEvent then puts event.data.subject
  #   end
  module Webhooks
    HEADERS = %w[webhook-id webhook-timestamp webhook-signature].freeze

    class << self
      # @param body [String] as it arrived, byte for byte: parsed and serialised again it is another text
      # @param headers [Hash, Enumerable] of names and values in any case; those of a Rack environment too
      # @param secrets [String, Array<String>] while a secret is rotated, both
      # @param tolerance [Integer] seconds that the timestamp may be away from now, in both directions
      # @param now [Time, Integer]
      # @return [Models::Event] {Models::UnknownEvent} if this version of the library does not know its type
      # @raise [WebhookSignatureError] if the delivery is not genuine: answer 400
      # @raise [DecodeError] if a genuine delivery is no JSON object
      # @raise [ConfigurationError] if there is no secret, or an empty one
      # @raise [TypeError] if the body was parsed already
      def verify(body, headers, secrets, tolerance: 300, now: Time.now)
        check_body(body)
        id, timestamp, signatures = values_of(headers)
        check_time(timestamp, tolerance, now.to_i)
        expected = keys_of(secrets).map { |key| signature(key, id, timestamp, body) }
        given = signatures.split.filter_map { |entry| entry.delete_prefix('v1,') if entry.start_with?('v1,') }
        # All pairs are compared, and as digests, so that neither time nor length tells anything.
        matches = expected.product(given).map { |pair| OpenSSL.secure_compare(*pair) }
        raise WebhookSignatureError.new(:no_match, 'No signature matches') unless matches.any?

        event_of(body)
      end

      # Signs a body as the server does, for tests of a receiver.
      # @param body [String]
      # @param secret [String]
      # @param id [String] of the event
      # @param now [Time, Integer]
      # @return [Hash{String => String}] headers
      def sign(body, secret, id:, now: Time.now)
        timestamp = now.to_i.to_s
        signature = signature(keys_of(secret).first, id, timestamp, body)
        HEADERS.zip([id, timestamp, "v1,#{signature}"]).to_h
      end

      # @param event [Models::Event]
      # @return [Boolean] whether this version of the library knows the type of the event
      def known?(event) = !event.is_a?(Models::UnknownEvent)

      private

      def check_body(body)
        return if body.is_a?(String)

        raise TypeError, "The body has to be the String that arrived, not a #{body.class}: in Rails request.raw_post, in Rack " \
                         "env['rack.input'].read, in Sinatra request.body.read"
      end

      def values_of(headers)
        HEADERS.map do |name|
          _, given = headers.find { |key, _| key.to_s.downcase.tr('_', '-').delete_prefix('http-') == name }
          value = [*given].join(' ').b
          raise WebhookSignatureError.new(:missing_header, "The header #{name} is missing") if value.empty?

          value
        end
      end

      def check_time(timestamp, tolerance, now)
        unless timestamp.match?(/\A\d{1,15}\z/)
          raise WebhookSignatureError.new(:bad_timestamp, 'webhook-timestamp is no time in Unix seconds')
        end

        raise ConfigurationError, 'tolerance must be a number of seconds, 0 or more' unless tolerance >= 0

        age = now - timestamp.to_i
        raise WebhookSignatureError.new(:too_old, "The delivery is #{age} s old") if age > tolerance
        raise WebhookSignatureError.new(:too_new, "The delivery is #{-age} s in the future") if -age > tolerance
      end

      def keys_of(secrets)
        secrets = Array(secrets)
        raise ConfigurationError, 'A webhook secret is missing' if secrets.empty? || secrets.any? { |one| one.to_s.empty? }

        secrets.map { |secret| secret.start_with?('whsec_') ? decoded(secret.delete_prefix('whsec_')) : secret.b }
      end

      # What begins with whsec_ is never taken for plain text: an empty or wrong key would go unnoticed.
      def decoded(base64)
        key = base64.unpack1('m0')
        raise ConfigurationError, 'A webhook secret is empty' if key.empty?

        key
      rescue ArgumentError
        raise ConfigurationError, 'A webhook secret begins with whsec_, but is not Base64'
      end

      def signature(key, id, timestamp, body)
        [OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.".b + body.b)].pack('m0')
      end

      def event_of(body)
        text = body.dup.force_encoding(Encoding::UTF_8)
        # JSON.parse would let other bytes than UTF-8 pass.
        data = JSON.parse(text, freeze: true) if text.valid_encoding?
        raise DecodeError.new('The event is no JSON object', body: text.byteslice(0, 1024).scrub) unless data.is_a?(Hash)

        Models.event(data)
      rescue JSON::ParserError
        raise DecodeError.new('The event is no JSON', body: text.byteslice(0, 1024).scrub)
      end
    end
  end
end
