"""Consumes the queue of a subscriber for as long as it is not stopped, and recovers from any fault."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
import time
import traceback
from collections.abc import AsyncGenerator, Awaitable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from ._amqp import Channel, Session
from ._message import Message, NotAnEvent, UnknownType, key_of, read_event
from ._threads import Deadline, in_thread
from ._topology import Topology
from .errors import UnprocessableEventError

# Messages that wait in this process: they take less than the 30 minutes of a consumer's timeout.
_PREFETCH = 25
# Retries at a time: each has a transaction of its own, and first attempts must get connections too.
_RETRIES_MAX = 4
# Longest delay between two looks whether a process that knows the type of an event has started.
_MAX_UNKNOWN_DELAY_MS = 30_000
_SET_UP_TIMEOUT_S = 30
_WATCH_INTERVAL_S = 15
_PRUNE_INTERVAL_S = 600
_AVAILABLE_TIMEOUT_S = 5
_EXPIRE_TIMEOUT_S = 5
_PAUSE_POLL_S = 0.5
_BACKOFF_MIN_S = 0.1
_BACKOFF_MAX_S = 5

logger = logging.getLogger("parley_bus")


@dataclass
class Counters:
    """Totals since the start of the process."""

    handled: int = 0
    # Failed attempts of which the event waits in a retry queue.
    retried: int = 0
    # Deliveries of an event type that this version of the subscriber does not know: retried for a time.
    unknown: int = 0
    # Events of a type without a handler that were acknowledged in the end.
    ignored: int = 0
    dead_lettered: int = 0
    # Connections to the broker that were lost, and attempts that failed.
    connections_lost: int = 0


class Subscriber(Protocol):
    """What the subscription does with events. Its methods run in threads."""

    def handle(self, event: dict[str, Any], attempt: int, deadline: Deadline) -> None: ...

    def is_available(self) -> bool: ...

    def prune(self) -> None: ...


@dataclass(frozen=True)
class Settings:
    """What a subscription needs to know. Times are in seconds if their names say nothing else."""

    url: str
    topology: Topology
    types: Sequence[str]
    unbind: Iterable[str]
    concurrency: int
    handler_timeout: float
    unknown_wait: float
    replicas: int
    drain_time: float


class PausedError(Exception):
    """Ends a session that is to begin again once the database responds."""


class _Turns:
    """One lock per key that is in use, granted in the order of the requests."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def of(self, key: str) -> AsyncGenerator[None, None]:
        lock, users = self._locks.get(key, (asyncio.Lock(), 0))
        self._locks[key] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            users = self._locks[key][1]
            if users == 1:
                del self._locks[key]
            else:
                self._locks[key] = (lock, users - 1)


