"""Requests over blocking sockets. `http.client` reads the answers; every read and write ends at an absolute deadline."""

from __future__ import annotations

import builtins
import http.client
import io
import select
import socket
import ssl
import threading
import time
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import nullcontext, suppress
from typing import Any, TypeVar, cast

from .cancel import CancelSignal
from .config import Origin
from .errors import CancelledError, TruncatedError
from .fork import reset_after_fork
from .multipart import Form
from .pool import Pool
from .proxy import Proxy, proxy_for
from .wire import (
    CONTINUE_SECONDS,
    MAX_HEAD_BYTES,
    PIECE_BYTES,
    WireRequest,
    awaits_continue,
    chunk_of,
    connect_error,
    exchange_error,
    head_of,
    tls_context,
)

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


class Connection:
    """A socket whose reads and writes end at one deadline: a time limit for each read is none for a server that drips."""

    def __init__(self, sock: socket.socket, origin: Origin, proxy: Proxy | None, deadline: float) -> None:
        self.sock = sock
        self.origin = origin
        self.proxy = proxy
        self.deadline: float | None = deadline
        self.idle: float | None = None
        self.was_used = False
        self.got_bytes = False
        self.is_complete = True
        self.has_unread = False
        self._early = b""

    def limit(self, seconds: float | None, idle: float | None) -> None:
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.idle = idle

    def arm(self) -> None:
        """Gives the socket the time that is left. Raises TimeoutError if none is."""
        left = self.idle
        if self.deadline is not None:
            left = self.deadline - time.monotonic()
            if left <= 0:
                raise builtins.TimeoutError
            left = left if self.idle is None else min(left, self.idle)
        self.sock.settimeout(left)

    def send(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            self.arm()
            view = view[self.sock.send(view) :]

    def recv_into(self, buffer: memoryview) -> int:
        if self._early:
            count = min(len(buffer), len(self._early))
            buffer[:count], self._early = self._early[:count], self._early[count:]
            return count
        self.arm()
        count = self.sock.recv_into(buffer)
        self.got_bytes = self.got_bytes or count > 0
        return count

    def has_answer(self) -> bool:
        """Whether the server has answered before it had the whole request; what it sent is kept."""
        if not self._early and self._is_readable():
            self.sock.settimeout(0)
            try:
                self._early = self.sock.recv(PIECE_BYTES)
            except (BlockingIOError, ssl.SSLWantReadError):
                return False  # A TLS session ticket is no answer.
            self.got_bytes = True
        return bool(self._early)

    def await_continue(self) -> None:
        """Waits until the server asks for the body, refuses the request, or says nothing for a second."""
        if self._is_readable(CONTINUE_SECONDS) and self.has_answer() and self._early.startswith(b"HTTP/1.1 100"):
            self._early = self._early.partition(b"\r\n\r\n")[2]

    def is_open(self) -> bool:
        return not self._is_readable()

    def _is_readable(self, seconds: float = 0.0) -> bool:
        if not hasattr(select, "poll"):
            return bool(select.select([self.sock], [], [], seconds)[0])
        poll = select.poll()
        poll.register(self.sock, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def makefile(self, mode: str) -> io.BufferedReader:
        """What `http.client` reads an answer from."""
        return _Buffer(self)

    def abort(self) -> None:
        """Wakes up the thread that reads or writes."""
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.sock.close()


class _Reader(io.RawIOBase):
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.has_ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        return None if self.has_ended else self._connection.recv_into(memoryview(buffer))


class _Buffer(io.BufferedReader):
    """Leaves the connection open when it is closed, and tells it whether there are bytes behind the answer."""

    def __init__(self, connection: Connection) -> None:
        self._reader = _Reader(connection)
        self._connection = connection
        super().__init__(self._reader, PIECE_BYTES)

    def close(self) -> None:
        if not self.closed:
            self._reader.has_ended = True
            self._connection.has_unread = bool(self.peek(1))
        super().close()


class SyncResponse:
    """An answer on a connection, which goes back to the pool once the body was read to its end."""

    def __init__(self, transport: SyncTransport, connection: Connection, request: WireRequest) -> None:
        self._transport = transport
        self._connection: Connection | None = connection
        self._signal = request.signal
        # It needs `makefile` of a socket, and nothing else.
        self._answer = http.client.HTTPResponse(cast(Any, connection), method=request.verb)
        self._answer.begin()
        self.status = self._answer.status
        self.headers: Mapping[str, str] = _headers_of(self._answer)
        # http.client takes a body that was cut off for complete where it is read in pieces: the bytes are counted here.
        self._left = self._answer.length

    def limit(self, seconds: float | None, idle: float | None) -> None:
        if self._connection is not None:
            self._connection.limit(seconds, idle)

    async def read_some(self) -> bytes:
        if self._connection is None:
            return b""
        try:
            with self._signal.aborting(self._connection.abort) if self._signal else nullcontext():
                data = self._answer.read1(PIECE_BYTES if self._left is None else min(self._left, PIECE_BYTES))
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if self._signal:
                self._signal.check()
            raise exchange_error(error) from error
        except BaseException:
            self.close()
            raise
        if not data and self._left:
            self.close()
            raise TruncatedError("The answer was cut off.")
        if self._left is not None:
            self._left -= len(data)
        if not data or self._left == 0:
            self._finish()
        return data

    def _finish(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        self._answer.close()
        if self._answer.will_close or connection.has_unread or not connection.is_complete:
            connection.close()
        else:
            self._transport.pool.put(connection.origin, connection)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
            self._answer.close()


def _headers_of(answer: http.client.HTTPResponse) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, value in answer.getheaders():
        lower = name.lower()
        headers[lower] = f"{headers[lower]}, {value}" if lower in headers else value
    return headers


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
        self.pool: Pool[Connection] = Pool()
        weakref.finalize(self, self.pool.close)

    async def send(self, request: WireRequest) -> SyncResponse:
        if request.signal:
            request.signal.check()
        connection = None if request.is_fresh else self.pool.take(request.origin)
        if connection is None:
            connection = self._connect(request)
        connection.limit(request.limits.total, request.limits.idle)
        connection.got_bytes = connection.is_complete = False
        try:
            with request.signal.aborting(connection.abort) if request.signal else nullcontext():
                return self._exchange(connection, request)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            if request.signal:
                request.signal.check()
            got_nothing = not connection.got_bytes
            raise exchange_error(error, got_nothing=got_nothing, was_reused=connection.was_used) from error
        except BaseException:
            connection.close()
            raise
        finally:
            connection.was_used = True

    def _exchange(self, connection: Connection, request: WireRequest) -> SyncResponse:
        head = head_of(request, connection.proxy)
        try:
            if isinstance(request.body, Form):
                connection.is_complete = self._send_form(connection, head, request.body)
            else:
                connection.send(head + (request.body or b""))
                connection.is_complete = True
        except (BrokenPipeError, ConnectionResetError):
            # The server may have answered, such as with 401, and closed the connection.
            pass
        return SyncResponse(self, connection, request)

    def _send_form(self, connection: Connection, head: bytes, form: Form) -> bool:
        """Whether it was sent in full, which an early answer makes unnecessary."""
        connection.send(head)
        if awaits_continue(form):
            connection.await_continue()
        for piece in form.pieces():
            if connection.has_answer():
                return False
            connection.send(chunk_of(piece, form.length))
        if form.length is None:
            connection.send(b"0\r\n\r\n")
        return True

    def _connect(self, request: WireRequest) -> Connection:
        origin, proxy = request.origin, proxy_for(self._proxy, request.origin)
        seconds = min(request.limits.connect, request.limits.total or request.limits.connect)
        deadline = time.monotonic() + seconds
        host, port = (proxy.host, proxy.port) if proxy else (origin.host, origin.port)
        sock: socket.socket | None = None
        try:
            sock = _open_socket(host, port, deadline)
            connection = Connection(sock, origin, proxy, deadline)
            if origin.scheme == "https":
                if proxy is not None:
                    _tunnel(connection, proxy)
                connection.arm()
                self._context = self._context or tls_context(self._ca)
                connection.sock = sock = self._context.wrap_socket(sock, server_hostname=origin.host)
        except BaseException as error:
            if sock is not None:
                sock.close()
            if isinstance(error, OSError):
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


def _tunnel(connection: Connection, proxy: Proxy) -> None:
    connection.send(proxy.connect_head(connection.origin))
    head, byte = bytearray(), bytearray(1)
    # One byte at a time: what follows the head belongs to TLS.
    while not head.endswith(b"\r\n\r\n"):
        if len(head) > MAX_HEAD_BYTES or connection.recv_into(memoryview(byte)) == 0:
            raise OSError("the proxy closed the connection")
        head += byte
    status = head.split(b" ", 2)[1:2]
    if status != [b"200"]:
        raise OSError(0, f"the proxy answered {b''.join(status).decode('ascii', 'replace')} to CONNECT")
