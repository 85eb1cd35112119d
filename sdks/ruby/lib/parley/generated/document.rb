# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 738f1e48fd881ac6721c983f519222ec6cd672411927f2793c94f9fd42b7bf45'
end
