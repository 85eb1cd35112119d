"""What the methods of the resources do, for the sync and the asyncio client alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from .calls import Answer, Caller, decode_error
from .errors import ConfigurationError, PreconditionFailedError
from .model import Deleted, Model, NotModified, Result
from .page import Content, Listing
from .request import AnyOptions, Operation, call_of
from .stream import StreamCall

if TYPE_CHECKING:
    from .._generated.models import PageMeta

M = TypeVar("M", bound=Model)
N = TypeVar("N", bound=Model)

MAX_EDITS = 5


class Core:
    """The operations of one client. Its coroutines suspend only if the transport does."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    async def record(
        self, operation: Operation, model: type[M], ids: Sequence[str], arguments: Mapping[str, Any], options: AnyOptions | None
    ) -> M:
        """Raises CallError; for a read with `if_none_match` use `read`."""
        record = await self.read(operation, model, ids, arguments, options)
        if isinstance(record, NotModified):
            raise ConfigurationError(f"{operation.id} takes no if_none_match.")
        return record

    async def read(
        self, operation: Operation, model: type[M], ids: Sequence[str], arguments: Mapping[str, Any], options: AnyOptions | None
    ) -> M | NotModified:
        answer = await self._send(operation, ids, arguments, options)
        if answer.response.status == 304:
            return NotModified(answer.response)
        return model(_object_in(answer, "data"), replace(answer.response, included=_included_in(answer)))

    async def result(
        self,
        operation: Operation,
        model: type[M],
        meta: type[N],
        ids: Sequence[str],
        arguments: Mapping[str, Any],
        options: AnyOptions | None,
    ) -> Result[M, N]:
        answer = await self._send(operation, ids, arguments, options)
        return Result(model(_object_in(answer, "data")), meta(_object_in(answer, "meta")), answer.response)

    async def results(
        self,
        operation: Operation,
        model: type[M],
        meta: type[N],
        ids: Sequence[str],
        arguments: Mapping[str, Any],
        options: AnyOptions | None,
    ) -> Result[list[M], N]:
        answer = await self._send(operation, ids, arguments, options)
        return Result([model(one) for one in _objects_in(answer)], meta(_object_in(answer, "meta")), answer.response)

    async def nothing(self, operation: Operation, ids: Sequence[str], options: AnyOptions | None) -> Deleted:
        answer = await self._send(operation, ids, {}, options)
        return Deleted(answer.already_gone, answer.response)

    def listing(
        self,
        operation: Operation,
        model: Callable[[dict[str, Any]], M],
        ids: Sequence[str],
        query: Mapping[str, Any],
        options: AnyOptions | None,
    ) -> Listing[M]:
        """Checks the arguments; the requests follow when pages are asked for."""
        call_of(operation, ids, query, options)

        async def fetch(more: Mapping[str, Any]) -> Content[M]:
            answer = await self._send(operation, ids, {**query, **more}, options)
            records = [model(one) for one in _objects_in(answer)]
            meta = _page_meta(answer)
            links = cast("dict[str, str | None]", _object_in(answer, "links", {}))
            return Content(records, meta, links, replace(answer.response, included=_included_in(answer)))

        return Listing(fetch, query)

    def stream(self, operation: Operation, query: Mapping[str, Any], options: AnyOptions | None) -> StreamCall:
        """The call of a stream, which is repeated by rules of its own; the position is a header."""
        position = query.get("last_event_id")
        given = cast(AnyOptions, {**(options or {}), "max_retries": 0})
        call = call_of(operation, (), {**query, "last_event_id": None}, given, self.caller.config.prefix)
        call.headers["accept"] = "text/event-stream"
        return StreamCall(self.caller, call, position)

    async def update(
        self,
        reading: Operation,
        read_model: type[N],
        writing: Operation,
        model: type[M],
        ids: Sequence[str],
        change: Callable[[N], Mapping[str, Any]] | None,
        arguments: Mapping[str, Any],
        options: AnyOptions | None,
    ) -> M:
        """Writes the arguments; or reads, changes and writes the record with If-Match, 5 times if it changes meanwhile."""
        if change is None:
            return await self.record(writing, model, ids, arguments, options)
        given = dict(options or {})
        if arguments or given.keys() & {"if_match", "idempotency_key"}:
            raise ConfigurationError("An update by a function takes neither fields nor if_match nor idempotency_key.")
        for left in reversed(range(MAX_EDITS)):
            record = await self.record(reading, read_model, ids, {}, cast(AnyOptions, given))
            try:
                return await self.record(writing, model, ids, change(record), cast(AnyOptions, {**given, "if_match": record}))
            except PreconditionFailedError as error:
                if left == 0:
                    error.record = await self.record(reading, read_model, ids, {}, cast(AnyOptions, given))
                    raise
        raise AssertionError

    async def _send(
        self, operation: Operation, ids: Sequence[str], arguments: Mapping[str, Any], options: AnyOptions | None
    ) -> Answer:
        return await self.caller.send(call_of(operation, ids, arguments, options, self.caller.config.prefix))


def _object_in(answer: Answer, name: str, default: Any = None) -> dict[str, Any]:
    part = answer.document.get(name, default)
    if not isinstance(part, dict):
        raise decode_error(f"The answer has no object {name}", answer.response, b"")
    return cast("dict[str, Any]", part)


def _objects_in(answer: Answer) -> list[dict[str, Any]]:
    parts = answer.document.get("data")
    if not isinstance(parts, list) or not all(isinstance(one, dict) for one in cast("list[Any]", parts)):
        raise decode_error("The answer has no list of objects data", answer.response, b"")
    return cast("list[dict[str, Any]]", parts)


def _included_in(answer: Answer) -> Any:
    if "included" not in answer.document:
        return None
    from .._generated.models import Included

    return Included(_object_in(answer, "included"))


def _page_meta(answer: Answer) -> PageMeta:
    from .._generated.models import PageMeta

    meta = _object_in(answer, "meta")
    if not all(isinstance(meta.get(name), str | None) for name in ("next_cursor", "resume_cursor")):
        raise decode_error("The answer has a cursor that is no text", answer.response, b"")
    return PageMeta(meta)
