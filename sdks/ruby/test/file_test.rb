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

  it 'are sent once if they come from a pipe' do
    reader, writer = IO.pipe
    writer.write('0123456789')
    writer.close
    with_server(refusal(503, 'service_unavailable')) do |server, parley|
      assert_raises(Parley::ServiceUnavailableError) { parley.files.upload(file: reader) }
      assert_equal ['chunked'], server.requests.map { |one| one.headers['transfer-encoding'] }
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

  it 'are downloaded without the credential, and go on after a cut' do
    content = ('a'..'z').to_a.join
    cut = lambda do |_, socket|
      socket.write("HTTP/1.1 200 OK\r\nETag: \"e\"\r\nContent-Length: 26\r\n\r\n#{content[0, 10]}")
      socket.close
    end
    rest = lambda do |request, socket|
      from = request.headers['range'][/\d+/].to_i
      socket.write("HTTP/1.1 206 Partial\r\nETag: \"e\"\r\nContent-Length: #{26 - from}\r\n\r\n#{content[from..]}")
    end
    Dir.mktmpdir do |folder|
      with_server('', cut, rest) do |server, parley|
        record = ->(_, socket) { socket.write(answer(200, { data: { id: 'file_1', url: "#{server.url}/link" } })) }
        server.answers[0] = record
        parley.files.download('file_1', to: "#{folder}/file")
        assert_equal content, File.read("#{folder}/file")
        assert_equal [nil, nil], server.requests.last(2).map { |one| one.headers['authorization'] }
        assert_equal [nil, '"e"'], server.requests.last(2).map { |one| one.headers['if-range'] }
        assert_equal ["#{folder}/file"], Dir["#{folder}/*"]
      end
    end
  end
end
