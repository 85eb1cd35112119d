# frozen_string_literal: true

require_relative 'helper'

describe 'Files' do
  include Serving

  def uploaded = answer(201, { data: { id: 'file_1', name: 'a.txt' } })

  it 'are sent as a form, with names as browsers send them' do
    with_server(uploaded) do |server, parley|
      parley.files.upload(file: Parley::FilePart.new('Hello', name: "größe \"x\"\r\n.txt", type: 'text/plain'), folder: 'a')
      sent = server.requests.first
      assert_match(%r{\Amultipart/form-data; boundary=}, sent.headers['content-type'])
      assert_includes sent.body.force_encoding('UTF-8'),
                      "name=\"file\"; filename=\"größe %22x%22%0D%0A.txt\"\r\nContent-Type: text/plain\r\n\r\nHello\r\n--"
    end
  end

  it 'are repeated from the offset at which a stream was given' do
    with_server(refusal(503, 'service_unavailable'), uploaded) do |server, parley|
      parley.files.upload(file: StringIO.new('0123456789').tap { |io| io.seek(4) })
      assert_equal 2, server.requests.size
      server.requests.each { |one| assert_includes one.body, "\r\n\r\n456789\r\n--" }
    end
  end

  it 'are refused as a String, which could be bytes or a path' do
    with_server(uploaded) do |server, parley|
      error = assert_raises(Parley::ConfigurationError) { parley.files.upload(file: 'invoice.pdf') }
      assert_includes error.message, 'Pathname'
      assert_empty server.requests
    end
  end

  it 'that are not there are no failure of the connection' do
    with_server do |server, parley|
      error = assert_raises(Parley::ConfigurationError) { parley.files.upload(file: Pathname('missing.pdf')) }
      assert_match(/No such file/, error.message)
      assert_empty server.requests
    end
  end

  it 'are sent once if they come from a pipe' do
    reader, writer = IO.pipe
    writer.write('0123456789')
    writer.close
    with_server(refusal(503, 'service_unavailable')) do |server, parley|
      assert_raises(Parley::ServiceUnavailableError) { parley.files.upload(file: reader) }
      assert_equal ['chunked'], server.requests.map { |one| one.headers['transfer-encoding'] }
    end
  end

  # A file of five bytes, which is changed before each read.
  def with_changing_file(change)
    Dir.mktmpdir do |folder|
      path = "#{folder}/log"
      File.write(path, '01234')
      File.open(path) do |file|
        file.define_singleton_method(:read) { |*args| change.call(path) && super(*args) }
        yield file
      end
    end
  end

  it 'are sent as long as they were when the sending began' do
    with_changing_file(->(path) { File.write(path, "GET / HTTP/1.1\r\n\r\n", mode: 'a') }) do |growing|
      with_server(uploaded, answer(200, { data: { id: 'file_1' } })) do |server, parley|
        parley.files.upload(file: growing)
        parley.files.get('file_1')
        assert_match(/\r\n\r\n01234\r\n--parley-\h+--\r\n\z/, server.requests.first.body)
        assert_equal [['POST', '/v1/files'], ['GET', '/v1/files/file_1']], server.requests.map { |one| [one.verb, one.path] }
        assert_equal 1, server.requests.map(&:connection).uniq.size
      end
    end
  end

  it 'are not sent to the end if they have become shorter' do
    with_changing_file(->(path) { File.truncate(path, 2) }) do |shrinking|
      with_server(hang_up) do |server, parley|
        error = assert_raises(Parley::ConnectionError) { parley.files.upload(file: shrinking) }
        assert_match(/shorter/, error.message)
        assert_equal [:unknown, 1], [error.outcome, error.attempts.size]
        refute(server.requests.any? { |one| one.body.end_with?("--\r\n") })
      end
    end
  end

  it 'are attached by id as JSON, and as parts of a form if one is new' do
    message = answer(201, { data: { id: 'msg_1' } })
    with_server(message) do |server, parley|
      parley.tickets.messages.create('ticket_1', body: 'See attached', attachments: ['file_1'])
      parley.tickets.messages.create('ticket_1', body: 'See attached', author: { type: 'contact' },
                                                 attachments: ['file_1', StringIO.new('new')])
      assert_equal ['file_1'], JSON.parse(server.requests.first.body)['attachments']
      form = server.requests.last.body
      assert_equal 2, form.scan('name="attachments[]"').size
      assert_includes form, "name=\"author\"\r\n\r\n{\"type\":\"contact\"}\r\n"
    end
  end

  describe 'in a download' do
    let(:content) { ('a'..'z').to_a.join }

    # The record names the address of the server, which is known only when it runs.
    def with_file(*answers, size: 26, **options)
      with_server('', *answers, **options) do |server, parley|
        server.answers[0] = lambda do |_, socket|
          socket.write(answer(200, { data: { id: 'file_1', size:, url: "#{server.url}/link" } }))
        end
        yield server, parley
      end
    end

    def part(status, body, **headers)
      lines = { ETag: '"e"', **headers }.map { |name, value| "#{name.to_s.tr('_', '-')}: #{value}\r\n" }
      ->(_, socket) { socket.write("HTTP/1.1 #{status} Status\r\n#{lines.join}\r\n#{body}") && socket.close }
    end

    def cut = part(200, content[0, 10], Content_Length: 26)

    def rest(range = 'bytes 10-25/26') = part(206, content[10..], Content_Length: 16, Content_Range: range)

    def downloaded(parley, **options)
      bytes = +''
      parley.files.download('file_1', options:) { |piece| bytes << piece }
      bytes
    end

    it 'come without the credential, and go on after a cut' do
      Dir.mktmpdir do |folder|
        with_file(cut, rest) do |server, parley|
          parley.files.download('file_1', to: "#{folder}/file")
          assert_equal content, File.read("#{folder}/file")
          assert_equal [nil, nil], server.requests.last(2).map { |one| one.headers['authorization'] }
          assert_equal [[nil, nil], ['bytes=10-', '"e"']],
                       server.requests.last(2).map { |one| one.headers.values_at('range', 'if-range') }
          assert_equal ["#{folder}/file"], Dir["#{folder}/*"]
        end
      end
    end

    it 'get none of the headers of the call' do
      with_file(part(200, content, Content_Length: 26)) do |server, _|
        parley = server.client(hooks: { on_request: ->(_, headers) { headers['x-hook'] = 'secret' } })
        downloaded(parley, headers: { 'x-gateway' => 'secret' })
        assert_equal %w[secret secret], server.requests.first.headers.values_at('x-hook', 'x-gateway')
        assert_equal %w[accept accept-encoding host user-agent x-request-id],
                     server.requests.last.headers.keys.sort
      end
    end

    it 'are complete only with the size of the record' do
      with_file(part(200, content[0, 10]), rest) { |_, parley| assert_equal content, downloaded(parley) }
      with_file(part(200, content[0, 10])) do |_, parley|
        assert_raises(Parley::TruncatedError) { downloaded(parley, max_retries: 0) }
      end
      with_file(part(200, content * 2)) { |_, parley| assert_raises(Parley::DecodeError) { downloaded(parley) } }
      with_file(part(200, content), size: nil) { |_, parley| assert_raises(Parley::DecodeError) { downloaded(parley) } }
    end

    it 'go on only with the bytes that were asked for' do
      [nil, 'bytes 0-15/26', 'bytes 11-26/27', 'bytes 10-25/99', 'bytes 10-25/*'].each do |range|
        with_file(cut, rest(range)) do |_, parley|
          assert_raises(Parley::DecodeError, range.inspect) { downloaded(parley) }
        end
      end
    end

    it 'go on a few times only, after longer and longer waits' do
      times = []
      bytes = (0..5).map do |at|
        answer = part(at.zero? ? 200 : 206, content[at], Content_Range: "bytes #{at}-25/26", Content_Length: 26 - at)
        lambda do |request, socket|
          times << Process.clock_gettime(Process::CLOCK_MONOTONIC)
          answer.call(request, socket)
        end
      end
      with_file(*bytes) do |server, _|
        parley = server.client(time_scale: 0.2)
        assert_raises(Parley::TruncatedError) { parley.files.download('file_1') { nil } }
      end
      waits = times.each_cons(2).map { |one, next_one| next_one - one }
      assert_equal 3, waits.size
      waits.zip([0.05, 0.1, 0.2]) { |wait, shortest| assert_operator wait, :>=, shortest }
    end

    it 'go on as often as it takes, if each part brings something' do
      file = Random.bytes(6 * 65_536)
      parts = (0..5).map do |at|
        from = at * 65_536
        headers = { Content_Range: "bytes #{from}-#{file.size - 1}/#{file.size}", Content_Length: file.size - from }
        part(at.zero? ? 200 : 206, file[from, 65_536], **headers)
      end
      with_file(*parts, size: file.size) { |_, parley| assert_equal file, downloaded(parley).b }
    end

    it 'end at the deadline of the call, even if there is always something to read' do
      endless = lambda do |_, socket|
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: #{10**12}\r\n\r\n")
        loop { socket.write('x' * 65_536) }
      end
      with_file(endless, size: 10**12) do |_, parley|
        pieces = 0
        assert_raises(Parley::TimeoutError) do
          parley.files.download('file_1', options: { total_timeout: 5, max_retries: 0 }) do
            # Slower than the server, so that no read has to wait.
            sleep(0.001)
            raise 'The deadline has passed long ago' if (pieces += 1) > 1000
          end
        end
      end
    end

    it 'do not wait for days' do
      with_file(refusal(503, 'service_unavailable', 'Retry-After' => '2592000')) do |server, parley|
        error = assert_raises(Parley::ServiceUnavailableError) { downloaded(parley) }
        assert_equal [2_592_000, 2], [error.retry_after, server.requests.size]
      end
    end

    it 'need a link that is one, and stay with https' do
      with_server(answer(200, { data: { id: 'file_1', size: 1, url: 'file:///etc/passwd' } })) do |_, parley|
        assert_raises(Parley::DecodeError) { downloaded(parley) }
      end
      with_file(part(302, '', Location: 'ftp://example.com/file')) do |_, parley|
        assert_raises(Parley::DecodeError) { downloaded(parley) }
      end
      plain = part(302, '', Location: 'http://127.0.0.1:1/')
      with_file(plain, certificate: Certificate.new) do |_, parley|
        assert_equal 302, assert_raises(Parley::ApiError) { downloaded(parley) }.status
      end
    end
  end
end
