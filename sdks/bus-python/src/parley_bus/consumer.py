"""The subscriber that a service uses."""

from __future__ import annotations

import asyncio
import re
import signal
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from ._subscription import Counters, Settings, Subscription
from ._threads import Deadline
from ._topology import Topology
from .events import EventType
from .inbox import Inbox, Tx

Event = TypeVar("Event", bound=Mapping[str, Any])

# Delays between the attempts of a failing handler, in seconds.
RETRY_DELAYS: Sequence[float] = (1, 5, 30, 300, 1_800)

_READY_TIMEOUT_S = 1
_SIGNAL_POLL_S = 0.1


@dataclass(frozen=True)
class Context(Generic[Tx]):
    """What a handler gets beside the event."""

    tx: Tx
    """The transaction of the inbox, which commits what the handler writes together with the record that it did."""
    attempt: int
    """From 1."""
    deadline: Deadline
    """The end of the time that the handler has: what it writes afterwards is rolled back."""


class BusConsumer(Generic[Tx]):
    """A subscriber of the bus, one queue for any number of processes. A failing handler is retried."""

    counters: Counters

    def __init__(
        self,
        *,
        url: str,
        name: str,
        inbox: Inbox[Tx],
        prefix: str = "parley",
        unbind: Iterable[str] = (),
        concurrency: int = 20,
        handler_timeout: float = 60,
        retry_delays: Sequence[float] = RETRY_DELAYS,
        unknown_wait: float = 1_800,
        replicas: int = 3,
        drain_time: float = 20,
    ) -> None:
        """Times are in seconds.

        :param url: of RabbitMQ, ``amqp:`` or ``amqps:``, with the user that ``bus:user:create`` has made
        :param name: names the queue, and begins the names of its retry and dead-letter queues
        :param prefix: ``BUS_PREFIX`` of the installation
        :param unbind: event types that an earlier version handled: their bindings are removed
        :param concurrency: events handled at a time, 1 to 20; those of one record always one after the other
        :param handler_timeout: time that a handler has, at most 60
        :param retry_delays: between the attempts; after the last one the event becomes a dead letter
        :param unknown_wait: how long an event without a handler waits for a version of the service that has one
        :param replicas: of a queue that is declared from now on, as far as the broker has that many nodes
        :param drain_time: how long :meth:`stop` waits for handlers
        :raises ValueError: for a name or a time that is not possible
        """
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name):
            raise ValueError(f"name must be 1 to 60 letters, digits, - or _, not {name}")
        if name == prefix:
            raise ValueError(f"name must not be {prefix}, with which the queues of the platform begin")
        if not 0 < handler_timeout <= 60:
            raise ValueError("handler_timeout must be at most 60 seconds")
        self.counters = Counters()
        self._inbox = inbox
        self._handlers: dict[str, Callable[[Any, Context[Tx]], None]] = {}
        topology = Topology(name, prefix, [round(delay * 1000) for delay in retry_delays])
        self._settings = Settings(
            url=url,
            topology=topology,
            types=(),
            unbind=tuple(unbind),
            concurrency=concurrency,
            handler_timeout=handler_timeout,
            unknown_wait=unknown_wait,
            replicas=replicas,
            drain_time=drain_time,
        )
        self._name = name
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._subscription: Subscription | None = None

    def on(
        self, *types: EventType | str
    ) -> Callable[[Callable[[Event, Context[Tx]], None]], Callable[[Event, Context[Tx]], None]]:
        """Marks the handler of the events of some types: ``@consumer.on("ticket.created")``.

        If it raises, the event is delivered again after delays, and then, or after an :class:`UnprocessableEventError`,
        becomes a dead letter.
        """

        def register(handler: Callable[[Event, Context[Tx]], None]) -> Callable[[Event, Context[Tx]], None]:
            for event_type in types:
                # Two would share a record in the inbox, so that the failure of one repeated the other.
                if event_type in self._handlers:
                    raise ValueError(f"{event_type} has two handlers; give one of them a consumer of its own")
                self._handlers[event_type] = handler
            return handler

        return register

    def start(self) -> None:
        """Prepares the inbox, which may raise, and consumes from then on. Waits a second for the broker at most."""
        if not self._handlers:
            raise ValueError("there is no handler")
        self._inbox.prepare()
        started = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._consume(started)), name=f"parley_bus {self._name}", daemon=True
        )
        self._thread.start()
        started.wait()
        if self._subscription is not None:
            self._subscription.connected.wait(_READY_TIMEOUT_S)

    def is_consuming(self) -> bool:
        """Whether the broker delivers events at present, for a readiness probe."""
        return self._subscription is not None and self._subscription.is_consuming()

    def stop(self) -> None:
        """Takes no more events, waits for the handlers that run, and closes the connection."""
        if self._thread is None or self._loop is None or self._subscription is None:
            return
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._subscription.stop)
        self._thread.join()

    def run(self) -> None:
        """Starts, waits for SIGTERM or SIGINT, and stops. For the main thread, which alone can handle signals."""
        is_stopping = False

        def stop(*_: object) -> None:
            nonlocal is_stopping
            is_stopping = True

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        self.start()
        # The handler of a signal runs in this thread: a threading.Event, whose lock this one may hold then, would never be set.
        while not is_stopping:
            time.sleep(_SIGNAL_POLL_S)
        self.stop()

    async def _consume(self, started: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        settings = replace(self._settings, types=tuple(self._handlers))
        work = _Work(self._name, self._inbox, self._handlers)
        self._subscription = Subscription(settings, work, self.counters)
        started.set()
        await self._subscription.run()


@dataclass(frozen=True)
class _Work(Generic[Tx]):
    """What the subscription calls, in threads."""

    name: str
    inbox: Inbox[Tx]
    handlers: Mapping[str, Callable[[Any, Context[Tx]], None]]

    def handle(self, event: dict[str, Any], attempt: int, deadline: Deadline) -> None:
        handler = self.handlers[event["type"]]
        self.inbox.process(self.name, event["id"], lambda tx: handler(event, Context(tx, attempt, deadline)), deadline)

    def is_available(self) -> bool:
        return self.inbox.is_available()

    def prune(self) -> None:
        self.inbox.prune()


def is_newer(event: Mapping[str, Any], stored: str | None) -> bool:
    """Whether an event is newer than what is stored of its record: retries may bring an older event after a newer one.

    :param stored: the ``sequence`` that was stored with the record, if any
    """
    return stored is None or event.get("sequence", "") > stored
