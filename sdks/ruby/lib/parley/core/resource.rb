# frozen_string_literal: true

require 'parley/core/page'
require 'parley/core/requester'

module Parley
  module Core
    # What the generated resources are made of.
    class Resource
      # Attempts of an update with a block, whose record others change at the same time.
      EDITS = 5

      # @api private
      def initialize(requester)
        @requester = requester
      end

      def inspect = "#<#{self.class}>"

      private

      # @return [Models::Model, NotModified]
      def record(model, verb, template, *ids, **sent)
        response = send_request(verb, template, ids, **sent)
        return NotModified.new(response) if response.status == 304

        model_of(model, response.payload['data'], response)
      end

      # @return [Result]
      def result(model, meta, verb, template, *ids, **sent)
        response = send_request(verb, template, ids, **sent)
        data, totals = response.payload.values_at('data', 'meta')
        data = data.is_a?(Array) ? data.map { |one| model_of(model, one) }.freeze : model_of(model, data, response)
        Result.new(data, model_of(meta, totals), response)
      end

      # @return [Response]
      def nothing(verb, template, *ids, **sent) = send_request(verb, template, ids, answer: :nothing, **sent)

      # @return [Page]
      def page(model, meta, template, *ids, query: {}, options: {})
        # What cannot be sent is said now, not when the first record is asked for.
        Encode.query(Encode.given(query))
        CallOptions.new(**options)
        path = Encode.path(template, ids)
        Page.new(Encode.given(query)) do |parameters|
          response = send_request('GET', path, [], name: "GET #{template}", query: parameters, options:)
          data, totals = response.payload.values_at('data', 'meta')
          raise DecodeError, "The answer has no list, but a #{data.class}" unless data.is_a?(Array)

          [data.map { |one| model_of(model, one) }.freeze, model_of(meta, totals), response]
        end
      end

      # @return [EventStream]
      def event_stream(path, position, query:, options:)
        position = nil if OMIT.equal?(position)
        options = CallOptions.new(**options)
        uri = uri_of(path, Encode.given(query))
        limits = Limits.new(attempt: nil, total: nil, idle: options.timeout || Config::IDLE, retries: 0)
        EventStream.new(position, @requester.config.time_scale, options.signal) do |behind, &consume|
          headers = { **@requester.headers, 'accept' => 'text/event-stream' }
          headers['last-event-id'] = behind if behind
          request = Request.new("GET #{path}", 'GET', uri, headers:, answer: :any)
          @requester.call(request, options, limits:, &consume)
        end
      end

      # @return [Models::Model, NotModified] after the change of the block was applied to the newest record
      def edit(ids, options)
        made = options.keys & %i[idempotency_key if_match if_none_match]
        raise ArgumentError, "An update with a block makes #{made.join(' and ')} itself" unless made.empty?

        EDITS.times do |number|
          current = get(*ids, options:)
          changes = yield current
          return current if changes.nil? || changes.empty?

          return update(*ids, **changes.transform_keys(&:to_sym), options: { **options, if_match: current })
        rescue PreconditionFailedError => error
          raise error.describe(record: get(*ids, options:)) if number == EDITS - 1
        end
      end

      # @return [Changes] of a list in the order of the changes
      def follow(cursor, query, options)
        query = Encode.given(query)
        Changes.new(cursor) { |position| list(**query, order: 'asc', **(position ? { cursor: position } : {}), options:) }
      end

      # @param name [Symbol, Hash] of the model, or by the prefix of the id of the record
      def model_of(name, data, response = nil)
        name = name[data['id'].to_s[/\A[a-z]+/]&.to_sym] if name.is_a?(Hash) && data.is_a?(Hash)
        return Models.const_get(name).new(data, response) if name && data.is_a?(Hash)

        raise DecodeError, "The answer has no #{name}, but a #{data.class}"
      end

      def send_request(verb, template, ids, name: "#{verb} #{template}", query: {}, body: nil, form: nil, answer: :json,
                       options: {})
        options = CallOptions.new(**options)
        content, type = form ? form_of(body, form) : json_of(body)
        headers = { **@requester.headers, **headers_of(verb, options), **(type ? { 'content-type' => type } : {}) }
        uri = uri_of(Encode.path(template, ids), Encode.given(query))
        @requester.call(Request.new(name, verb, uri, headers:, body: content, answer:), options)
      end

      def uri_of(path, query)
        uri = @requester.base_url.dup
        uri.path += path
        uri.query = Encode.query(query)
        uri
      end

      def headers_of(verb, options)
        headers = { 'if-match' => options.if_match, 'if-none-match' => options.if_none_match }.compact
        return headers if verb == 'GET'

        # Made here, before the first attempt, so that the server can tell a repetition from a second write.
        headers['idempotency-key'] = options.idempotency_key || SecureRandom.uuid unless verb == 'DELETE'
        # A misspelt field is an error, and so is one that an older server does not know.
        { **headers, 'prefer' => 'handling=strict' }
      end

      def json_of(body) = body && [Encode.json(body), 'application/json']

      # @param form [Hash{Symbol => String}] names of the parts that are files, by field; a form is sent if there is one
      def form_of(body, form)
        fields = Encode.given(body).compact
        check_files(fields, form)
        values = fields.transform_values { |value| value.is_a?(Array) ? value : [value] }
        return json_of(body) unless form.any? { |field, _| values[field]&.any? { |value| FilePart.of(value) } }

        parts = fields.flat_map do |field, value|
          next [[field.to_s, value.is_a?(String) ? value : Encode.json(value)]] unless form.key?(field)

          values[field].map { |one| [form[field], FilePart.of(one) || one.to_s] }
        end
        multipart = Multipart.new(parts)
        [multipart, multipart.content_type]
      end

      # A String could be bytes, a path or an id. Only a list of attachments takes ids.
      def check_files(fields, form)
        field, = form.find { |name, part| fields[name].is_a?(String) && !part.end_with?('[]') }
        raise ConfigurationError, "#{field} is a String: give a Pathname, a stream or a Parley::FilePart" if field
      end
    end
  end
end
