# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 f8794f0dd1122eebcf58081bf2d0b2ff8259e27aee2dd0031e9dedcd1f925457'
end
