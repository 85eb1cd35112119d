# frozen_string_literal: true

require 'pathname'
require 'time'
require 'parley'

# What rbs/test raises instead of an error of the library that refuses the same argument, and that is its cause.
TYPE_ERRORS = defined?(RBS::Test) ? [RBS::Test::Tester::TypeError] : []

# Values of the protocol as objects of Ruby, and objects as values.
module Values
  ERROR = %i[message status type code param details request_id doc_url headers retry_after idempotency_key outcome attempts
             rate_limit cursor position reason error error_description body content_type record].freeze
  RESPONSE = %i[status request_id attempts etag deprecation sunset rate_limit headers included].freeze

  def decoded(value)
    return value.map { |one| decoded(one) } if value.is_a?(Array)
    return value unless value.is_a?(Hash)
    return value.transform_values { |one| decoded(one) } unless value.size == 1 && value.keys[0].start_with?('$')

    kind, input = value.first
    { '$ref' => method(:referred), '$omit' => ->(_) { Parley::OMIT }, '$time' => Time.method(:iso8601),
      '$bytes' => ->(text) { text.unpack1('m0') }, '$file' => method(:source_of) }.fetch(kind).call(input)
  end

  def named(arguments)
    arguments.transform_keys(&:to_sym).transform_values { |one| decoded(one) }.reject { |_, one| one.equal?(Parley::OMIT) }
  end

  def source_of(file)
    path = Pathname(file['path'])
    opened = -> { path.open('rb').tap { |io| io.seek(file['offset'] || 0) } }
    sources = { 'path' => -> { path }, 'bytes' => -> { path.binread }, 'seekable' => opened, 'factory' => -> { opened },
                'once' => -> { IO.popen(['cat'], 'rb', in: opened.call) } }
    source = sources.fetch(file['from']).call
    details = { name: file['name'], type: file['type'] }.compact
    details.empty? && !source.is_a?(String) ? source : Parley::FilePart.new(source, **details)
  end

  def plain(value)
    case value
    when Parley::Page
      value.load
      { data: value.data, meta: value.meta, links: value.links, included: value.included }.compact
    when Parley::Result then { data: value.data, meta: value.meta }
    when Parley::NotModified then { not_modified: true }
    when Parley::Response then { already_gone: value.already_gone? }
    when Struct then value.to_h
    when Array then value.map { |one| plain(one) }
    else value
    end
  end

  def fields_of(object, names)
    names.to_h { |name| [name, object.respond_to?(name) ? plain(object.public_send(name)) : nil] }
  end

  def described(error)
    if TYPE_ERRORS.include?(error.class)
      raise error unless error.cause.is_a?(StandardError)

      error = error.cause
    end
    { **fields_of(error, ERROR), classes: classes_of(error) }.compact
  end

  def classes_of(error)
    names = (error.class.ancestors - StandardError.ancestors).grep(Class).map { |one| one.name.split('::').last }
    names.map { |name| name == 'Error' ? 'Parley' : name.delete_suffix('Error') }
  end
end

# An iteration that is taken up again: the block of `each` waits in a fiber until more is asked for.
class Iteration
  attr_reader :cancellation

  def initialize(source, step, cancellation)
    @source = source
    @step = step
    @cancellation = cancellation
    @fiber = Fiber.new do
      catch(:stopped) { each { |item| throw :stopped if Fiber.yield([item]) } }
      nil
    end
  end

  # As many items, or all, and how it ended if it did.
  def take(count)
    items = []
    items.concat(@fiber.resume || []) while items.size != count && @fiber.alive?
    { items:, done: !@fiber.alive? }
  rescue StandardError, *TYPE_ERRORS => error
    { items:, done: false, error: }
  end

  def stop = @fiber.alive? && @fiber.resume(true)

  def cursor = %i[resume_cursor position].filter_map { |name| @source.respond_to?(name) && @source.public_send(name) }.first

  private

  def each(&block)
    case @step['via']
    when 'pages' then @source.pages(&block)
    when 'to_array' then @source.to_a(**{ limit: @step['limit'] }.compact).each(&block)
    else @source.each(&block)
    end
  end
end
