# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 c0aefe5f4555b8a1fda7cb16ab4789ffa2e1bc19278ecdef4cf05c260d1f3b68'
end