class Subscription:
    """All of it runs in one event loop; events are handled in threads, so that heartbeats go on."""

    def __init__(self, settings: Settings, subscriber: Subscriber, counters: Counters) -> None:
        self._settings = settings
        self._subscriber = subscriber
        self._counters = counters
        self._session: Session | None = None
        self._stopping = asyncio.Event()
        # These outlive the session: the broker redelivers what is still running here, and the second run must wait.
        self._turns = _Turns()
        self._slots = asyncio.Semaphore(settings.concurrency)
        self._retries = asyncio.Semaphore(_RETRIES_MAX)
        self._running: set[asyncio.Task[None]] = set()
        self._handling = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._checking: asyncio.Future[bool] | None = None
        # Set at the first connection, for other threads.
        self.connected = threading.Event()

    def is_consuming(self) -> bool:
        session = self._session
        return session is not None and not session.is_over

    def stop(self) -> None:
        """Takes no more events; :meth:`run` returns after the handlers that run."""
        self._stopping.set()

    async def run(self) -> None:
        """Consumes until it is stopped. Never raises."""
        pruning = asyncio.create_task(self._prune())
        failures = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            cause = await self._run_session()
            if self._stopping.is_set():
                break
            # A session that lasted resets the back-off: each of a storm of resets counts its messages as delivered once more.
            if time.monotonic() - began > _BACKOFF_MAX_S:
                failures = 0
            failures += 1
            delay = random.uniform(_BACKOFF_MIN_S, min(_BACKOFF_MAX_S, _BACKOFF_MIN_S * 2**failures))
            is_paused = isinstance(cause, PausedError)
            if is_paused:
                logger.warning("%s stopped consuming for a while: %s", self._settings.topology.name, cause)
            else:
                self._counters.connections_lost += 1
                logger.warning("%s lost the connection to the message broker: %r", self._settings.topology.name, cause)
            await self._wait(delay)
            while is_paused and not self._stopping.is_set() and not await self._is_available():
                await self._wait(_PAUSE_POLL_S)
        pruning.cancel()

    async def _run_session(self) -> BaseException:
        session = Session()
        stopping = asyncio.ensure_future(self._stopping.wait())
        setting_up = asyncio.ensure_future(asyncio.wait_for(self._set_up(session), _SET_UP_TIMEOUT_S))
        watching: asyncio.Task[None] | None = None
        try:
            await _first_of(setting_up, stopping)
            if not setting_up.done():
                return ConnectionError("stopped")
            setting_up.result()
            self._session = session
            self.connected.set()
            logger.info("%s is connected to the message broker", self._settings.topology.name)
            watching = asyncio.create_task(self._watch(session))
            await _first_of(session.ended, stopping)
            if not session.is_over:
                await self._drain(session)
            return session.ended.result() if session.is_over else ConnectionError("stopped")
        except Exception as error:
            return error
        finally:
            self._session = None
            session.fail(ConnectionError("closed"))
            for task in (stopping, setting_up, watching):
                if task is not None:
                    task.cancel()
            await session.close()

    async def _set_up(self, session: Session) -> None:
        settings = self._settings
        await session.connect(settings.url, f"parley {settings.topology.name}")
        await self._declare(session)
        sender = await session.open_channel()
        await sender.confirm()
        channel = await session.open_channel()
        await channel.call("basic_qos", prefetch_count=_PREFETCH)

        def receive(_: Any, method: Any, properties: Any, body: bytes) -> None:
            received = _Received(session, channel, sender, Message(method.delivery_tag, properties, body))
            task = asyncio.create_task(self._receive(received))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

        await channel.consume(settings.topology.name, receive)

    async def _declare(self, session: Session) -> None:
        """Declares what is missing. Raises if the platform has not declared its exchange yet."""
        settings, topology = self._settings, self._settings.topology
        channel = await session.open_channel()
        await channel.call("exchange_declare", exchange=topology.events, passive=True)
        await channel.call("exchange_declare", exchange=topology.requeue, exchange_type="direct", durable=True)
        for queue, arguments in topology.queues(settings.replicas).items():
            # The broker refuses to declare a queue with another number of replicas, a setting.
            if await session.is_missing("queue_declare", queue=queue):
                await channel.call("queue_declare", queue=queue, durable=True, arguments=arguments)
            await channel.call("queue_bind", queue=queue, exchange=topology.requeue, routing_key=queue)
        for event_type in settings.types:
            await channel.call("queue_bind", queue=topology.name, exchange=topology.events, routing_key=event_type)
        for event_type in settings.unbind:
            await channel.call("queue_unbind", queue=topology.name, exchange=topology.events, routing_key=event_type)
        channel.close()

    async def _drain(self, session: Session) -> None:
        idle = asyncio.ensure_future(self._idle.wait())
        await _first_of(idle, session.ended, timeout=self._settings.drain_time)
        if not idle.done():
            logger.warning("%s stopped with running event handlers", self._settings.topology.name)
            idle.cancel()

    async def _watch(self, session: Session) -> None:
        """Ends the session if the broker has dropped the consumer, which it does not always tell."""
        name = self._settings.topology.name
        try:
            channel = await session.open_channel()
            while True:
                await asyncio.sleep(_WATCH_INTERVAL_S)
                state = await asyncio.wait_for(channel.call("queue_declare", queue=name, passive=True), _WATCH_INTERVAL_S)
                if state.consumer_count == 0:
                    raise ConnectionError(f"queue {name} has no consumer")
        except Exception as error:
            session.fail(error)

    async def _receive(self, received: _Received) -> None:
        """Handles a message, and acknowledges it after the next queue has it. Never a nack, which comes back at once."""
        message = received.message
        try:
            event = read_event(message.body, self._settings.types)
        except UnknownType as unknown:
            await self._settle(received, self._retry_unknown(received, str(unknown)))
        except NotAnEvent as error:
            await self._settle(received, self._dead_letter(received, str(error)))
        else:
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(self._turns.of(key_of(event)))
                await stack.enter_async_context(self._slots)
                if message.attempt > 1:
                    await stack.enter_async_context(self._retries)
                # Not acknowledged, so the broker delivers it again to the next consumer.
                if received.session.is_over or self._stopping.is_set():
                    return
                await self._handle(received, event)

    async def _handle(self, received: _Received, event: dict[str, Any]) -> None:
        self._handling += 1
        self._idle.clear()
        try:
            error = await self._run_handler(event, received.message.attempt)
            if error is None:
                self._counters.handled += 1
                await self._settle(received)
            elif not isinstance(error, UnprocessableEventError) and not await self._is_available():
                # Not acknowledged either. A retry queue would only bring it back, with all others, again and again.
                received.session.fail(PausedError("the database is unavailable"))
            else:
                await self._settle(received, self._retry(received, event, error))
        finally:
            self._handling -= 1
            if self._handling == 0:
                self._idle.set()

    async def _run_handler(self, event: dict[str, Any], attempt: int) -> BaseException | None:
        """The error of the handler, if any; after its time a ``TimeoutError``, and what it does from then on has no effect."""
        deadline, limit = Deadline(), self._settings.handler_timeout
        work = in_thread(lambda: self._subscriber.handle(event, attempt, deadline))
        await asyncio.wait({work}, timeout=limit)
        if work.done():
            return work.exception()
        work.cancel()
        # Closes the connection of the handler, which may wait for the database.
        await asyncio.wait({in_thread(deadline.expire)}, timeout=_EXPIRE_TIMEOUT_S)
        return TimeoutError(f"the event handler took longer than {limit} s")

    async def _settle(self, received: _Received, publishing: Awaitable[None] | None = None) -> None:
        try:
            if publishing is not None:
                await publishing
            received.channel.acknowledge(received.message.tag)
        except Exception as error:
            received.session.fail(error)

    async def _retry(self, received: _Received, event: dict[str, Any], error: BaseException) -> None:
        attempt, delays = received.message.attempt, self._settings.topology.delays_ms
        logger.error("attempt %d of event %s (%s) failed", attempt, event["id"], event["type"], exc_info=error)
        if isinstance(error, UnprocessableEventError) or attempt > len(delays):
            # The error first: the cause is cut at its end.
            summary = traceback.TracebackException.from_exception(error).format_exception_only()
            await self._dead_letter(received, "".join([*summary, *traceback.format_tb(error.__traceback__)]))
            return
        await received.send(self._settings.topology, self._settings.topology.retry(delays[attempt - 1]), attempt + 1)
        self._counters.retried += 1

    async def _retry_unknown(self, received: _Received, event_type: str) -> None:
        """During a rollout a process of the new version receives the event from the retry queue."""
        message, topology = received.message, self._settings.topology
        since = message.unknown_since
        waited_ms = time.time() * 1000 - since
        if waited_ms > self._settings.unknown_wait * 1000:
            self._counters.ignored += 1
            logger.warning("%s acknowledged an event of type %s, which has no handler", topology.name, event_type)
            return
        self._counters.unknown += 1
        delays = (ms for ms in topology.delays_ms if ms >= waited_ms or ms >= _MAX_UNKNOWN_DELAY_MS)
        queue = topology.retry(next(delays, _MAX_UNKNOWN_DELAY_MS))
        await received.send(topology, queue, message.attempt, unknown_since=since)

    async def _dead_letter(self, received: _Received, cause: str) -> None:
        topology = self._settings.topology
        await received.send(topology, topology.dead, received.message.attempt, cause=cause)
        self._counters.dead_lettered += 1
        logger.error("%s made a dead letter of message %s", topology.name, received.message.properties.message_id)

    async def _is_available(self) -> bool:
        """One check at a time, since all events fail together."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(self._check())
        return await asyncio.shield(self._checking)

    async def _check(self) -> bool:
        try:
            return await asyncio.wait_for(in_thread(self._subscriber.is_available), _AVAILABLE_TIMEOUT_S)
        except Exception:
            return False

    async def _prune(self) -> None:
        while True:
            await asyncio.sleep(_PRUNE_INTERVAL_S)
            try:
                await in_thread(self._subscriber.prune)
            except Exception:
                logger.warning("cannot prune the inbox", exc_info=True)

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)


async def _first_of(*futures: asyncio.Future[Any], timeout: float | None = None) -> None:
    await asyncio.wait(futures, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)


@dataclass(frozen=True)
class _Received:
    session: Session
    channel: Channel
    sender: Channel
    message: Message

    async def send(
        self, topology: Topology, queue: str, attempt: int, *, unknown_since: int | None = None, cause: str | None = None
    ) -> None:
        """Publishes the same message to another queue of the subscriber, and waits for the confirm."""
        properties = self.message.properties_for(attempt, unknown_since=unknown_since, cause=cause)
        await self.sender.publish(topology.requeue, queue, self.message.body, properties)
