# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 bdbd898fdd7fd592d33e7f58143c6c13e1e446bb45a5d6d52e1de2221df5ff97'
end
