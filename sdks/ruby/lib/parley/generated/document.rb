# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 9ac1cd04313583e2ceb90884d07cee335b6fb91a4a0b5bcc02dc3b71fa720bb7'
end
