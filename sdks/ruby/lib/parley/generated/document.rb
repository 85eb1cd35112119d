# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 a8188c39ccfd0e97d2dd5b0c5edcc0aa000eb05e092d1f7712a1a950d7b2eb64'
end
