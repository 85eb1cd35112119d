# frozen_string_literal: true

# Runner of the conformance suite: ../../conformance/README.md has its contract.

require 'json'
require 'net/http'
require 'pp' # rubocop:disable Lint/RedundantRequireStatement -- PP is there only after the first pp
require 'socket'
require_relative 'values'

# Collects the lines of a client.
class Lines < Array
  def debug(text) = push("debug #{text}")

  def warn(text) = push("warn #{text}")
end

# The objects of one scenario, and what its steps do with them.
class Scenario
  include Values

  def initialize
    @objects = {}
    @environment = {}
    @lines = Lines.new
  end

  # What the library and the language raise is an outcome; what the runner does not know is a crash.
  def outcome_of(step)
    outcome = send("do_#{step.fetch('do')}", step)
    @lines.empty? ? outcome : outcome.merge(logs: @lines.slice!(0..))
  rescue Exception => error # rubocop:disable Lint/RescueException -- those of rbs/test are no StandardError
    { crash: error.full_message(highlight: false) }
  end

  def finish
    @environment.each { |name, value| ENV[name] = value }
    @objects.each_value { |object| object.stop if object.is_a?(Iteration) }
  end

  private

  def attempt(step)
    result = yield
    @objects[step['as']] = result if step['as']
    response = Parley.response_of(result) unless result.is_a?(Hash)
    shown = { **fields_of(response, RESPONSE), replayed: response.replayed? } if response
    { result: plain(result), response: shown }.compact
  rescue StandardError, *TYPE_ERRORS => error
    @objects[step['as']] = error if step['as']
    { error: described(error) }
  end

  def cancelling(moment, cancellation)
    watch = moment && Thread.new { cancellation.cancel if control { |http| http.get(URI(moment).request_uri) } }
    yield(moment ? { signal: cancellation } : {})
  ensure
    watch&.kill
  end

  def referred(path)
    name, *fields = path.split('.')
    fields.reduce(@objects.fetch(name), :public_send)
  end

  def method_of(step)
    *path, name = step['method'].gsub(/[A-Z]/) { |letter| "_#{letter.downcase}" }.split('.')
    path.reduce(@objects.fetch(step.fetch('on', 'main')), :public_send).public_method(name)
  end

  def invoke(step, options)
    options = { **named(step['options']), **options }
    arguments = { **named(step['args']), **(options.empty? ? {} : { options: }) }
    method_of(step).call(*decoded(step['positional']), **arguments)
  end

  def option(name, value)
    case name
    when 'logger' then @lines
    when 'app' then value.transform_keys(&:to_sym)
    when 'auth'
      token = value['token'] && Parley::Token.new(**value['token'].transform_keys(&:to_sym))
      store = value['store'] == 'file' ? Parley::FileTokenStore.new(value['path']) : Parley::MemoryTokenStore.new
      store.save(store.load, token) if token
      Parley::TokenProvider.new(@objects.fetch(value['oauth']), store)
    else value
    end
  end

  def do_new(step)
    step.fetch('env', {}).each do |name, value|
      @environment[name] = ENV.fetch(name, nil) unless @environment.key?(name)
      ENV[name] = value
    end
    options = step['options'].to_h { |name, value| [name.to_sym, option(name, value)] }
    create = step['type'] == 'oauth' ? Parley::OAuth.method(:new) : Parley::Client.method(:new)
    create = @objects.fetch(step['from']).method(:with) if step['from']
    attempt(step) { create.call(**options) }.slice(:error)
  end

  def do_call(step)
    cancelling(step['cancel'], Parley::Cancellation.new) { |options| attempt(step) { invoke(step, options) } }
  end

  def do_iterate(step)
    cancellation = Parley::Cancellation.new
    iteration = @objects.fetch(step['from']) if step['from']
    iteration ||= Iteration.new(invoke(step, { signal: cancellation }), step, cancellation)
    @objects[step['as']] = iteration if step['as']
    taken = cancelling(step['cancel'], iteration.cancellation) { iteration.take(step['take']) }
    iteration.stop if step['close']
    error = described(taken[:error]) if taken[:error]
    taken.merge(items: taken[:items].map { |item| plain(item) }, cursor: iteration.cursor, error:)
  rescue ArgumentError => error
    { items: [], done: false, error: described(error) }
  end

  def do_parallel(step) = { outcomes: step['steps'].map { |one| Thread.new { outcome_of(one) } }.map(&:value) }

  def do_elsewhere(step) = { outcomes: Thread.new { step['steps'].map { |one| outcome_of(one) } }.value }

  def do_read(step)
    object = @objects.fetch(step['of'])
    { result: step['fields'].to_h { |name| [name, plain(object.respond_to?(name) ? object.public_send(name) : object[name])] } }
  end

  def do_edit(step)
    calls = 0
    outcome = attempt(step) { method_of(step).call(*step['positional']) { (calls += 1) && step['changes'] } }
    outcome.merge(calls:)
  end

  def do_download(step)
    files = @objects.fetch(step.fetch('on', 'main')).files
    outcome = cancelling(step['cancel'], Parley::Cancellation.new) do |options|
      next attempt(step) { files.download(step['id'], to: step['to'], options:) } unless step['stream']

      File.open(step['to'], 'wb') { |file| attempt(step) { files.download(step['id'], options:) { |piece| file.write(piece) } } }
    end
    outcome[:error] ? outcome : { result: { bytes: File.size(step['to']) } }
  end

  def do_verify(step) = verified(decoded(step['body']), step['headers'], step['secrets'], **named(step.slice('tolerance', 'now')))

  def verified(...)
    event = Parley::Webhooks.verify(...)
    { result: event, known: Parley::Webhooks.known?(event) }
  rescue StandardError, *TYPE_ERRORS => error
    { error: described(error) }
  end

  def do_sign(step)
    attempt(step) { Parley::Webhooks.sign(decoded(step['body']), step['secret'], id: step['id'], now: step['now']) }
  end

  def do_listen(step)
    server = TCPServer.new('127.0.0.1', 0)
    @objects[step['as']] = Thread.new { receive(server.accept, step['secrets']) }
    { result: { url: "http://127.0.0.1:#{server.addr[1]}/" } }
  end

  def receive(socket, secrets)
    headers = socket.gets("\r\n\r\n").lines(chomp: true).filter_map { |line| line.split(': ', 2) if line.include?(': ') }.to_h
    outcome = verified(socket.read(headers.find { |name, _| name.casecmp?('content-length') }.last.to_i), headers, secrets)
    socket.write("HTTP/1.1 #{outcome[:error] ? '400 Bad Request' : '204 No Content'}\r\nConnection: close\r\n\r\n")
    socket.close
    outcome
  end

  def do_received(step) = @objects.fetch(step['from']).join(10)&.value || { crash: 'Nothing was received' }

  def do_fork(step)
    reader, writer = IO.pipe
    child = fork { writer.write(JSON.generate(step['child'].map { |one| outcome_of(one) })) && writer.close && exit! }
    writer.close
    parent = step['parent'].map { |one| outcome_of(one) }
    { child: JSON.parse(reader.read), parent: }.tap { Process.wait(child) }
  end

  def do_inspect(step)
    object = @objects.fetch(step['of'])
    error = object.full_message(highlight: false) if object.is_a?(Exception)
    { result: [object.inspect, object.to_s, PP.pp(object, +''), JSON.generate(object.to_s), error].compact }
  end
end

# The variables of a scenario that name a proxy are not for this.
def control
  url = URI(ENV.fetch('PARLEY_CONFORMANCE_URL'))
  yield Net::HTTP.new(url.host, url.port, nil)
end

def post(path, body)
  answer = control { |http| http.post(path, JSON.generate(body), 'content-type' => 'application/json') }
  JSON.parse(answer.body.force_encoding('UTF-8'))
end

puts 'TAP version 14', "1..#{ARGV.size}"
verdicts = ARGV.each.with_index(1).map do |id, number|
  scenario = Scenario.new
  answer = post('/start', { scenario: id, language: 'ruby', pid: Process.pid })
  title = answer['title']
  answer = post('/next', scenario.outcome_of(answer['step'])) while answer['step']
  scenario.finish
  verdict = answer.fetch('verdict')
  puts "#{'not ' unless verdict['ok']}ok #{number} - #{id} #{title}"
  puts(verdict.fetch('problems', []).map { |text| "# #{text}" })
  verdict['ok']
end
exit(verdicts.all?)
