"""Requests over asyncio streams, one pool for each event loop."""

from __future__ import annotations

import asyncio
import builtins
import socket
import ssl
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

from .cancel import CancelSignal
from .config import Origin
from .connection import Connection, open_tunnel
from .exchange import WireResponse, exchange
from .pool import Pool
from .proxy import Proxy, proxy_for
from .wire import MAX_HEAD_BYTES, PIECE_BYTES, NotHttpError, WireRequest, connect_error, tls_context

T = TypeVar("T")


class _Reader(asyncio.StreamReader):
    """Counts the bytes that nobody has read: an idle connection with some would give them to the next call."""

    unread = 0

    def feed_data(self, data: Any) -> None:
        self.unread += len(data)
        super().feed_data(data)

    async def read(self, n: int = -1) -> bytes:
        data = await super().read(n)
        self.unread -= len(data)
        return data


class AsyncConnection(Connection):
    """The two streams of a socket."""

    def __init__(self, reader: _Reader, writer: asyncio.StreamWriter, origin: Origin, proxy: Proxy | None) -> None:
        super().__init__(origin, proxy)
        self.reader = reader
        self.writer = writer
        self.sock = cast(socket.socket, writer.get_extra_info("socket"))

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        async with asyncio.timeout(self.left()):
            await self.writer.drain()

    async def receive(self) -> bytes:
        async with asyncio.timeout(self.left()):
            return await self.reader.read(PIECE_BYTES)

    async def receive_within(self, seconds: float) -> bytes:
        with suppress(builtins.TimeoutError):
            async with asyncio.timeout(seconds):
                return await self.reader.read(PIECE_BYTES)
        return b""

    def is_open(self) -> bool:
        is_unread = self.reader.unread > 0 or self.reader.at_eof()
        return not is_unread and not self.writer.is_closing() and super().is_open()

    def close(self) -> None:
        # Not `close`, which waits for the other side of a TLS session.
        self.writer.transport.abort()


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

    async def send(self, request: WireRequest) -> WireResponse:
        pool = await self._pool()
        connection = None if request.is_fresh else pool.take(request.origin)
        return await exchange(self, connection or await self._connect(request), pool, request)

    async def _pool(self) -> Pool:
        loop = asyncio.get_running_loop()
        pool = self._pools.get(loop)
        if pool is None:
            self._pools[loop] = pool = _LoopPool()
            await pool.open()
        return pool

    async def _connect(self, request: WireRequest) -> Connection:
        origin, proxy = request.origin, proxy_for(self._proxy, request.origin)
        seconds = min(request.limits.connect, request.limits.total or request.limits.connect)
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
                connection = AsyncConnection(reader, writer, origin, proxy)
                if is_tls and proxy is not None:
                    await open_tunnel(connection, proxy)
                    await writer.start_tls(cast(ssl.SSLContext, self._context), server_hostname=origin.host)
        except (OSError, EOFError, NotHttpError) as error:
            raise connect_error(error) from error
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
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


class _LoopPool(Pool):
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
