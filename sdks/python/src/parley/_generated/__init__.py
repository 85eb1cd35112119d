# Generated from the API document by `npm run sdks`. Do not edit.
"""What the API document gives: resources, records and inputs."""
