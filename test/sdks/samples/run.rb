# Runs samples of the Ruby library: standard input has them as JSON.
require 'json'
require 'pathname'
require 'parley'

JSON.parse($stdin.read).each do |sample|
  parley = Parley::Client.new(api_key: sample['apiKey'])
  begin
    eval(sample['source'], binding)
    puts "ok #{sample['id']}"
  rescue StandardError => error
    puts "not ok #{sample['id']} #{error.inspect}"
  end
end
