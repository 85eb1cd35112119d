"""What a call sends: its path, query, headers and body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, NamedTuple, Never, NotRequired, TypeAlias, TypedDict, cast
from urllib.parse import quote
from uuid import uuid4

from .config import Origin, check_duration, check_retries
from .errors import ConfigurationError
from .model import Model
from .multipart import Form, form_of, has_file

if TYPE_CHECKING:
    from .cancel import CancelSignal

UPLOAD_TIMEOUT_SECONDS = 330.0
"""Longer than the server's limit of 5 minutes for a form."""


class CommonOptions(TypedDict, total=False):
    """Options of one call. Durations are in seconds."""

    idempotency_key: str
    """Of a POST or PATCH: your own key, such as an order number, in the place of a random one."""
    if_match: Model | str
    """A record as it was read, or its ETag: the write fails with PreconditionFailedError if it has changed since."""
    timeout: float
    total_timeout: float
    max_retries: int
    headers: Mapping[str, str]


class AsyncOptions(CommonOptions, total=False):
    """Options of one call with asyncio, which is cancelled as its task is."""

    if_none_match: Never


class Options(CommonOptions, total=False):
    """Options of one call."""

    signal: CancelSignal
    """Cancels the call from another thread."""
    if_none_match: Never


class AsyncReadOptions(CommonOptions):
    """Options of a read that answers NotModified if the record still has this version."""

    if_none_match: Model | str


class ReadOptions(CommonOptions):
    """Options of a read that answers NotModified if the record still has this version."""

    signal: NotRequired[CancelSignal]
    if_none_match: Model | str


AnyOptions: TypeAlias = Options | AsyncOptions | ReadOptions | AsyncReadOptions
OPTION_NAMES = ReadOptions.__required_keys__ | ReadOptions.__optional_keys__


class Operation(NamedTuple):
    """An operation of the API. `{}` in the path stands for an id; `files` has the form fields of the arguments with files."""

    id: str
    verb: str
    path: str
    is_keyed: bool = False
    has_body: bool = False
    is_form: bool = False
    files: Mapping[str, str] = {}


@dataclass(slots=True, kw_only=True)
class Call:
    """One call of an operation, ready to send: what all its attempts have in common."""

    operation_id: str
    verb: str
    target: str
    headers: dict[str, str]
    body: bytes | Form | None = None
    options: AnyOptions = field(default_factory=lambda: Options())
    idempotency_key: str | None = None
    is_repeatable: bool = True
    is_authorized: bool = True
    origin: Origin | None = None
    """Another one than that of the API."""

    @property
    def is_write(self) -> bool:
        return self.verb not in ("GET", "HEAD")


def call_of(
    operation: Operation, ids: Sequence[str], arguments: Mapping[str, Any], options: AnyOptions | None, prefix: str = ""
) -> Call:
    """Raises ConfigurationError for ids, values and options that cannot be sent."""
    given: AnyOptions = options or {}
    _check_options(operation, given)
    target = prefix + operation.path.format(*(_segment(one) for one in ids))
    headers = {"accept": "application/json", **extra_headers(given.get("headers", {}))}
    call = Call(operation_id=operation.id, verb=operation.verb, target=target, headers=headers, options=given)
    if call.is_write:
        headers["prefer"] = "handling=strict"
    if operation.is_keyed:
        call.idempotency_key = headers["idempotency-key"] = given.get("idempotency_key") or str(uuid4())
    for name in ("if_match", "if_none_match"):
        if name in given:
            etag = _etag(cast(Any, given)[name])
            check_header(name, etag)
            headers[name.replace("_", "-")] = etag
    if operation.has_body:
        _set_body(call, operation, {_field(name): value for name, value in arguments.items()})
    elif arguments:
        query = query_of(arguments)
        call.target += f"?{query}" if query else ""
    return call


