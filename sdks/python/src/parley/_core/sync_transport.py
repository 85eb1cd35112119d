"""Requests over blocking sockets."""

from __future__ import annotations

import socket
import ssl
import threading
import time
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, TypeVar, cast

from .cancel import CancelSignal
from .config import Origin
from .connection import Connection, open_tunnel
from .errors import CancelledError
from .exchange import WireResponse, exchange
from .fork import reset_after_fork
from .pool import Pool
from .proxy import Proxy, proxy_for
from .wire import PIECE_BYTES, NotHttpError, WireRequest, connect_error, tls_context

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine over this transport, which never suspends."""
    try:
        work.send(None)
    except StopIteration as stop:
        return cast(T, stop.value)
    work.close()
    raise RuntimeError("A coroutine of the sync client was suspended.")


async def next_of(generator: AsyncGenerator[T, None]) -> T:
    """Raises StopAsyncIteration at the end."""
    return await anext(generator)


async def end_of(generator: AsyncGenerator[T, None]) -> None:
    await generator.aclose()


class SyncConnection(Connection):
    """A blocking socket."""

    def __init__(self, sock: socket.socket, origin: Origin, proxy: Proxy | None) -> None:
        super().__init__(origin, proxy)
        self.sock = sock

    def _arm(self) -> AbstractContextManager[None]:
        """Gives the socket the time that is left, until the signal. Raises TimeoutError if none is."""
        self.sock.settimeout(self.left())
        return self.signal.aborting(self._abort) if self.signal else nullcontext()

    def _abort(self) -> None:
        """Wakes up the thread that reads or writes."""
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    async def send(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            with self._arm():
                view = view[self.sock.send(view) :]

    async def receive(self) -> bytes:
        with self._arm():
            return self.sock.recv(PIECE_BYTES)

    async def receive_within(self, seconds: float) -> bytes:
        end = time.monotonic() + seconds
        with self._arm():
            self.sock.settimeout(0)
            while self.is_readable(max(0.0, end - time.monotonic())):
                # A TLS session ticket is no answer.
                with suppress(BlockingIOError, ssl.SSLWantReadError):
                    return self.sock.recv(PIECE_BYTES)
        return b""

    def is_open(self) -> bool:
        # TLS may have bytes that it has decrypted, of which the socket does not know any more.
        return super().is_open() and not (isinstance(self.sock, ssl.SSLSocket) and self.sock.pending())

    def close(self) -> None:
        self.sock.close()


class Flights:
    """What is under way for several threads."""

    def __init__(self) -> None:
        self.after_fork()
        reset_after_fork(self)

    def after_fork(self) -> None:
        self.lock = threading.Lock()
        self.current: Future[Any] | None = None


class SyncTransport:
    """Connections to any origin, through the proxy of the configuration."""

    def __init__(self, proxy: str | None, ca: str | None) -> None:
        self._proxy = proxy
        self._ca = ca
        self._context: ssl.SSLContext | None = None
        self.pool = Pool()
        weakref.finalize(self, self.pool.close)

    async def send(self, request: WireRequest) -> WireResponse:
        if request.signal:
            request.signal.check()
        connection = None if request.is_fresh else self.pool.take(request.origin)
        return await exchange(self, connection or await self._connect(request), self.pool, request)

    async def _connect(self, request: WireRequest) -> Connection:
        origin, proxy = request.origin, proxy_for(self._proxy, request.origin)
        seconds = min(request.limits.connect, request.limits.total or request.limits.connect)
        deadline = time.monotonic() + seconds
        host, port = (proxy.host, proxy.port) if proxy else (origin.host, origin.port)
        sock: socket.socket | None = None
        try:
            sock = _open_socket(host, port, deadline)
            connection = SyncConnection(sock, origin, proxy)
            connection.limit(deadline - time.monotonic(), None)
            if origin.scheme == "https":
                if proxy is not None:
                    await open_tunnel(connection, proxy)
                sock.settimeout(connection.left())
                self._context = self._context or tls_context(self._ca)
                connection.sock = sock = self._context.wrap_socket(sock, server_hostname=origin.host)
        except BaseException as error:
            if sock is not None:
                sock.close()
            if isinstance(error, (OSError, EOFError, NotHttpError)):
                raise connect_error(error) from error
            raise
        return connection

    async def sleep(self, seconds: float, signal: CancelSignal | None) -> None:
        if signal is None:
            time.sleep(seconds)
        else:
            signal.wait(seconds)

    async def share(self, flights: Flights, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        with flights.lock:
            future: Future[T] | None = flights.current
            if future is None:
                flights.current = mine = Future[T]()
            else:
                mine = None
        if mine is None:
            return cast("Future[T]", future).result()
        try:
            result = await work()
        except BaseException as error:
            # An interruption is for this thread alone.
            mine.set_exception(error if isinstance(error, Exception) else CancelledError("The call was interrupted."))
            raise
        else:
            mine.set_result(result)
            return result
        finally:
            with flights.lock:
                flights.current = None

    async def blocking(self, work: Callable[[], T]) -> T:
        return work()

    def flights(self) -> Flights:
        return Flights()

    def like(self, proxy: str | None, ca: str | None) -> SyncTransport:
        return SyncTransport(proxy, ca)

    def close(self) -> None:
        self.pool.close()


def _open_socket(host: str, port: int, deadline: float) -> socket.socket:
    """Tries all addresses of a name; each gets its share of the time that is left."""
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    failure: OSError = OSError("no address")
    for index, (family, kind, protocol, _, address) in enumerate(addresses):
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(max(0.001, (deadline - time.monotonic()) / (len(addresses) - index)))
            sock.connect(address)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return sock
        except OSError as error:
            sock.close()
            failure = error
        except BaseException:
            sock.close()
            raise
    raise failure
