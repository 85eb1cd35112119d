"""pika's asyncio adapter with futures in place of callbacks, and one end for all faults."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any

import pika
from pika.adapters.asyncio_connection import AsyncioConnection
from pika.exceptions import AMQPError, ChannelClosedByBroker
from pika.spec import Basic

# A broker that has gone silent is noticed within two of these.
_HEARTBEAT_S = 10
_CONNECT_TIMEOUT_S = 5
_CONFIRM_TIMEOUT_S = 5
_CLOSE_TIMEOUT_S = 1
_NOT_FOUND = 404


def _resolve(future: asyncio.Future[Any]) -> Callable[[Any], None]:
    """A callback that gives its argument to the future, unless its caller has gone after a timeout."""
    return lambda result: None if future.done() else future.set_result(result)


def _ignore(_: object) -> None:
    pass


Receive = Callable[[Any, Any, Any, bytes], None]


def parameters_of(url: str, connection_name: str) -> pika.URLParameters:
    parameters = pika.URLParameters(url)
    if "heartbeat=" not in url:
        parameters.heartbeat = _HEARTBEAT_S
    parameters.socket_timeout = _CONNECT_TIMEOUT_S
    parameters.stack_timeout = 2 * _CONNECT_TIMEOUT_S
    parameters.client_properties = {"connection_name": connection_name}
    return parameters


class Session:
    """One connection with its channels. The first fault of any of them ends the whole session."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._connection: Any = None
        self._closed = asyncio.Event()
        # The result is the cause of the end.
        self.ended: asyncio.Future[BaseException] = self._loop.create_future()

    @property
    def is_over(self) -> bool:
        return self.ended.done()

    def fail(self, cause: BaseException) -> None:
        if not self.ended.done():
            self.ended.set_result(cause)

    async def connect(self, url: str, connection_name: str) -> None:
        opened: asyncio.Future[Any] = self._loop.create_future()

        def failed(_: Any, error: BaseException) -> None:
            self._closed.set()
            self.fail(error)
            if not opened.done():
                opened.set_exception(error)

        self._connection = AsyncioConnection(
            parameters_of(url, connection_name),
            on_open_callback=_resolve(opened),
            on_open_error_callback=failed,
            on_close_callback=failed,
            custom_ioloop=self._loop,
        )
        await opened

    async def open_channel(self, *, ends_session: bool = True) -> Channel:
        """Opens a channel whose end ends the session, unless it is one for questions that the broker answers by closing it."""
        opened: asyncio.Future[Any] = self._loop.create_future()
        self._connection.channel(on_open_callback=_resolve(opened))
        # An end of the connection before the answer has no callback of the channel.
        either: set[asyncio.Future[Any]] = {opened, self.ended}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not opened.done():
            raise self.ended.result()
        return Channel(opened.result(), self._loop, self.fail if ends_session else _ignore)

    async def is_missing(self, method: str, **arguments: Any) -> bool:
        """Whether the broker does not know what a passive declaration names."""
        channel = await self.open_channel(ends_session=False)
        try:
            await channel.call(method, **arguments, passive=True)
        except ChannelClosedByBroker as error:
            if error.reply_code != _NOT_FOUND:
                raise
            return True
        channel.close()
        return False

    async def close(self) -> None:
        """Closes the connection in order, or leaves it to its heartbeat if the broker does not answer."""
        # pika 1.2 fails to close a connection that is opening. Only a stop leaves one behind, and the end of the loop ends it.
        if self._connection is None or not self._connection.is_open:
            return
        with suppress(AMQPError):
            self._connection.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), _CLOSE_TIMEOUT_S)


class Channel:
    """A channel of pika whose answers are awaited. Each call raises what has closed the channel."""

    def __init__(self, channel: Any, loop: asyncio.AbstractEventLoop, on_end: Callable[[BaseException], None]) -> None:
        self._channel = channel
        self._loop = loop
        self._on_end = on_end
        self._waiting: set[asyncio.Future[Any]] = set()
        self._published = 0
        self._unconfirmed: dict[int, asyncio.Future[None]] = {}
        # Ids of returned messages: the broker returns an unroutable message before it confirms it.
        self._returned: set[str] = set()
        channel.add_on_close_callback(self._ended)

    async def call(self, method: str, **arguments: Any) -> Any:
        """The answer of the broker to a method such as ``queue_declare``."""
        with self._answer() as future:
            getattr(self._channel, method)(**arguments, callback=_resolve(future))
            return (await future).method

    async def consume(self, queue: str, receive: Receive) -> None:
        # The queue was deleted, its node went down, or RabbitMQ 4.3 reached its consumer timeout.
        def cancelled(_: Any) -> None:
            self._on_end(ConnectionError(f"the broker cancelled the consumer of {queue}"))

        self._channel.add_on_cancel_callback(cancelled)
        with self._answer() as future:
            self._channel.basic_consume(queue, receive, callback=_resolve(future))
            await future

    async def confirm(self) -> None:
        """Has the broker confirm what is published from now on."""

        def returned(_: Any, method: Any, properties: Any, body: bytes) -> None:
            self._returned.add(properties.message_id)

        self._channel.add_on_return_callback(returned)
        with self._answer() as future:
            self._channel.confirm_delivery(self._confirmed, callback=_resolve(future))
            await future

    async def publish(self, exchange: str, queue: str, body: bytes, properties: Any) -> None:
        """Publishes to one queue. Raises unless the broker confirms that the queue has the message."""
        self._published += 1
        with self._answer() as future:
            self._unconfirmed[self._published] = future
            self._channel.basic_publish(exchange, queue, body, properties, mandatory=True)
            await asyncio.wait_for(future, _CONFIRM_TIMEOUT_S)
        if properties.message_id in self._returned:
            self._returned.discard(properties.message_id)
            raise LookupError(f"queue {queue} is missing")

    def acknowledge(self, tag: int) -> None:
        """Not sent on a channel that is closed: the broker has given the message to the next consumer."""
        if self._channel.is_open:
            self._channel.basic_ack(tag)

    def close(self) -> None:
        """Closes it after what it has sent, and returns what it has not acknowledged. The session goes on."""
        self._on_end = _ignore
        if self._channel.is_open:
            self._channel.close()

    @contextmanager
    def _answer(self) -> Generator[asyncio.Future[Any], None, None]:
        future: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.add(future)
        try:
            yield future
        finally:
            self._waiting.discard(future)

    def _confirmed(self, frame: Any) -> None:
        method = frame.method
        tags = [tag for tag in self._unconfirmed if tag <= method.delivery_tag] if method.multiple else [method.delivery_tag]
        for tag in tags:
            future = self._unconfirmed.pop(tag, None)
            if future is None or future.done():
                continue
            if isinstance(method, Basic.Ack):
                future.set_result(None)
            else:
                future.set_exception(ConnectionError("the broker refused a message"))

    def _ended(self, _: Any, reason: BaseException) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_exception(reason)
        self._on_end(reason)
