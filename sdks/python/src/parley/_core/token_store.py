"""Where OAuth tokens are kept between calls and processes."""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from .errors import ConfigurationError
from .fork import reset_after_fork
from .log import shown_token

EXPIRY_MARGIN = timedelta(seconds=60)


@dataclass(frozen=True, slots=True, repr=False)
class Token:
    """An access token, and what renews it. `expires_at` is a timestamp (RFC 3339)."""

    access_token: str
    refresh_token: str | None = None
    expires_at: str | None = None
    scope: str | None = None

    def is_expiring(self) -> bool:
        """Whether it has expired, or does so within a minute."""
        if self.expires_at is None:
            return False
        return datetime.fromisoformat(self.expires_at) - datetime.now(UTC) <= EXPIRY_MARGIN

    def __repr__(self) -> str:
        return f"<Token {shown_token(self.access_token)}, expires at {self.expires_at}>"


class TokenStore(Protocol):
    """Keeps the token of one grant. Several processes may share one."""

    def load(self) -> Token | None: ...

    def save(self, expected: Token | None, token: Token) -> bool:
        """Stores the token if the store still has the expected one, and says whether it did."""
        ...

    def lock(self) -> AbstractContextManager[None]:
        """Held during a refresh, against another one by a thread or process that shares the store."""
        ...


class MemoryTokenStore:
    """A token of this process."""

    def __init__(self, token: Token | None = None) -> None:
        self._token = token
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        self._lock = threading.Lock()

    def load(self) -> Token | None:
        return self._token

    def save(self, expected: Token | None, token: Token) -> bool:
        if self._token != expected:
            return False
        self._token = token
        return True

    @contextmanager
    def lock(self) -> Generator[None, None, None]:
        with self._lock:
            yield


class FileTokenStore:
    """A JSON file that only its owner can read, with a lock beside it (POSIX)."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)

    def load(self) -> Token | None:
        try:
            with open(self._path, encoding="utf-8") as file:
                return Token(**json.load(file))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError):
            raise ConfigurationError(f"{self._path} contains no token.") from None

    def save(self, expected: Token | None, token: Token) -> bool:
        if self.load() != expected:
            return False
        # A temporary file has mode 600 from its beginning, and a rename leaves no half of a token.
        descriptor, temporary = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(self._path)))
        with open(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(token), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self._path)
        return True

    @contextmanager
    def lock(self) -> Generator[None, None, None]:
        import fcntl

        descriptor = os.open(f"{self._path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)
