"""Cancelling a call from another thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from .errors import CancelledError


class CancelSignal:
    """Give it as `options={"signal": signal}`; `signal.cancel()` in another thread ends the call with CancelledError."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._aborts: list[Callable[[], None]] = []

    @property
    def is_cancelled(self) -> bool:
        return self._event.is_set()

    def cancel(self) -> None:
        """Ends the calls that have this signal, now and in the future."""
        with self._lock:
            self._event.set()
            aborts, self._aborts = self._aborts, []
        for abort in aborts:
            abort()

    def check(self) -> None:
        """Raises CancelledError if it is cancelled."""
        if self.is_cancelled:
            raise CancelledError("The call was cancelled.")

    def wait(self, seconds: float) -> None:
        """Waits, and raises CancelledError as soon as it is cancelled."""
        self._event.wait(seconds)
        self.check()

    @contextmanager
    def aborting(self, abort: Callable[[], None]) -> Generator[None, None, None]:
        """Calls `abort` if it is cancelled within the block."""
        with self._lock:
            self._aborts.append(abort)
        try:
            self.check()
            yield
        finally:
            with self._lock:
                if abort in self._aborts:
                    self._aborts.remove(abort)
