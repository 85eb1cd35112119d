# frozen_string_literal: true

module Parley
  module Core
    # Counts the forks that led to this process. What belongs to one process alone (sockets, threads that refresh a token, the
    # retry budget) compares the number it began with.
    module Fork
      @generation = 0

      class << self
        # @return [Integer]
        attr_reader :generation

        # @api private
        def in_child = @generation += 1
      end

      # Process._fork is what all ways to fork call, since Ruby 3.1, for libraries such as this one.
      module Hook
        def _fork
          pid = super
          Fork.in_child if pid.zero?
          pid
        end
      end
      Process.singleton_class.prepend(Hook)
    end
  end
end
