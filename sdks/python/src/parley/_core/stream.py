"""The event stream: Server-Sent Events by the rules of the HTML standard, section 9.2, resumed after each cut."""

from __future__ import annotations

import codecs
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .calls import IDLE_SECONDS, Caller
from .errors import ApiError, ConnectionError, DecodeError, PositionExpiredError, StreamError, json_object
from .exchange import WireResponse
from .request import Call
from .retry import backoff
from .sync_transport import end_of, next_of, run

if TYPE_CHECKING:
    from .._generated.models import LoggedEvent

MIN_DELAY_SECONDS = 0.1
MAX_DELAY_SECONDS = 30.0
MAX_RETRY_AFTER_SECONDS = 60.0
"""The windows of the rate limit are no longer; a server that is down may name days."""
MAX_EVENT_CHARACTERS = 16 * 1024 * 1024
"""Of a line, and of the data of an event: more than a record with its former values has as JSON."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a blank line ends: its data, None if it is no event of the log, and the id that was sent last."""

    data: str | None
    id: str | None


class Parser:
    """Bytes in pieces of any size in, messages out. Raises StreamError for an event that does not end."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._line: list[str] = []
        self._line_size = 0
        self._was_cr = False
        self._data: list[str] = []
        self._size = 0
        self._name = ""
        self._id: str | None = None
        self._has_id = False
        self.retry_seconds: float | None = None

    def feed(self, piece: bytes) -> Iterator[Message]:
        text = self._decoder.decode(piece)
        if not text:
            return
        # A CR ends a line at once; a LF that follows it in the next piece belongs to it.
        ends_with_cr = text.endswith("\r")
        text = text.removeprefix("\n") if self._was_cr else text
        self._was_cr = ends_with_cr
        first, *others = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        # The pieces of a line are joined once: copying a long one for each of them would take seconds.
        self._line.append(first)
        self._line_size += len(first)
        self._check(self._line_size)
        if not others:
            return
        *lines, rest = "".join(self._line), *others
        self._line, self._line_size = [rest], len(rest)
        for line in lines:
            if line:
                self._field(line)
                continue
            if self._data or self._has_id:
                is_logged = self._data and self._name in ("", "message")
                yield Message("\n".join(self._data) if is_logged else None, self._id)
            self._data.clear()
            self._size = 0
            self._name = ""
            self._has_id = False

    def _check(self, size: int) -> None:
        if size > MAX_EVENT_CHARACTERS:
            raise StreamError(f"The stream sent an event of more than {MAX_EVENT_CHARACTERS} characters.")

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
            self._size += len(value) + 1
            self._check(self._size)
        elif name == "event":
            self._name = value
        elif name == "id" and "\0" not in value:
            self._id, self._has_id = value, True
        elif name == "retry" and value.isascii() and value.isdigit() and len(value) <= 9:
            self.retry_seconds = min(max(MIN_DELAY_SECONDS, int(value) / 1000), MAX_DELAY_SECONDS)


class StreamCall(NamedTuple):
    """What opens a stream; `position` is behind what was read before."""

    caller: Caller
    call: Call
    position: str | None


class _Stream:
    """Connects, and connects again, from the position behind what the consumer has handled."""

    def __init__(self, stream: StreamCall) -> None:
        self._caller, self._call, self.position = stream
        self._wire: WireResponse | None = None
        self._retry_seconds = 1.0
        self._failures = 0

    async def messages(self) -> AsyncGenerator[LoggedEvent, None]:
        """Events without end. `position` moves when the next one is asked for, so that a crash repeats and never skips."""
        from .._generated.models import LoggedEvent

        last_id: str | None = None
        while True:
            try:
                wire = await self._connect()
                parser = Parser()
                while piece := await wire.read_some():
                    for message in parser.feed(piece):
                        self._failures = 0
                        if message.data is not None:
                            event = LoggedEvent(_object_of(message.data))
                            if event.id != last_id:
                                last_id = event.id
                                yield event
                        self.position = message.id or self.position
                    self._retry_seconds = parser.retry_seconds or self._retry_seconds
                delay: float | None = None
            except (ApiError, ConnectionError) as error:
                delay = self._check(error)
            except StreamError as error:
                error.position = self.position
                raise
            finally:
                self.close()
            await self._wait(delay)

    async def _connect(self) -> WireResponse:
        if self.position is not None:
            self._call.headers["last-event-id"] = self.position
        answer = await self._caller.send(self._call, opens=True)
        wire = answer.opened
        assert wire is not None
        self._wire = wire
        content_type = answer.response.headers.get("content-type", "")
        if not content_type.startswith("text/event-stream"):
            self.close()
            error = DecodeError(f"{answer.response.status}: not an event stream ({content_type}).")
            error.status, error.content_type = answer.response.status, content_type
            raise error
        wire.limit(None, IDLE_SECONDS * self._caller.config.time_scale)
        return wire

    def _check(self, error: ApiError | ConnectionError) -> float | None:
        """The time that the server asked to wait. Raises the error if another connection would meet it again."""
        if isinstance(error, ApiError) and error.status != 429 and error.status < 500:
            if error.code != "position_expired":
                raise error
            expired = PositionExpiredError(f"{error} Read the records, and open the stream without a position.")
            expired.code, expired.position, expired.request_id = error.code, self.position, error.request_id
            expired.attempts = error.attempts
            raise expired from error
        if isinstance(error, ConnectionError) and not error.is_retryable:
            raise error
        if error.retry_after is not None and error.retry_after > MAX_RETRY_AFTER_SECONDS:
            raise error
        return error.retry_after

    async def _wait(self, least: float | None) -> None:
        self._failures += 1
        # The first time is that of the server, which differs for each client; then the wait grows.
        delay = self._retry_seconds if self._failures == 1 else backoff(self._failures, MAX_DELAY_SECONDS)
        delay = max(delay, least or 0.0) * self._caller.config.time_scale
        signal: Any = self._call.options.get("signal")
        await self._caller.transport.sleep(delay, signal)

    def close(self) -> None:
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()


def _object_of(data: str) -> dict[str, Any]:
    event = json_object(data)
    if event is None:
        raise StreamError("The stream sent an event that is no JSON object.")
    return event


class EventStream:
    """Iterates over events as they come. Close it, or use it in `with`, to end the connection."""

    def __init__(self, stream: StreamCall) -> None:
        self._stream = _Stream(stream)
        self._messages = self._stream.messages()

    @property
    def position(self) -> str | None:
        """The place in the log behind the events that were handled: store it, and open the next stream with it."""
        return self._stream.position

    def __iter__(self) -> Iterator[LoggedEvent]:
        return self

    def __next__(self) -> LoggedEvent:
        try:
            return run(next_of(self._messages))
        except StopAsyncIteration:
            raise StopIteration from None

    def close(self) -> None:
        run(end_of(self._messages))

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncEventStream:
    """Iterates over events as they come. Close it, or use it in `async with`, to end the connection."""

    def __init__(self, stream: StreamCall) -> None:
        self._stream = _Stream(stream)
        self._messages = self._stream.messages()

    @property
    def position(self) -> str | None:
        """The place in the log behind the events that were handled: store it, and open the next stream with it."""
        return self._stream.position

    def __aiter__(self) -> AsyncEventStream:
        return self

    async def __anext__(self) -> LoggedEvent:
        return await anext(self._messages)

    async def aclose(self) -> None:
        await self._messages.aclose()

    async def __aenter__(self) -> AsyncEventStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
