# Generated from the API document by `npm run sdks`. Do not edit.
"""The operations of the API, by resource.

Error codes of all: malformed_json, missing_api_key, invalid_api_key, token_expired, address_not_allowed, unknown_parameter,
rate_limit_exceeded, internal_error, service_unavailable.
"""
