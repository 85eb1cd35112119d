# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 e7a21c1a72c15f239aefa3b5cd8e572e9a1dfb54af2fa252673c1a37eeb39473'
end
