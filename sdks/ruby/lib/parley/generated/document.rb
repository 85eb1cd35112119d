# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 e5455363e62ac72d7656ee4bbca7d91798b897a077ced1c844b2a61223dcbbf7'
end
