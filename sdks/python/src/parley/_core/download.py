"""Downloads: by the link of a file, without the credential, resumed after a cut."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urljoin

from .calls import IDLE_SECONDS, Answer
from .config import Origin, parse_url
from .core import Core
from .errors import ApiError, ConfigurationError, ConnectionError, TruncatedError
from .exchange import WireResponse
from .request import AnyOptions, Call, Operation
from .retry import backoff
from .sync_transport import end_of, next_of, run

if TYPE_CHECKING:
    from .._generated.models import UploadedFile

MAX_REDIRECTS = 3
MUCH_BYTES = 1024 * 1024
"""A connection that brought as much may be followed by the next one at once."""


class _Download:
    def __init__(self, core: Core, reading: Operation, file_id: str, options: AnyOptions | None) -> None:
        self._core = core
        self._reading = reading
        self._file_id = file_id
        self._options = options
        self._signal: Any = (options or {}).get("signal")
        self._size: int | None = None
        self._begin()

    def _begin(self) -> None:
        self._offset = 0
        self._etag: str | None = None
        self._can_renew = True

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """The bytes. Raises CallError if the file is gone, has changed, or the connection does not recover."""
        config = self._core.caller.config
        self._begin()
        url = await self._link()
        failures = waits = 0
        while True:
            wire: WireResponse | None = None
            start = self._offset
            try:
                wire, skip = await self._open(url)
                wire.limit(None, IDLE_SECONDS * config.time_scale)
                while piece := await wire.read_some():
                    rest, skip = piece[skip:], max(0, skip - len(piece))
                    if rest:
                        failures = 0
                        self._offset += len(rest)
                        if self._size is not None and self._offset > self._size:
                            raise _final("The file is longer than its record says.")
                        yield rest
                self._check_end(wire)
                return
            except ConnectionError as error:
                failures += 1
                if not error.is_retryable or self._etag is None or failures > config.max_retries:
                    raise
                waits = 0 if self._offset - start >= MUCH_BYTES else waits + 1
            except ApiError as error:
                if error.status not in (403, 404) or not self._can_renew:
                    raise
                # The link has expired.
                self._can_renew = False
                url = await self._link()
            finally:
                if wire is not None:
                    wire.close()
            if waits > 0:
                await self._core.caller.transport.sleep(backoff(waits) * config.time_scale, self._signal)

    async def _link(self) -> str:
        from .._generated.models import UploadedFile

        record: UploadedFile = await self._core.record(self._reading, UploadedFile, (self._file_id,), {}, self._options)
        url, size = record["url"], record["size"]
        if not isinstance(url, str):
            raise ConfigurationError(f"The file {self._file_id} cannot be downloaded: it is deleted.")
        self._size = size if isinstance(size, int) else None
        return _joined(self._core.caller.config.base_url, url)

    async def _open(self, url: str) -> tuple[WireResponse, int]:
        """The answer, and how many of its bytes are there already."""
        is_secure = False
        for _ in range(MAX_REDIRECTS + 1):
            origin, target = parse_url(url, "The link of the file")
            # The link is a secret: what began with https goes on so.
            if is_secure and origin.scheme != "https":
                raise ConfigurationError("The link of the file was redirected from https to http.")
            is_secure = origin.scheme == "https"
            try:
                answer = await self._core.caller.send(self._call(origin, target), opens=True)
            except ApiError as error:
                location = error.headers.get("location")
                if not 300 <= error.status < 400 or location is None:
                    raise
                url = _joined(url, location)
                continue
            return cast(WireResponse, answer.opened), self._skip(answer)
        raise ConfigurationError(f"The link of the file was redirected more than {MAX_REDIRECTS} times.")

    def _call(self, origin: Origin, target: str) -> Call:
        headers = {"accept": "*/*"}
        if self._offset > 0 and self._etag is not None:
            headers |= {"range": f"bytes={self._offset}-", "if-range": self._etag}
        return Call(
            operation_id="downloadFile",
            verb="GET",
            target=target,
            headers=headers,
            options=cast(AnyOptions, {"signal": self._signal} if self._signal else {}),
            is_authorized=False,
            origin=origin,
        )

    def _skip(self, answer: Answer) -> int:
        etag = answer.response.etag
        if (self._offset > 0 and etag != self._etag) or (answer.response.status == 206 and not self._continues(answer)):
            cast(WireResponse, answer.opened).close()
            raise _final("The file has changed during its download, or the server sent another part of it.")
        self._etag = etag
        return 0 if answer.response.status == 206 else self._offset

    def _continues(self, answer: Answer) -> bool:
        """Whether a part begins where the last one was cut (RFC 9110, 14.4)."""
        part = answer.response.headers.get("content-range", "")
        totals = ("",) if self._size is None else (f"/{self._size}", "/*")
        return part.startswith(f"bytes {self._offset}-") and part.endswith(totals)

    def _check_end(self, wire: WireResponse) -> None:
        """Raises TruncatedError if bytes are missing: a body without a length ends as one that is cut off."""
        is_cut = not wire.is_delimited if self._size is None else self._offset < self._size
        if is_cut:
            raise TruncatedError("The file was cut off.")

    async def save(self, path: str | os.PathLike[str]) -> int:
        """Writes a temporary file beside the path, and renames it once it is complete. Gives the number of bytes."""
        blocking = self._core.caller.transport.blocking
        target = Path(path)
        temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
        try:
            with temporary.open("xb") as file:
                async for piece in self.pieces():
                    await blocking(lambda piece=piece: file.write(piece))
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        return self._offset


def _joined(base: str, url: str) -> str:
    try:
        return urljoin(base, url)
    except ValueError:
        raise ConfigurationError("The link of the file is not a URL.") from None


def _final(message: str) -> TruncatedError:
    """An error that another attempt would meet again."""
    error = TruncatedError(message)
    error.is_retryable = False
    return error


class Download:
    """The content of a file: iterate over its bytes, or `save` it."""

    def __init__(self, download: _Download) -> None:
        self._download = download

    def __iter__(self) -> Iterator[bytes]:
        pieces = self._download.pieces()
        try:
            while True:
                yield run(next_of(pieces))
        except StopAsyncIteration:
            return
        finally:
            run(end_of(pieces))

    def save(self, path: str | os.PathLike[str]) -> int:
        """Writes the file, and gives the number of its bytes. The path has its former content until all of them are there."""
        return run(self._download.save(path))


class AsyncDownload:
    """The content of a file: iterate over its bytes, or `save` it."""

    def __init__(self, download: _Download) -> None:
        self._download = download

    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        pieces = self._download.pieces()
        try:
            async for piece in pieces:
                yield piece
        finally:
            await pieces.aclose()

    async def save(self, path: str | os.PathLike[str]) -> int:
        """Writes the file, and gives the number of its bytes. The path has its former content until all of them are there."""
        return await self._download.save(path)


READING = Operation("getFile", "GET", "/v1/files/{}")


class Downloads:
    """`files.download`, which the API document does not have: the link leads to another server."""

    _core: Core

    def download(self, file_id: str, *, options: AnyOptions | None = None) -> Download:
        """The content of a file. Nothing is sent before it is read.

        The link in the record is followed without the credential; a cut is resumed, an expired link renewed.
        """
        return Download(_Download(self._core, READING, file_id, options))


class AsyncDownloads:
    """`files.download`, which the API document does not have: the link leads to another server."""

    _core: Core

    def download(self, file_id: str, *, options: AnyOptions | None = None) -> AsyncDownload:
        """The content of a file. Nothing is sent before it is read.

        The link in the record is followed without the credential; a cut is resumed, an expired link renewed.
        """
        return AsyncDownload(_Download(self._core, READING, file_id, options))
