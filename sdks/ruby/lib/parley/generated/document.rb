# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

module Parley
  # Version of the API that this library was made for.
  API_VERSION = '0.1.0'

  # Version and SHA-256 of the API document that this library was made from.
  API_DOCUMENT = '0.1.0 9a5e8b03fb43545a1dfbaf4bf0e7bda65d2634adfb4587908f9ba1ecc20e36eb'
end
