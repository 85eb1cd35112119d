"""Connections that wait for the next call."""

from __future__ import annotations

import threading
import time

from .config import Origin
from .connection import Connection
from .fork import reset_after_fork

MAX_IDLE = 20
MAX_IDLE_SECONDS = 60.0


class Pool:
    """Per origin, the connection that was used last first. One that is in use is not in the pool."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[Origin, list[tuple[float, Connection]]] = {}
        reset_after_fork(self)

    def after_fork(self) -> None:
        # The parent goes on using its connections. To close a socket here does not end its TLS session; to use it would.
        self._lock = threading.Lock()
        self.close()

    def take(self, origin: Origin) -> Connection | None:
        """A connection that can be used, or None."""
        while True:
            with self._lock:
                idle = self._idle.get(origin)
                if not idle:
                    return None
                since, connection = idle.pop()
            # The wall clock goes on while a process is frozen, and may be set back.
            if 0 <= time.time() - since <= MAX_IDLE_SECONDS and connection.is_open():
                return connection
            connection.close()

    def put(self, origin: Origin, connection: Connection) -> None:
        with self._lock:
            idle = self._idle.setdefault(origin, [])
            idle.append((time.time(), connection))
            surplus = idle.pop(0)[1] if len(idle) > MAX_IDLE else None
        if surplus is not None:
            surplus.close()

    def close(self) -> None:
        with self._lock:
            closing = [connection for idle in self._idle.values() for _, connection in idle]
            self._idle.clear()
        for connection in closing:
            connection.close()
