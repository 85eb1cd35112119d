"""What both transports have in common: the head of a request, limits, and the errors of a connection."""

from __future__ import annotations

import builtins
import re
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from .config import Origin
from .errors import (
    ConfigurationError,
    ConnectionError,
    ConnectTimeoutError,
    RefusedError,
    TimeoutError,
    TlsError,
    TruncatedError,
)
from .multipart import Form
from .proxy import Proxy

if TYPE_CHECKING:
    from .cancel import CancelSignal
    from .exchange import WireResponse

PIECE_BYTES = 64 * 1024
MAX_HEAD_BYTES = 64 * 1024
LARGE_FORM_BYTES = 1024 * 1024
CONTINUE_SECONDS = 1.0
"""How long a large form waits for the server to ask for it, or to refuse it before it is sent (RFC 9110, 10.1.1)."""


class NotHttpError(Exception):
    """An answer that breaks the protocol."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When an attempt ends. `connect` and `total` are seconds from now, `idle` the seconds without a byte."""

    connect: float
    total: float | None
    idle: float | None


@dataclass(frozen=True, slots=True)
class WireRequest:
    origin: Origin
    verb: str
    target: str
    headers: Mapping[str, str]
    body: bytes | Form | None
    limits: Limits
    is_fresh: bool = False
    """Do not use a connection that was used before."""
    signal: CancelSignal | None = None


class Transport(Protocol):
    """Sends requests, and waits. The methods of the sync one never suspend, so that `run` completes them."""

    async def send(self, request: WireRequest) -> WireResponse: ...

    async def sleep(self, seconds: float, signal: CancelSignal | None) -> None: ...

    async def share(self, flights: Any, work: Any) -> Any:
        """The result of `work()`, of which there is one at a time for `flights`: others wait for it."""
        ...

    async def blocking(self, work: Any) -> Any:
        """Does what may block, such as to lock a file."""
        ...

    def flights(self) -> Any: ...

    def like(self, proxy: str | None, ca: str | None) -> Transport:
        """Another one of this kind."""
        ...

    def close(self) -> None: ...


def head_of(request: WireRequest, proxy: Proxy | None) -> bytes:
    """The request line and headers."""
    target = request.target
    lines = [f"Host: {request.origin.authority}"]
    if proxy is not None and request.origin.scheme == "http":
        target = f"http://{request.origin.authority}{target}"
        if proxy.authorization is not None:
            lines.append(f"Proxy-Authorization: {proxy.authorization}")
    lines += [f"{name}: {value}" for name, value in request.headers.items()]
    # Some values come from a caller's store or from a server: a line break in one would begin another request.
    if any(re.search(r"[^\t\x20-\x7e]", line) for line in lines):
        raise ConfigurationError("A header has a value that cannot be sent.")
    if awaits_continue(request.body):
        lines.append("Expect: 100-continue")
    length = _length_of(request)
    if length is not None:
        lines.append(f"Content-Length: {length}")
    elif request.body is not None:
        lines.append("Transfer-Encoding: chunked")
    return "\r\n".join([f"{request.verb} {target} HTTP/1.1", *lines, "", ""]).encode("ascii")


def awaits_continue(body: bytes | Form | None) -> bool:
    return isinstance(body, Form) and (body.length is None or body.length > LARGE_FORM_BYTES)


def _length_of(request: WireRequest) -> int | None:
    if isinstance(request.body, Form):
        return request.body.length
    if request.body is not None:
        return len(request.body)
    return 0 if request.verb in ("POST", "PATCH") else None


def chunk_of(piece: bytes, length: int | None) -> bytes:
    """A piece of a body as it is sent: with its size if that of the body is unknown (RFC 9112, 7.1)."""
    # An empty chunk would be the last one.
    return piece if length is not None or piece == b"" else b"%x\r\n%b\r\n" % (len(piece), piece)


def tls_context(ca: str | None) -> ssl.SSLContext:
    """Trusts the certificates of the system, and those of the file."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if ca is not None:
        context.load_verify_locations(ca)
    return context


def connect_error(error: Exception) -> ConnectionError:
    """The error of an attempt that found no connection: nothing was sent."""
    if isinstance(error, ssl.SSLCertVerificationError):
        result: ConnectionError = TlsError(f"The certificate is not trusted: {error.verify_message}")
        result.is_retryable = False
    elif isinstance(error, ssl.SSLError):
        result = TlsError(f"The TLS handshake failed: {error.reason or error}")
        result.is_retryable = isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError | ssl.SSLSyscallError)
    elif isinstance(error, builtins.TimeoutError):
        result = ConnectTimeoutError("No connection within the time limit.")
    elif isinstance(error, ConnectionRefusedError):
        result = RefusedError("The connection was refused.")
    elif isinstance(error, socket.gaierror):
        result = ConnectionError(f"The host name cannot be resolved: {error.strerror}.")
    else:
        result = ConnectionError(f"No connection: {_words(error)}.")
    result.was_sent = False
    return result


def exchange_error(error: Exception, *, got_nothing: bool = False, was_reused: bool = False) -> ConnectionError:
    """The error of an attempt on a connection: the server may have received the request."""
    if isinstance(error, builtins.TimeoutError):
        return TimeoutError("No complete answer within the time limit.")
    if isinstance(error, NotHttpError):
        result = ConnectionError(f"The answer is not HTTP: {error}.")
        result.is_retryable = False
        return result
    if not got_nothing:
        return TruncatedError(f"The answer was cut off: {_words(error)}.")
    result = ConnectionError(f"The connection ended without an answer: {_words(error)}.")
    result.was_stale = was_reused
    return result


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or ("closed" if isinstance(error, EOFError) else type(error).__name__)
