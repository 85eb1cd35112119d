"""When a failed attempt is repeated, and after how long."""

from __future__ import annotations

import math
import random
import threading
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from .errors import ApiError, CallError, ConnectionError, IdempotencyInProgressError, Outcome
from .fork import reset_after_fork

RETRYABLE_STATUSES = frozenset({429, 500, 502, 503, 504})
FIRST_DELAY_SECONDS = 0.5
MAX_DELAY_SECONDS = 8.0


def backoff(retry: int, longest: float = MAX_DELAY_SECONDS) -> float:
    """Seconds before the retry of this number, the first being 1. The jitter comes last, so that no clamp undoes it."""
    # The exponent is bounded because 2.0 ** 1024 overflows.
    return min(longest, FIRST_DELAY_SECONDS * 2.0 ** min(retry - 1, 10)) * random.uniform(0.5, 1.0)


def retry_after_seconds(value: str | None) -> float | None:
    """Retry-After (RFC 9110, 10.2.3) in seconds, a date rounded up; None if it is absent, negative or unreadable."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        return _seconds_until(value)
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _seconds_until(date: str) -> float | None:
    try:
        instant = parsedate_to_datetime(date)
        seconds = ((instant if instant.tzinfo else instant.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds()
    except (ValueError, OverflowError):
        return None
    return max(0.0, float(math.ceil(seconds)))


def is_retryable(error: CallError, *, is_repeatable: bool) -> bool:
    """Whether another attempt may succeed.

    `is_repeatable` is false for the exchange of an OAuth code, which works once: it is repeated only if it was not sent,
    or not admitted.
    """
    if isinstance(error, ConnectionError):
        return error.is_retryable and (is_repeatable or not error.was_sent)
    if isinstance(error, IdempotencyInProgressError):
        return True
    if not isinstance(error, ApiError):
        return False
    return error.status in RETRYABLE_STATUSES and (is_repeatable or error.status == 429)


def outcome_of(error: CallError) -> Outcome:
    """Whether one attempt at a write may have taken effect."""
    if isinstance(error, ConnectionError):
        return "unknown" if error.was_sent else "not_sent"
    if isinstance(error, IdempotencyInProgressError) or not isinstance(error, ApiError):
        return "unknown"
    return "rejected" if 400 <= error.status < 500 or error.status == 501 else "unknown"


class RetryBudget:
    """Limits the retries of a client in an outage: each takes one of 20 tokens, each success gives a tenth back."""

    def __init__(self) -> None:
        self._tokens = 20.0
        self._lock = threading.Lock()
        reset_after_fork(self)

    def after_fork(self) -> None:
        self._tokens = 20.0
        self._lock = threading.Lock()

    def take(self) -> bool:
        with self._lock:
            if self._tokens < 1:
                return False
            self._tokens -= 1
            return True

    def refund(self) -> None:
        with self._lock:
            self._tokens = min(20.0, self._tokens + 0.1)
