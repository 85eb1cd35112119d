"""A connection as both transports see it: deadlines, and the heads of answers (RFC 9112)."""

from __future__ import annotations

import builtins
import re
import select
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

from .cancel import CancelSignal
from .config import Origin
from .errors import ConnectionError
from .proxy import Proxy
from .wire import MAX_HEAD_BYTES, Limits, NotHttpError, exchange_error

MAX_INTERIM = 100
STATUS_LINE = re.compile(rb"HTTP/1\.([0-9]) ([1-9][0-9]{2})(?: .*)?")
FIELD_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)")


class Head(NamedTuple):
    """The head of an answer. Names of headers are in lower case; `stays`: the server keeps the connection open."""

    status: int
    headers: Mapping[str, str]
    stays: bool


def parse_head(head: bytes) -> Head:
    """Raises NotHttpError."""
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    status_line = STATUS_LINE.fullmatch(first)
    if not status_line:
        raise NotHttpError("status line")
    headers: dict[str, str] = {}
    for line in lines:
        field = FIELD_LINE.fullmatch(line)
        if not field:
            raise NotHttpError("header")
        name, value = field[1].decode().lower(), field[2].strip(b" \t").decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    words = headers.get("connection", "").lower()
    return Head(int(status_line[2]), headers, "close" not in words and (status_line[1] != b"0" or "keep-alive" in words))


class Connection(ABC):
    """A socket whose reads and writes end at one deadline: a time limit for each read is none for a server that drips."""

    sock: socket.socket

    def __init__(self, origin: Origin, proxy: Proxy | None) -> None:
        self.origin = origin
        self.proxy = proxy
        self.deadline: float | None = None
        self.idle: float | None = None
        self.signal: CancelSignal | None = None
        self.was_used = False
        self.got_bytes = False
        self.is_complete = True
        """Whether the request was sent in full, which an early answer makes unnecessary."""
        self.interim = 0
        self.unread = bytearray()

    @abstractmethod
    async def send(self, data: bytes) -> None: ...

    @abstractmethod
    async def receive(self) -> bytes:
        """The next bytes; none at the end."""

    @abstractmethod
    async def receive_within(self, seconds: float) -> bytes:
        """What comes within so many seconds, if anything does."""

    @abstractmethod
    def close(self) -> None: ...

    def begin(self, limits: Limits, signal: CancelSignal | None) -> None:
        """Makes it ready for a request."""
        self.limit(limits.total, limits.idle)
        self.signal = signal
        self.got_bytes = self.is_complete = False
        self.interim = 0

    def limit(self, seconds: float | None, idle: float | None) -> None:
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.idle = idle

    def left(self) -> float | None:
        """Seconds for the next read or write. Raises TimeoutError if there are none."""
        if self.deadline is None:
            return self.idle
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise builtins.TimeoutError
        return left if self.idle is None else min(left, self.idle)

    async def read(self, count: int) -> bytes:
        """At most so many bytes; none at the end."""
        if not self.unread:
            await self._fill()
        data = bytes(self.unread[:count])
        del self.unread[:count]
        return data

    async def read_until(self, end: bytes) -> bytes:
        """The bytes up to and with these. Raises EOFError, or NotHttpError if they are too many."""
        while (found := self.unread.find(end)) < 0:
            if len(self.unread) > MAX_HEAD_BYTES:
                raise NotHttpError("a head or a line without end")
            if not await self._fill():
                raise EOFError
        return await self.read(found + len(end))

    async def _fill(self) -> bool:
        return self._keep(await self.receive())

    def _keep(self, piece: bytes) -> bool:
        self.unread += piece
        self.got_bytes = self.got_bytes or piece != b""
        return piece != b""

    async def read_head(self) -> Head:
        """The head of the answer, behind those that announce it, such as 103 (RFC 9110, 15.2)."""
        while True:
            head = parse_head(await self.read_until(b"\r\n\r\n"))
            if head.status >= 200:
                return head
            self._count(head)

    async def has_answer(self, seconds: float = 0.0) -> bool:
        """Whether the answer has begun, or does so within so many seconds. 100 may come at any time, and ends the wait."""
        end, before = time.monotonic() + seconds, self.interim
        while self._keep(await self.receive_within(max(0.0, end - time.monotonic()))):
            # The first digit of the status is behind "HTTP/1.1 ".
            while (is_interim := self.unread.startswith(b"1", 9)) and b"\r\n\r\n" in self.unread:
                self._count(parse_head(await self.read_until(b"\r\n\r\n")))
            if len(self.unread) > (MAX_HEAD_BYTES if is_interim else 9):
                return True
            if self.interim > before:
                break
        return False

    def _count(self, interim: Head) -> None:
        self.interim += 1
        if interim.status == 101 or self.interim > MAX_INTERIM:
            raise NotHttpError("an answer that was not asked for")

    def is_open(self) -> bool:
        """Whether the server has neither closed it nor sent anything: what it sent would be read as the next answer."""
        return not self.unread and not self.is_readable()

    def is_readable(self, seconds: float = 0.0) -> bool:
        if not hasattr(select, "poll"):
            return bool(select.select([self.sock], [], [], seconds)[0])
        poll = select.poll()
        poll.register(self.sock, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def failed(self, error: Exception) -> ConnectionError:
        """Closes it, and gives the error of the attempt."""
        self.close()
        if self.signal is not None:
            self.signal.check()
        return exchange_error(error, got_nothing=not self.got_bytes, was_reused=self.was_used)


async def open_tunnel(connection: Connection, proxy: Proxy) -> None:
    """Asks a proxy for a tunnel. What it sends by itself would be read as an answer of the server, outside TLS."""
    await connection.send(proxy.connect_head(connection.origin))
    status = (await connection.read_head()).status
    if status != 200:
        raise OSError(0, f"the proxy answered {status} to CONNECT")
    if not connection.is_open():
        raise OSError(0, "the proxy sent more than an answer to CONNECT")
