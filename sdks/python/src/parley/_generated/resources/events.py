# Generated from the API document by `npm run sdks`. Do not edit.

"""Events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from ..._core.client import Resource
from ..._core.page import AsyncChanges, AsyncPage, Changes, Page
from ..._core.request import AsyncOptions, Options
from ..._core.stream import AsyncEventStream, EventStream
from .. import models
from .. import operations as ops

if TYPE_CHECKING:
    from datetime import datetime

    from .. import inputs


class Events(Resource):
    def list(self, *, options: Options | None = None, **query: Unpack[inputs.ListEventsQuery]) -> Page[models.LoggedEvent]:
        """List events.

        Returns the events of the last 30 days as webhooks receive them, whether or not a webhook is subscribed to them,
        newest first by default. Each requires the scope that reads its records, such as `tickets:read` for `ticket.*`:
        other events are left out, and an `event` that names only such events returns 403.

        Events are in the order in which they were logged, usually within a second of their `timestamp`. To follow them,
        list with `order=asc` and continue with `meta.resume_cursor`: it misses no event that is logged late, and repeats
        those of the last minute, which have the same `id`.

        Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage` or `tickets:read`
        or `webhooks:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return Page(self._core.listing(ops.LIST_EVENTS, models.LoggedEvent, (), query, options))

    def changes(
        self, *, since: str | datetime | None = None, cursor: str | None = None, options: Options | None = None
    ) -> Changes[models.LoggedEvent]:
        """Follow changes, from a time on, or behind the `resume_cursor` of an earlier iteration."""
        query = {"created_after": since, "sort": "logged_at", "order": "asc"}
        return Changes(self._core.listing(ops.LIST_EVENTS, models.LoggedEvent, (), query, options), cursor)

    def stream(self, *, options: Options | None = None, **query: Unpack[inputs.StreamEventsQuery]) -> EventStream:
        """Stream events.

        Sends the events of the event log as Server-Sent Events as they are logged, usually within a second of their
        `timestamp`. The `data` of each is an event as `GET /v1/events` returns it. Filters and scopes are those of that
        list.

        The `id` of each Server-Sent Event is its position in the log. A client that reconnects with it in `Last-Event-ID`,
        as `EventSource` does by itself, receives every event behind it once, for as long as the log goes back: 30 days. `0`
        starts with the oldest event; without a position the stream starts with the next one. A position that is not of this
        log returns 400, and one that is older than the log returns 422 `position_expired`.

        With `presence=true` it also tells which users read a conversation or write in it: each report, and at the beginning
        those that last, as a message of the name `presence` (`event: presence`) without `id`, whose `data` is a `Presence`.

        A stream ends when its credential expires, is revoked or changes its scopes, when the client reads too slowly, and
        when the server shuts down: reconnect. Too many streams of a workspace or a credential return 429. Opening one
        counts as a request. Lines that begin with a colon keep the connection open and have no meaning.

        Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage` or `tickets:read`
        or `webhooks:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, position_expired.
        """
        return EventStream(self._core.stream(ops.STREAM_EVENTS, query, options))


class AsyncEvents(Resource):
    def list(
        self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.ListEventsQuery]
    ) -> AsyncPage[models.LoggedEvent]:
        """List events.

        Returns the events of the last 30 days as webhooks receive them, whether or not a webhook is subscribed to them,
        newest first by default. Each requires the scope that reads its records, such as `tickets:read` for `ticket.*`:
        other events are left out, and an `event` that names only such events returns 403.

        Events are in the order in which they were logged, usually within a second of their `timestamp`. To follow them,
        list with `order=asc` and continue with `meta.resume_cursor`: it misses no event that is logged late, and repeats
        those of the last minute, which have the same `id`.

        Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage` or `tickets:read`
        or `webhooks:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope.
        """
        return AsyncPage(self._core.listing(ops.LIST_EVENTS, models.LoggedEvent, (), query, options))

    def changes(
        self, *, since: str | datetime | None = None, cursor: str | None = None, options: AsyncOptions | None = None
    ) -> AsyncChanges[models.LoggedEvent]:
        """Follow changes, from a time on, or behind the `resume_cursor` of an earlier iteration."""
        query = {"created_after": since, "sort": "logged_at", "order": "asc"}
        return AsyncChanges(self._core.listing(ops.LIST_EVENTS, models.LoggedEvent, (), query, options), cursor)

    def stream(self, *, options: AsyncOptions | None = None, **query: Unpack[inputs.StreamEventsQuery]) -> AsyncEventStream:
        """Stream events.

        Sends the events of the event log as Server-Sent Events as they are logged, usually within a second of their
        `timestamp`. The `data` of each is an event as `GET /v1/events` returns it. Filters and scopes are those of that
        list.

        The `id` of each Server-Sent Event is its position in the log. A client that reconnects with it in `Last-Event-ID`,
        as `EventSource` does by itself, receives every event behind it once, for as long as the log goes back: 30 days. `0`
        starts with the oldest event; without a position the stream starts with the next one. A position that is not of this
        log returns 400, and one that is older than the log returns 422 `position_expired`.

        With `presence=true` it also tells which users read a conversation or write in it: each report, and at the beginning
        those that last, as a message of the name `presence` (`event: presence`) without `id`, whose `data` is a `Presence`.

        A stream ends when its credential expires, is revoked or changes its scopes, when the client reads too slowly, and
        when the server shuts down: reconnect. Too many streams of a workspace or a credential return 429. Opening one
        counts as a request. Lines that begin with a colon keep the connection open and have no meaning.

        Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage` or `tickets:read`
        or `webhooks:manage`.

        Error codes, besides those of all: invalid_parameter, insufficient_scope, position_expired.
        """
        return AsyncEventStream(self._core.stream(ops.STREAM_EVENTS, query, options))
