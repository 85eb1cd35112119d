# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 afec40f0217b0686ffa348e3e0f12c5a8d29e1ad9a4428ee1081e79b3bf1fe47'
end