def _check_options(operation: Operation, options: AnyOptions) -> None:
    unknown = options.keys() - OPTION_NAMES
    if unknown:
        raise ConfigurationError(f"Unknown option of a call: {', '.join(sorted(unknown))}.")
    for name in ("timeout", "total_timeout"):
        if name in options:
            check_duration(name, cast(Any, options)[name])
    if "max_retries" in options:
        check_retries(options["max_retries"])
    if "idempotency_key" in options:
        if not operation.is_keyed:
            raise ConfigurationError(f"{operation.id} takes no idempotency_key.")
        if not re.fullmatch(r"[\x20-\x7e]{1,255}", options["idempotency_key"]):
            raise ConfigurationError("idempotency_key has to be 1 to 255 printable ASCII characters.")


def _segment(value: object) -> str:
    """An id in the path: another text could reach another operation, an empty one the list."""
    if not isinstance(value, str) or value in ("", ".", "..") or re.search(r"[/?#\\\x00-\x20]", value):
        raise ConfigurationError(f"Not an id: {value!r}.")
    return quote(value, safe="")


RESERVED_HEADERS = frozenset(
    {"authorization", "connection", "content-length", "content-type", "cookie", "expect", "host", "idempotency-key"}
    | {"if-match", "if-none-match", "prefer", "proxy-authorization", "transfer-encoding", "user-agent", "x-request-id"}
)


def extra_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Those of the caller, in lower case. Raises ConfigurationError for a header that the library sets itself."""
    lower = {name.lower(): value for name, value in headers.items()}
    refused = lower.keys() & RESERVED_HEADERS
    if refused:
        raise ConfigurationError(f"The library sets these headers itself: {', '.join(sorted(refused))}.")
    for name, value in lower.items():
        check_header(name, value)
    return lower


def check_header(name: str, value: str) -> None:
    if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or re.search(r"[\r\n\0]", value) or not value.isascii():
        raise ConfigurationError(f"The header {name!r} has a name or a value that cannot be sent.")


def _etag(version: Model | str) -> str:
    if isinstance(version, str):
        return version
    response = version._response  # pyright: ignore[reportPrivateUsage]
    if response is None or response.etag is None:
        raise ConfigurationError("This record has no ETag, because it comes from a list: read it by its id.")
    return response.etag


def _field(argument: str) -> str:
    """The field of an argument: one whose name is a word of the language, such as `from`, ends with an underscore here."""
    return argument[:-1] if argument.endswith("_") and iskeyword(argument[:-1]) else argument


def _set_body(call: Call, operation: Operation, arguments: Mapping[str, Any]) -> None:
    if operation.is_form or any(has_file(arguments.get(name)) for name in operation.files):
        call.body = form_of(arguments, operation.files, to_json)
        call.headers["content-type"] = call.body.content_type
    else:
        call.body = to_json(arguments)
        call.headers["content-type"] = "application/json"


def to_json(value: Any) -> bytes:
    """Raises ConfigurationError for what JSON does not have, such as NaN."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError) as error:
        raise ConfigurationError(f"The body cannot be written as JSON: {error}.") from None


def _plain(value: object) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, datetime):
        return time_text(value)
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def time_text(value: datetime) -> str:
    """RFC 3339 in UTC. A time without a time zone is refused: it could be meant in any."""
    if value.tzinfo is None:
        raise ConfigurationError("A datetime needs a time zone: datetime.now(UTC).")
    return value.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def query_of(arguments: Mapping[str, Any]) -> str:
    """Percent-encoded by RFC 3986; lists are joined by commas, None is left out."""
    pairs = [(name, _query_text(name, value)) for name, value in arguments.items() if value is not None]
    return "&".join(f"{quote(name, safe='')}={quote(text, safe=',')}" for name, text in pairs)


def _query_text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        texts = [_query_text(name, one) for one in cast("Iterable[Any]", value)]
        if any("," in text for text in texts):
            raise ConfigurationError(f"A value of {name} must not contain a comma.")
        return ",".join(texts)
    return str(value)
