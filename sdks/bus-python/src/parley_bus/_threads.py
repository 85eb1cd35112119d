"""Work in threads of its own, and the end of its time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")


def in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """Runs work in a daemon thread, which does not keep the process if it hangs, and gives its result to the running loop."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(method: Callable[[Any], None], outcome: Any) -> None:
        if not future.done():
            method(outcome)

    def run() -> None:
        method: Callable[[Any], None] = future.set_exception
        outcome: Any
        try:
            method, outcome = future.set_result, work()
        except Exception as error:
            outcome = error
        except BaseException as error:
            # SystemExit and the like of a handler must not end the loop.
            outcome = RuntimeError(repr(error))
        # A loop that has ended did not wait for this work.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, method, outcome)

    threading.Thread(target=run, daemon=True).start()
    return future


class Deadline:
    """The time that a handler has."""

    def __init__(self) -> None:
        # Held while callbacks run, so that none runs after its block.
        self._lock = threading.Lock()
        self._expired = threading.Event()
        self._callbacks: list[Callable[[], object]] = []

    def is_expired(self) -> bool:
        return self._expired.is_set()

    def wait(self, seconds: float) -> bool:
        """Waits that long, or less if the time is over before. Returns whether it is."""
        return self._expired.wait(seconds)

    def raise_if_expired(self) -> None:
        """Raises ``TimeoutError`` if the time is over: the event is, or will be, delivered again."""
        if self._expired.is_set():
            raise TimeoutError("the event handler has used its time")

    @contextmanager
    def ending(self, callback: Callable[[], object]) -> Generator[None, None, None]:
        """Runs the callback, in another thread, if the time ends within the block: an inbox ends its transaction by it."""
        with self._lock:
            self.raise_if_expired()
            self._callbacks.append(callback)
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)

    def expire(self) -> None:
        with self._lock:
            self._expired.set()
            for callback in reversed(self._callbacks):
                callback()
