"""The dead letters of a subscriber, which wait in the queue ``<name>.dead``."""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pika

from ._amqp import parameters_of
from ._message import Message, json_object
from ._topology import Topology


@dataclass(frozen=True)
class DeadLetter:
    id: str | None
    type: str | None
    cause: str
    attempts: int
    body: str
    """As received; ``base64:…`` if it is not text."""


_Letters = list[DeadLetter]


class DeadLetterQueue:
    """Lists, replays and discards dead letters, of subscribers in any language."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._topology = Topology(name, "", [])

    def list(self, limit: int = 100) -> _Letters:
        """The oldest dead letters, which stay where they are."""
        return self._each(limit, None, None)

    def replay(self, ids: Container[str] | None = None, limit: int = 1_000) -> _Letters:
        """Gives dead letters to the subscriber once more, all of them or those with the ids. Returns those."""

        def publish(channel: Any, message: Message) -> None:
            # Raises if the queue does not exist, or does not confirm that it has the message.
            channel.basic_publish(
                self._topology.requeue, self._topology.name, message.body, message.properties_for(1), mandatory=True
            )

        return self._each(limit, ids, publish)

    def discard(self, ids: Container[str] | None = None, limit: int = 1_000) -> _Letters:
        """Deletes dead letters, all of them or those with the ids. Returns those."""
        return self._each(limit, ids, lambda channel, message: None)

    def _each(self, limit: int, ids: Container[str] | None, use: Callable[[Any, Message], None] | None) -> _Letters:
        """Takes letters out of the queue after ``use``; without it, and on an error, they return as the connection ends."""
        name = f"parley dead letters {self._topology.name}"
        with closing(pika.BlockingConnection(parameters_of(self._url, name))) as connection:
            channel = connection.channel()
            channel.confirm_delivery()
            # As many as are in the queue now: what is returned meanwhile would come again.
            waiting = channel.queue_declare(self._topology.dead, passive=True).method.message_count
            found: _Letters = []
            for _ in range(min(limit, waiting)):
                method, properties, body = channel.basic_get(self._topology.dead)
                if method is None or body is None:
                    break
                message = Message(method.delivery_tag, properties, body)
                letter = _letter_of(message)
                if ids is not None and (letter.id is None or letter.id not in ids):
                    continue
                found.append(letter)
                if use is not None:
                    use(channel, message)
                    channel.basic_ack(message.tag)
            return found


def _letter_of(message: Message) -> DeadLetter:
    event = json_object(message.body) or {}
    return DeadLetter(
        id=_text(event.get("id")),
        type=_text(event.get("type")),
        cause=message.cause,
        attempts=message.attempt,
        body=message.text,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
