"""The state of the rate limit, which every answer has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RateLimit:
    """Requests a minute, those that are left, and the end of the window in Unix seconds of the server's clock."""

    limit: int
    remaining: int
    reset: int


def rate_limit_of(headers: Mapping[str, str]) -> RateLimit | None:
    """The state of the rate limit; None without all three headers."""
    try:
        limit, remaining, reset = (int(headers[f"x-ratelimit-{name}"]) for name in ("limit", "remaining", "reset"))
    except (KeyError, ValueError):
        return None
    return RateLimit(limit, remaining, reset)
