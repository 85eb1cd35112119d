"""Values of the conformance suite: arguments as objects of the library, results and errors as JSON."""

from __future__ import annotations

import base64
import logging
import re
from datetime import datetime
from functools import reduce
from pathlib import Path
from typing import Any

from parley import FileUpload, NotModified, response_of

PLAIN_ERROR_KEYS = """status type code param request_id doc_url retry_after idempotency_key outcome cursor position reason error
error_description body content_type""".split()
LIMIT_KEYS = ["limit", "remaining", "reset"]


def native(objects: dict[str, Any], value: Any) -> Any:
    """The argument that a value of a step stands for."""
    match value:
        case list():
            return [native(objects, one) for one in value]
        case {"$ref": str(name)}:
            first, *names = name.split(".")
            return reduce(getattr, names, objects[first])
        case {"$time": str(text)}:
            return datetime.fromisoformat(text)
        case {"$bytes": str(text)}:
            return base64.b64decode(text)
        case {"$file": dict(source)}:
            return file_of(**source)
        case dict():
            return {key: native(objects, one) for key, one in value.items() if one != {"$omit": True}}
    return value


class Once:
    """A stream that cannot seek, and does not tell its size."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        if not data:
            self._file.close()
        return data


class Seekable:
    """An open file, which closes itself with the object."""

    def __init__(self, path: str, offset: int) -> None:
        self._file = open(path, "rb")
        self._file.seek(offset)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __del__(self) -> None:
        self._file.close()


def file_of(path: str, offset: int = 0, name: str | None = None, type: str | None = None, **source: str) -> Any:
    kinds: dict[str, Any] = {
        "path": lambda: Path(path),
        "bytes": lambda: Path(path).read_bytes(),
        "factory": lambda: lambda: open(path, "rb"),
        "seekable": lambda: Seekable(path, offset),
        "once": lambda: Once(Seekable(path, offset)),
    }
    given = kinds[source["from"]]()
    named = {key: value for key, value in (("name", name), ("content_type", type)) if value is not None}
    return FileUpload(given, **named) if named else given


def fields(one: Any, names: list[str]) -> dict[str, Any]:
    return {name: getattr(one, name) for name in names if getattr(one, name, None) is not None}


def attempts_of(one: Any) -> list[dict[str, Any]]:
    return [fields(attempt, ["status", "error", "delay", "request_id"]) for attempt in one.attempts]


def error_of(error: BaseException) -> dict[str, Any]:
    names = [one.__name__ for one in type(error).__mro__ if issubclass(one, BaseException)]
    found = fields(error, PLAIN_ERROR_KEYS)
    found |= {"classes": [re.sub(r"(Error|Exception)$", "", name) for name in names], "message": str(error)}
    convert = {"headers": dict, "rate_limit": lambda limit: fields(limit, LIMIT_KEYS), "details": plain, "record": plain}
    found |= {name: convert[name](value) for name, value in fields(error, list(convert)).items() if value}
    return found | ({"attempts": attempts_of(error)} if hasattr(error, "attempts") else {})


def response_as_json(value: Any) -> dict[str, Any]:
    response = response_of(value)
    found = fields(response, ["status", "request_id", "etag", "deprecation", "sunset"])
    found |= {"attempts": attempts_of(response), "replayed": response.is_replayed, "headers": dict(response.headers)}
    found |= {"rate_limit": response.rate_limit and fields(response.rate_limit, LIMIT_KEYS)}
    return found | {"included": response.included and response.included.to_dict()}


def plain(value: Any) -> Any:
    """A result as JSON."""
    if isinstance(value, NotModified):
        return {"not_modified": True}
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "already_gone"):
        return fields(value, ["already_gone"])
    if hasattr(value, "meta"):
        parts = fields(value, ["data", "meta", "links", "included"])
        return {name: plain(part) for name, part in parts.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if hasattr(value, "__slots__"):
        return fields(value, value.__slots__)
    return dict(value) if hasattr(value, "keys") else value


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()


class Lines(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname.lower().removesuffix('ing')} {record.getMessage()}")
