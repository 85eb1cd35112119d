# frozen_string_literal: true

require 'fileutils'
require 'json'
require 'monitor'
require 'securerandom'
require 'parley/core/credentials'

module Parley
  # The tokens of one grant. Immutable.
  class Token
    # @return [String]
    attr_reader :access_token
    # @return [String, nil]
    attr_reader :refresh_token
    # @return [Time, nil] end of the access token
    attr_reader :expires_at
    # @return [String, nil] separated by blanks
    attr_reader :scope

    def initialize(access_token:, refresh_token: nil, expires_at: nil, scope: nil)
      @access_token = access_token.dup.freeze
      @refresh_token = refresh_token.dup.freeze
      @expires_at = expires_at.is_a?(String) ? Parley.parse_time(expires_at) : expires_at
      @scope = scope.dup.freeze
      freeze
    end

    # @return [Hash{Symbol => String}] for a store; `expires_at` is text of RFC 3339
    def to_h
      { access_token:, refresh_token:, expires_at: expires_at&.getutc&.strftime('%Y-%m-%dT%H:%M:%S.%LZ'), scope: }
    end

    def to_json(*arguments) = to_h.to_json(*arguments)

    def ==(other) = other.is_a?(Token) && other.to_h == to_h
    alias eql? ==

    def hash = to_h.hash

    def inspect = "#<#{self.class} #{Core.masked(access_token)} expires_at=#{to_h[:expires_at].inspect}>"
  end

  # Keeps the token of one grant in this process. A store of your own (a row of a database, say) has the same three methods.
  class MemoryTokenStore
    # @param token [Token, nil]
    def initialize(token = nil)
      @token = token
      @mutex = Monitor.new
    end

    # @return [Token, nil]
    def load = @token

    # Saves a token unless another one than `expected` is there.
    # @param expected [Token, nil] what `load` returned
    # @param successor [Token]
    # @return [Boolean] whether it was saved
    def save(expected, successor)
      @mutex.synchronize do
        return false unless @token == expected

        @token = successor
        true
      end
    end

    # Runs the block while no other thread or process that shares the store runs one.
    def with_lock(&block) = @mutex.synchronize(&block)
  end

  # Keeps the token of one grant in a file that only its owner may read, and that processes share.
  class FileTokenStore
    # @param path [String, Pathname]; `path.lock` beside it is the lock
    def initialize(path)
      @path = path.to_s
    end

    # @return [Token, nil]
    def load
      Token.new(**JSON.parse(File.read(@path), symbolize_names: true))
    rescue Errno::ENOENT
      nil
    rescue JSON::ParserError, ArgumentError, TypeError
      # Without the cause, whose message has the tokens.
      raise ConfigurationError, "#{@path} holds no token", cause: nil
    end

    # (see MemoryTokenStore#save)
    def save(expected, successor)
      return false unless load == expected

      # A rename replaces the file in one step: a reader sees the old token or the new one, never a half.
      # EXCL: who can write to the folder could have put a link to another file there.
      temporary = "#{@path}.#{SecureRandom.hex(8)}"
      File.open(temporary, File::WRONLY | File::CREAT | File::EXCL, 0o600) do |file|
        file.write(successor.to_json)
        file.fsync
      end
      File.rename(temporary, @path)
      true
    ensure
      FileUtils.rm_f(temporary) if temporary
    end

    # (see MemoryTokenStore#with_lock)
    def with_lock
      File.open("#{@path}.lock", File::RDWR | File::CREAT, 0o600) do |file|
        file.flock(File::LOCK_EX)
        yield
      end
    end
  end
end
