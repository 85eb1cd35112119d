# frozen_string_literal: true

module Parley
  # Version of this library.
  VERSION = '0.1.0'
end
