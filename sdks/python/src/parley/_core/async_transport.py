"""Requests over asyncio streams: HTTP/1.1 by RFC 9112, one pool for each event loop."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import time
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from .cancel import CancelSignal
from .config import Origin
from .errors import ConnectionError
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


class NotHttpError(Exception):
    """An answer that breaks the protocol."""


class _Reader(asyncio.StreamReader):
    """Counts the bytes that nobody has read: an idle connection with some would give them to the next call."""

    unread = 0

    def feed_data(self, data: Any) -> None:
        self.unread += len(data)
        super().feed_data(data)

    async def read(self, n: int = -1) -> bytes:
        return self._taken(await super().read(n))

    async def readuntil(self, separator: Any = b"\n") -> bytes:
        return self._taken(await super().readuntil(separator))

    async def readexactly(self, n: int) -> bytes:
        return self._taken(await super().readexactly(n))

    def _taken(self, data: bytes) -> bytes:
        self.unread -= len(data)
        return data


class Connection:
    """The two streams of a socket."""

    def __init__(self, reader: _Reader, writer: asyncio.StreamWriter, origin: Origin) -> None:
        self.reader = reader
        self.writer = writer
        self.origin = origin
        self.proxy: Proxy | None = None
        self.deadline: float | None = None
        self.idle: float | None = None
        self.was_used = False
        self.got_bytes = False
        self.is_complete = True

    def limit(self, seconds: float | None, idle: float | None) -> None:
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.idle = idle

    def left(self) -> float | None:
        """Seconds for the next read or write."""
        if self.deadline is None:
            return self.idle
        left = self.deadline - time.monotonic()
        return left if self.idle is None else min(left, self.idle)

    def is_open(self) -> bool:
        return self.reader.unread == 0 and not self.reader.at_eof() and not self.writer.is_closing()

    def close(self) -> None:
        # Not `close`, which waits for the other side of a TLS session.
        self.writer.transport.abort()


class AsyncResponse:
    """An answer on a connection, which goes back to the pool once the body was read to its end."""

    def __init__(self, pool: Pool[Connection], connection: Connection, verb: str, head: bytes) -> None:
        self._pool = pool
        self._connection: Connection | None = connection
        self.status, self._version, self.headers = _parse_head(head)
        self._is_chunked = self.headers.get("transfer-encoding", "").lower().endswith("chunked")
        self._left = self._length(verb)

    def _length(self, verb: str) -> int | None:
        """Bytes that are left of the body or the chunk; None until the end of the connection."""
        if verb == "HEAD" or self.status in (204, 304):
            self._is_chunked = False
            return 0
        if self._is_chunked:
            return 0
        length = self.headers.get("content-length")
        if length is None:
            return None
        if not length.isdecimal():
            raise NotHttpError("content-length")
        return int(length)

    def limit(self, seconds: float | None, idle: float | None) -> None:
        if self._connection is not None:
            self._connection.limit(seconds, idle)

    async def read_some(self) -> bytes:
        connection = self._connection
        if connection is None:
            return b""
        try:
            async with asyncio.timeout(connection.left()):
                data = await self._read_some(connection.reader)
        except (OSError, EOFError, asyncio.LimitOverrunError, NotHttpError) as error:
            self.close()
            raise _exchange_error(error) from error
        except BaseException:
            self.close()
            raise
        if not data:
            self._finish(connection)
        return data

    async def _read_some(self, reader: asyncio.StreamReader) -> bytes:
        if self._is_chunked and self._left == 0:
            self._left = await _chunk_size(reader)
            if self._left == 0:
                while await reader.readuntil(b"\n") not in (b"\r\n", b"\n"):
                    pass
        if self._left == 0:
            return b""
        data = await reader.read(PIECE_BYTES if self._left is None else min(self._left, PIECE_BYTES))
        if self._left is not None:
            if not data:
                raise EOFError
            self._left -= len(data)
            if self._is_chunked and self._left == 0:
                await reader.readexactly(2)
        return data

    def _finish(self, connection: Connection) -> None:
        self._connection = None
        words = self.headers.get("connection", "").lower()
        stays = "close" not in words and (self._version != b"HTTP/1.0" or "keep-alive" in words)
        if stays and self._left == 0 and connection.is_complete:
            self._pool.put(connection.origin, connection)
        else:
            connection.close()

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


async def _chunk_size(reader: asyncio.StreamReader) -> int:
    line = await reader.readuntil(b"\n")
    try:
        return int(line.split(b";", 1)[0], 16)
    except ValueError:
        raise NotHttpError("chunk size") from None


def _parse_head(head: bytes) -> tuple[int, bytes, Mapping[str, str]]:
    first, *lines = head.rstrip(b"\r\n").split(b"\r\n")
    version, _, rest = first.partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise NotHttpError("status line")
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, text = line.decode("latin-1").partition(":")
        if not colon:
            raise NotHttpError("header")
        lower, value = name.lower(), text.strip()
        headers[lower] = f"{headers[lower]}, {value}" if lower in headers else value
    return int(rest[:3]), version, headers


def _exchange_error(error: Exception, *, got_nothing: bool = False, was_reused: bool = False) -> ConnectionError:
    if isinstance(error, NotHttpError | asyncio.LimitOverrunError):
        result = ConnectionError(f"The answer is not HTTP: {error}.")
        result.is_retryable = False
        return result
    return exchange_error(error, got_nothing=got_nothing, was_reused=was_reused)


class Flights:
    """What is under way for several tasks, for each event loop."""

    def __init__(self) -> None:
        self.current: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[Any]] = WeakKeyDictionary()

    def landed(self, task: asyncio.Task[Any]) -> None:
        self.current.pop(task.get_loop(), None)
        if not task.cancelled():
            task.exception()  # If all callers were cancelled, nobody else asks for it, and asyncio would complain.


class AsyncTransport:
    """Connections to any origin, through the proxy of the configuration."""

    def __init__(self, proxy: str | None, ca: str | None) -> None:
        self._proxy = proxy
        self._ca = ca
        self._context: ssl.SSLContext | None = None
        self._pools: WeakKeyDictionary[asyncio.AbstractEventLoop, _LoopPool] = WeakKeyDictionary()
        weakref.finalize(self, _close_all, self._pools)

    async def send(self, request: WireRequest) -> AsyncResponse:
        pool = await self._pool()
        connection = None if request.is_fresh else pool.take(request.origin)
        if connection is None:
            connection = await self._connect(request)
        connection.limit(request.limits.total, request.limits.idle)
        connection.got_bytes = connection.is_complete = False
        try:
            head = await self._exchange(connection, request)
            return AsyncResponse(pool, connection, request.verb, head)
        except (OSError, EOFError, asyncio.LimitOverrunError, NotHttpError) as error:
            connection.close()
            got_nothing = not connection.got_bytes
            raise _exchange_error(error, got_nothing=got_nothing, was_reused=connection.was_used) from error
        except BaseException:
            connection.close()
            raise
        finally:
            connection.was_used = True

    async def _pool(self) -> Pool[Connection]:
        loop = asyncio.get_running_loop()
        pool = self._pools.get(loop)
        if pool is None:
            self._pools[loop] = pool = _LoopPool()
            await pool.open()
        return pool

    async def _exchange(self, connection: Connection, request: WireRequest) -> bytes:
        """Sends the request, and gives the head of the answer."""
        head = head_of(request, connection.proxy)
        if isinstance(request.body, Form):
            return await self._exchange_form(connection, head, request.body)
        async with asyncio.timeout(connection.left()):
            connection.writer.write(head + (request.body or b""))
            connection.is_complete = True
            return await _read_head(connection)

    async def _exchange_form(self, connection: Connection, head: bytes, form: Form) -> bytes:
        may_continue = asyncio.Event()
        answer = asyncio.create_task(_read_head(connection, may_continue))
        try:
            connection.writer.write(head)
            if awaits_continue(form):
                asked = asyncio.create_task(may_continue.wait())
                await asyncio.wait({answer, asked}, timeout=CONTINUE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                asked.cancel()
            pieces = form.pieces()
            # The server may answer early, such as with 401.
            while not answer.done():
                piece = await asyncio.to_thread(lambda: next(pieces, None))
                if piece is None:
                    await _write(connection, b"0\r\n\r\n" if form.length is None else b"")
                    connection.is_complete = True
                    break
                await _write(connection, chunk_of(piece, form.length))
        except (BrokenPipeError, ConnectionResetError):
            pass
        except BaseException:
            answer.cancel()
            raise
        async with asyncio.timeout(connection.left()):
            return await answer

    async def _connect(self, request: WireRequest) -> Connection:
        origin, proxy = request.origin, proxy_for(self._proxy, request.origin)
        seconds = min(request.limits.connect, request.limits.total or request.limits.connect)
        connection: Connection | None = None
        try:
            async with asyncio.timeout(seconds), _closing_on_error() as opened:
                host, port = (proxy.host, proxy.port) if proxy else (origin.host, origin.port)
                is_tls = origin.scheme == "https"
                if is_tls and self._context is None:
                    # To read the certificates of the system takes some 30 ms.
                    self._context = await asyncio.to_thread(tls_context, self._ca)
                direct = {"ssl": self._context, "server_hostname": origin.host} if is_tls and proxy is None else {}
                reader, writer = await _open(host, port, **direct)
                opened.append(writer)
                connection = Connection(reader, writer, origin)
                connection.proxy = proxy
                if is_tls and proxy is not None:
                    await _tunnel(connection, proxy)
                    await writer.start_tls(cast(ssl.SSLContext, self._context), server_hostname=origin.host)
        except OSError as error:
            raise connect_error(error) from error
        sock = cast(socket.socket, connection.writer.get_extra_info("socket"))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    async def sleep(self, seconds: float, signal: CancelSignal | None) -> None:
        await asyncio.sleep(seconds)

    async def share(self, flights: Flights, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        loop = asyncio.get_running_loop()
        task: asyncio.Task[T] | None = flights.current.get(loop)
        if task is None:
            flights.current[loop] = task = loop.create_task(work())
            task.add_done_callback(flights.landed)
        # A caller that is cancelled does not cancel the work of the others.
        return await asyncio.shield(task)

    async def blocking(self, work: Callable[[], T]) -> T:
        return await asyncio.to_thread(work)

    def flights(self) -> Flights:
        return Flights()

    def like(self, proxy: str | None, ca: str | None) -> AsyncTransport:
        return AsyncTransport(proxy, ca)

    def close(self) -> None:
        pool = self._pools.pop(asyncio.get_running_loop(), None)
        if pool is not None:
            pool.close()


class _LoopPool(Pool[Connection]):
    """Closes its connections when its loop ends.

    A transport refers to its loop, so that a pool in a table of weak references to loops would keep its loop alive for as
    long as it has connections. Event loops close asynchronous generators at their end (`shutdown_asyncgens`).
    """

    def after_fork(self) -> None:
        # The child has another loop. To close a connection of this one would change the parent's epoll set.
        self._lock = threading.Lock()

    async def open(self) -> None:
        self._until_end = self._wait()
        await anext(self._until_end)

    async def _wait(self) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            self.close()
            # The loop needs a turn to close the sockets.
            await asyncio.sleep(0)


def _close_all(pools: WeakKeyDictionary[asyncio.AbstractEventLoop, _LoopPool]) -> None:
    """Closes what a client left open. The garbage collector may call it in any thread."""
    for loop, pool in pools.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(pool.close)


@asynccontextmanager
async def _closing_on_error() -> AsyncGenerator[list[asyncio.StreamWriter], None]:
    opened: list[asyncio.StreamWriter] = []
    try:
        yield opened
    except BaseException:
        for writer in opened:
            writer.transport.abort()
        raise


async def _open(host: str, port: int, **options: Any) -> tuple[_Reader, asyncio.StreamWriter]:
    """`asyncio.open_connection` with a reader of our own. An address that does not answer delays the next one by 250 ms."""
    loop = asyncio.get_running_loop()
    reader = _Reader(limit=MAX_HEAD_BYTES, loop=loop)
    protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
    transport, _ = await loop.create_connection(lambda: protocol, host, port, happy_eyeballs_delay=0.25, **options)
    return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


async def _read_head(connection: Connection, may_continue: asyncio.Event | None = None) -> bytes:
    while True:
        try:
            head = await connection.reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as error:
            connection.got_bytes = bool(error.partial)
            raise
        connection.got_bytes = True
        # 100 and 103 announce the answer (RFC 9110, 15.2).
        if not (head.startswith(b"HTTP/1.1 1") and head[9:12] != b"101"):
            return head
        if may_continue is not None:
            may_continue.set()


async def _write(connection: Connection, data: bytes) -> None:
    connection.writer.write(data)
    async with asyncio.timeout(connection.left()):
        await connection.writer.drain()


async def _tunnel(connection: Connection, proxy: Proxy) -> None:
    connection.writer.write(proxy.connect_head(connection.origin))
    head = await _read_head(connection)
    status = head.split(b" ", 2)[1:2]
    if status != [b"200"]:
        raise OSError(0, f"the proxy answered {b''.join(status).decode('ascii', 'replace')} to CONNECT")
