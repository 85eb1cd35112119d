"""What the logger and the hooks get to see: no body, no credential, no value of a query but those of paging."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

SHOWN_HEADERS = frozenset(
    {"accept", "content-length", "content-type", "date", "deprecation", "etag", "idempotent-replayed", "preference-applied"}
    | {"prefer", "retry-after", "sunset", "user-agent", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"}
    | {"x-request-id"}
)
SHOWN_PARAMETERS = frozenset({"page", "per_page", "sort", "order"})


@dataclass(frozen=True, slots=True)
class RequestInfo:
    """An attempt that is about to be sent."""

    method: str
    url: str
    number: int
    request_id: str


@dataclass(frozen=True, slots=True)
class ResponseInfo:
    """The answer to an attempt, or the name of the error in its place. `seconds`: how long it took."""

    request: RequestInfo
    status: int | None
    headers: Mapping[str, str]
    error: str | None
    seconds: float


def shown_target(target: str) -> str:
    """Path and query, with the values of parameters that may be personal data left out."""
    path, _, query = target.partition("?")
    if not query:
        return path
    pairs = [pair.partition("=") for pair in query.split("&")]
    return f"{path}?" + "&".join(f"{name}={text if name in SHOWN_PARAMETERS else '[…]'}" for name, _, text in pairs)


def shown_headers(headers: Mapping[str, str]) -> str:
    return ", ".join(f"{name}: {value if name in SHOWN_HEADERS else '[…]'}" for name, value in headers.items())


def shown_token(token: str) -> str:
    """Prefix and last 4 characters, as the account console shows a credential."""
    prefix = re.match(r"(?:[a-z]+_)*", token)
    return f"{prefix.group() if prefix else ''}…{token[-4:]}" if len(token) > 12 else "…"
