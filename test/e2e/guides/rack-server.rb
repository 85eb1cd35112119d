# Serves a Rack application with nothing but the standard library: ruby rack-server.rb config.ru 4000
require "socket"
require "stringio"

$stdout.sync = true

class Builder
  attr_reader :app

  def run(app) = @app = app
end

file, port = ARGV
builder = Builder.new
builder.instance_eval(File.read(file), file)
server = TCPServer.new("127.0.0.1", Integer(port))
loop do
  socket = server.accept
  env = {}
  next socket.close if socket.gets.nil? # a connection without a request
  while (line = socket.gets.chomp) != ""
    name, value = line.split(": ", 2)
    env["HTTP_#{name.upcase.tr("-", "_")}"] = value
  end
  env["rack.input"] = StringIO.new(socket.read(Integer(env["HTTP_CONTENT_LENGTH"])))
  status, = builder.app.call(env)
  socket.write("HTTP/1.1 #{status} -\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
  socket.close
end
