"""The headers of ours on a message, and the message with others for another queue."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Container
from dataclasses import dataclass
from typing import Any, cast

import pika

# Number of the attempt that a message is for, from 1: a header of ours, since the broker counts otherwise in each version.
ATTEMPT = "x-attempt"
CAUSE = "x-cause"
# When a subscriber first received this event of a type that it does not know, in epoch milliseconds.
UNKNOWN_SINCE = "x-unknown-since"

_MAX_CAUSE_LENGTH = 4_000
_DEATH = re.compile(r"x-(first-)?death")
# What an event must have to be handled once and in order. Publishers other than the platform may leave out the rest.
_REQUIRED = ("specversion", "id", "type", "subject")


@dataclass(frozen=True)
class Message:
    """A message as the broker delivered it."""

    tag: int
    properties: Any
    body: bytes

    @property
    def headers(self) -> dict[str, Any]:
        return self.properties.headers or {}

    @property
    def attempt(self) -> int:
        attempt = self.headers.get(ATTEMPT)
        return int(attempt) if isinstance(attempt, (int, float)) and attempt >= 1 else 1

    @property
    def unknown_since(self) -> int:
        since = self.headers.get(UNKNOWN_SINCE)
        return since if isinstance(since, int) else round(time.time() * 1000)

    @property
    def cause(self) -> str:
        cause = self.headers.get(CAUSE)
        if isinstance(cause, str):
            return cause
        reason = self.headers.get("x-first-death-reason")
        if reason == "delivery_limit":
            return "delivery limit reached: the process ended, or lost its connection, at each delivery"
        return f"dead-lettered by the broker: {reason}"

    @property
    def text(self) -> str:
        """The body as text, or ``base64:…`` if it is none."""
        try:
            text = self.body.decode()
        except UnicodeDecodeError:
            text = "\0"
        return f"base64:{base64.b64encode(self.body).decode()}" if "\0" in text else text

    def properties_for(self, attempt: int, *, unknown_since: int | None = None, cause: str | None = None) -> Any:
        """The properties of the same message for another queue."""
        # Without the broker's own x-death headers, which it uses to detect and drop cycles.
        headers = {name: value for name, value in self.headers.items() if not _DEATH.match(name)}
        headers[ATTEMPT] = attempt
        if unknown_since is not None:
            headers[UNKNOWN_SINCE] = unknown_since
        if cause is not None:
            headers[CAUSE] = cause[:_MAX_CAUSE_LENGTH]
        return pika.BasicProperties(
            delivery_mode=2,
            content_type=self.properties.content_type or "application/octet-stream",
            message_id=self.properties.message_id or f"unnamed-{self.tag}",
            type=self.properties.type or "",
            headers=headers,
        )


class NotAnEvent(Exception):
    """A message that no repetition would make an event."""


class UnknownType(Exception):
    """An event of a type that this version of the subscriber does not know, although its queue is bound to it."""


def read_event(body: bytes, types: Container[str]) -> dict[str, Any]:
    """The event of any publisher. Not validated further: unknown fields stay, as later versions of the platform add some."""
    event = json_object(body)
    if event is None:
        raise NotAnEvent("not an event: it is no JSON object")
    for name in _REQUIRED:
        if not isinstance(event.get(name), str) or event[name] == "":
            raise NotAnEvent(f"not an event: it has no {name}")
    if event["type"] not in types:
        raise UnknownType(event["type"])
    if not isinstance(event.get("data"), dict):
        raise NotAnEvent("not an event: it has no data")
    return event


def json_object(text: bytes | str) -> dict[str, Any] | None:
    """``None`` for what is no JSON object."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], value) if isinstance(value, dict) else None


def key_of(event: dict[str, Any]) -> str:
    """Events with one key are handled in order: those of a record, or those of all tags of a workspace."""
    key = event.get("partitionkey")
    return key if isinstance(key, str) and key else str(event["subject"])
