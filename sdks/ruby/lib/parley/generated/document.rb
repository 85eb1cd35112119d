# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 cc1bb0502bdb3fdc4b1bfc8aa870b0e768099642239b0149c01f02565f5fc8fe'
end
