"""Forms with files (multipart/form-data, RFC 7578), sent in pieces and repeated where the source can be read again."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, TypeAlias, cast

from .errors import ConfigurationError

PIECE_BYTES = 64 * 1024

Source: TypeAlias = bytes | os.PathLike[str] | IO[bytes] | Iterable[bytes] | Callable[[], IO[bytes]]
"""Bytes, the path of a file, an open file, pieces of bytes, or a function that opens the file.

An open file that can seek is read from where it is, and once more from there by a retry. Pieces, and files that cannot
seek, are sent in exactly one attempt.
"""


@dataclass(frozen=True, slots=True)
class FileUpload:
    """A file to send, with its name and media type if they are not those of the source."""

    source: Source
    name: str | None = None
    content_type: str = "application/octet-stream"


FileInput: TypeAlias = Source | FileUpload


def has_file(value: Any) -> bool:
    """Whether an argument contains a file; a text is the id of one."""
    if isinstance(value, list | tuple):
        return any(not isinstance(one, str) for one in cast("list[Any]", value))
    return value is not None and not isinstance(value, str)


class _Opened:
    """A source, with the offset at which it was given."""

    def __init__(self, upload: FileUpload) -> None:
        source = upload.source
        if isinstance(source, str):
            raise ConfigurationError("A text is not a file: give pathlib.Path(…), bytes or an open file.")
        self._source = source
        self._offset = 0
        self.is_replayable = True
        self.size: int | None = None
        name = getattr(source, "name", None)
        if isinstance(source, bytes):
            self.size = len(source)
        elif isinstance(source, os.PathLike):
            name = os.fspath(cast("os.PathLike[str]", source))
            self.size = _size_of(name)
        elif not callable(source):
            self._measure(source)
        self.name = upload.name or (os.path.basename(name) if isinstance(name, str) else "") or "file"

    def _measure(self, source: Any) -> None:
        self.is_replayable = hasattr(source, "seekable") and source.seekable()
        if self.is_replayable:
            self._offset = source.tell()
            self.size = max(0, source.seek(0, io.SEEK_END) - self._offset)
            source.seek(self._offset)

    def pieces(self) -> Iterator[bytes]:
        """As many bytes as the form has declared: more of them would be read as another request."""
        left = self.size
        try:
            for piece in self._pieces():
                yield piece if left is None else piece[:left]
                left = None if left is None else max(0, left - len(piece))
                if left == 0:
                    return
        except OSError as error:
            raise _unreadable(error) from error
        if left:
            raise ConfigurationError("The file became shorter while it was sent.")

    def _pieces(self) -> Iterator[bytes]:
        source = cast(Any, self._source)
        if isinstance(source, bytes):
            yield source
        elif isinstance(source, os.PathLike):
            with open(cast("os.PathLike[str]", source), "rb") as file:
                yield from _read_all(file)
        elif callable(source):
            with cast("IO[bytes]", source()) as file:
                yield from _read_all(file)
        elif hasattr(source, "read"):
            if self.is_replayable:
                source.seek(self._offset)
            yield from _read_all(source)
        else:
            yield from cast("Iterable[bytes]", source)


def _size_of(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError as error:
        raise _unreadable(error) from error


def _unreadable(error: OSError) -> ConfigurationError:
    return ConfigurationError(f"The file cannot be read: {error.strerror}.")


def _read_all(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(PIECE_BYTES):
        yield piece


class Form:
    """The body of one call. All attempts send the same bytes."""

    def __init__(self, parts: list[tuple[bytes, bytes | _Opened]], boundary: str) -> None:
        self._parts = parts
        self._end = f"--{boundary}--\r\n".encode()
        self.content_type: str = f"multipart/form-data; boundary={boundary}"
        opened = [value for _, value in parts if isinstance(value, _Opened)]
        self.is_replayable: bool = all(one.is_replayable for one in opened)
        sizes = [value.size if isinstance(value, _Opened) else len(value) for _, value in parts]
        heads = sum(len(head) + 2 for head, _ in parts) + len(self._end)
        self.length: int | None = None if None in sizes else heads + sum(size or 0 for size in sizes)

    def pieces(self) -> Iterator[bytes]:
        """The bytes, from the beginning."""
        for head, value in self._parts:
            yield head
            if isinstance(value, _Opened):
                yield from value.pieces()
            else:
                yield value
            yield b"\r\n"
        yield self._end


def form_of(arguments: Mapping[str, Any], files: Mapping[str, str], to_json: Callable[[Any], bytes]) -> Form:
    """A field that is no text contains JSON. `files` has the names in the form of the arguments that may be files."""
    boundary = os.urandom(16).hex()
    parts: list[tuple[bytes, bytes | _Opened]] = []
    for name, value in arguments.items():
        if value is None:
            continue
        if name in files:
            entries = cast("list[Any]", value if isinstance(value, list | tuple) else [value])
            parts += [_file_part(boundary, files[name], one, is_id=files[name].endswith("[]")) for one in entries]
        else:
            text = value.encode() if isinstance(value, str) else to_json(value)
            parts.append((_head(boundary, f'name="{_escaped(name)}"'), text))
    return Form(parts, boundary)


def _file_part(boundary: str, wire: str, value: Any, *, is_id: bool) -> tuple[bytes, bytes | _Opened]:
    if isinstance(value, str) and is_id:
        return _head(boundary, f'name="{wire}"'), value.encode()
    upload = value if isinstance(value, FileUpload) else FileUpload(cast(Source, value))
    opened = _Opened(upload)
    disposition = f'name="{wire}"; filename="{_escaped(opened.name)}"'
    return _head(boundary, disposition, upload.content_type), opened


def _head(boundary: str, disposition: str, content_type: str | None = None) -> bytes:
    if content_type is not None and not re.fullmatch(r"[\x20-\x7e]+", content_type):
        raise ConfigurationError("content_type has to be printable ASCII.")
    kind = f"Content-Type: {content_type}\r\n" if content_type else ""
    return f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n{kind}\r\n".encode()


def _escaped(name: str) -> str:
    """Names as browsers write them (HTML standard, multipart/form-data encoding algorithm)."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
