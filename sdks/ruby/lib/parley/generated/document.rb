# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 a4ecb175fcfe00673c638cc9b788e5d1b6628832963fefbb436023736cb7a7f9'
end
