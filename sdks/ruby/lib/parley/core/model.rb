# frozen_string_literal: true

module Parley
  module Models
    # A record of the API. Immutable. Fields of later versions of the API are read by `[]`.
    #
    #   ticket.subject
    #   ticket['subject']
    #   case ticket
    #   in { status: 'open', assignee: nil } then …
    #   end
    class Model
      # Names of fields whose value opens something: a link to a file, a secret.
      SECRET = %w[secret signing_secret url].freeze
      private_constant :SECRET

      class << self
        # @return [Hash{Symbol => Object}] type by name of the field
        def fields = @fields ||= superclass.respond_to?(:fields) ? superclass.fields.dup : {}

        private

        # Declares a field, and its reader.
        # @param type [Symbol, Array(Symbol), Hash{Class => Symbol}, nil] name of the model that the value is, that the items
        #   of the list are, or that the values of the map are; nil for plain JSON
        def field(name, type = nil)
          fields[name] = type
          reader = type.nil? ? "@data['#{name}']" : "self['#{name}']"
          class_eval("def #{name} = #{reader}", __FILE__, __LINE__) # def subject = @data['subject']
        end

        # Declares a field that is true or false, with a reader that ends with a question mark.
        def flag(name)
          fields[name] = nil
          class_eval("def #{name}? = @data['#{name}']", __FILE__, __LINE__) # def success? = @data['success']
        end
      end

      # @api private
      # @param data [Hash{String => Object}] as JSON has it, frozen
      def initialize(data, response = nil)
        @data = data
        @response = response
        freeze
      end

      # @param name [String, Symbol] of any field, also one that this version of the library does not know
      # @return [Object, nil] nil if the server did not send it
      def [](name)
        typed(@data[name.to_s], self.class.fields[name.to_sym])
      end

      # @return [Hash{Symbol => Object}] all fields that the server sent, with Hashes for records; maps, such as custom fields,
      #   have texts as keys
      def to_h = @data.to_h { |name, value| [name.to_sym, plain(value, self.class.fields[name.to_sym])] }

      # @return [String] JSON
      def to_json(*arguments) = @data.to_json(*arguments)

      # For pattern matching.
      def deconstruct_keys(names)
        names ||= @data.keys.map(&:to_sym) | self.class.fields.keys
        names.to_h { |name| [name, self[name]] }
      end

      def ==(other) = other.instance_of?(self.class) && other.to_h == to_h
      alias eql? ==

      def hash = @data.hash

      def inspect
        fields = @data.map { |name, value| "#{name}=#{SECRET.include?(name) && value ? '[…]' : self[name].inspect}" }
        "#<#{[self.class, *fields].join(' ')}>"
      end

      # @api private
      def marshal_dump = @data

      # @api private
      def marshal_load(data)
        @data = data.freeze
        @response = nil
        freeze
      end

      private

      def typed(value, type)
        case type
        when Symbol then value.is_a?(Hash) ? Models.const_get(type).new(value) : value
        when Array then value.is_a?(Array) ? value.map { |one| typed(one, type[0]) }.freeze : value
        when Hash then value.is_a?(Hash) ? value.transform_values { |one| typed(one, type.values[0]) }.freeze : value
        else value
        end
      end

      def plain(value, type)
        case value
        when Array then type ? typed(value, type).map { |one| plain_record(one) } : value
        when Hash then type ? plain_record(typed(value, type)) : value
        else value
        end
      end

      def plain_record(value)
        case value
        when Model then value.to_h
        when Hash then value.transform_values { |one| plain_record(one) }
        else value
        end
      end
    end
  end
end
