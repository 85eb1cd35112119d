"""What the server answered besides the record: `response_of(record)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .errors import Attempt
from .rate_limit import RateLimit, rate_limit_of

if TYPE_CHECKING:
    from .._generated.models import Included


@dataclass(frozen=True, slots=True)
class Response:
    """The answer that a result came with. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    request_id: str | None = None
    attempts: Sequence[Attempt] = field(default=())
    included: Included | None = None

    @property
    def etag(self) -> str | None:
        """The version of the record, for `if_match` and `if_none_match`."""
        return self.headers.get("etag")

    @property
    def rate_limit(self) -> RateLimit | None:
        return rate_limit_of(self.headers)

    @property
    def is_replayed(self) -> bool:
        """Whether the server repeated the answer to an earlier request with the same Idempotency-Key."""
        return self.headers.get("idempotent-replayed") == "true"

    @property
    def deprecation(self) -> str | None:
        return self.headers.get("deprecation")

    @property
    def sunset(self) -> str | None:
        return self.headers.get("sunset")
