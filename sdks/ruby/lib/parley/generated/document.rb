# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 4a6fa275f49e48dab6a2fe617e341472ad40a1dc657b5019f1ba267c7382ca95'
end
