"""One request and its answer on a connection (RFC 9112)."""

from __future__ import annotations

import re

from .connection import Connection, Head
from .multipart import Form
from .pool import Pool
from .wire import CONTINUE_SECONDS, PIECE_BYTES, NotHttpError, Transport, WireRequest, awaits_continue, chunk_of, head_of

MAX_TRAILERS = 100
CONTENT_LENGTH = re.compile(r"[0-9]{1,15}")
CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;.*)?\r\n", re.DOTALL)


class WireResponse:
    """An answer whose body has not been read. The connection goes back to the pool once it was, to its end.

    `is_delimited`: the answer says where its body ends. Else the body ends with the connection, as one that is cut off does.
    """

    def __init__(self, connection: Connection, pool: Pool, verb: str, head: Head) -> None:
        self._connection: Connection | None = connection
        self._pool = pool
        self.status, self.headers, self._stays = head
        self._is_chunked = "transfer-encoding" in self.headers
        self._is_first_chunk = True
        self._left = self._length(verb)
        self.is_delimited: bool = self._left is not None

    def _length(self, verb: str) -> int | None:
        """Bytes that are left of the body or the chunk; None until the end of the connection."""
        length = self.headers.get("content-length")
        if verb == "HEAD" or self.status in (204, 304):
            self._is_chunked = False
            return 0
        if self._is_chunked:
            if length is not None or self.headers["transfer-encoding"].lower() != "chunked":
                raise NotHttpError("transfer-encoding")
            return 0
        if length is None:
            return None
        if not CONTENT_LENGTH.fullmatch(length):
            raise NotHttpError("content-length")
        return int(length)

    def limit(self, seconds: float | None, idle: float | None) -> None:
        """Sets the time for the rest of the body, and for each wait in it."""
        if self._connection is not None:
            self._connection.limit(seconds, idle)

    async def read_some(self) -> bytes:
        """The next bytes; none at the end. Raises a ConnectionError if the body is cut off or late."""
        connection = self._connection
        if connection is None:
            return b""
        try:
            data = await self._read_some(connection)
        except (OSError, EOFError, NotHttpError) as error:
            self._connection = None
            raise connection.failed(error) from error
        except BaseException:
            self.close()
            raise
        if not data:
            self._finish(connection)
        return data

    async def _read_some(self, connection: Connection) -> bytes:
        if self._is_chunked and self._left == 0:
            self._left = await self._next_chunk(connection)
        if self._left == 0:
            return b""
        data = await connection.read(PIECE_BYTES if self._left is None else min(self._left, PIECE_BYTES))
        if self._left is not None:
            if not data:
                raise EOFError
            self._left -= len(data)
        return data

    async def _next_chunk(self, connection: Connection) -> int:
        if not self._is_first_chunk and await connection.read_until(b"\n") != b"\r\n":
            raise NotHttpError("chunk")
        self._is_first_chunk = False
        line = CHUNK_LINE.fullmatch(await connection.read_until(b"\n"))
        if not line:
            raise NotHttpError("chunk size")
        size = int(line[1], 16)
        trailers = 0
        while size == 0 and await connection.read_until(b"\n") != b"\r\n":
            trailers += 1
            if trailers > MAX_TRAILERS:
                raise NotHttpError("trailers")
        return size

    def _finish(self, connection: Connection) -> None:
        self._connection = None
        if self._stays and self.is_delimited and connection.is_complete and connection.is_open():
            self._pool.put(connection.origin, connection)
        else:
            connection.close()

    def close(self) -> None:
        """Before its end it closes the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


async def exchange(transport: Transport, connection: Connection, pool: Pool, request: WireRequest) -> WireResponse:
    """Sends a request, and reads the head of its answer. Raises a ConnectionError."""
    connection.begin(request.limits, request.signal)
    try:
        await _send(transport, connection, request)
        return WireResponse(connection, pool, request.verb, await connection.read_head())
    except (OSError, EOFError, NotHttpError) as error:
        raise connection.failed(error) from error
    except BaseException:
        connection.close()
        raise
    finally:
        connection.was_used = True


async def _send(transport: Transport, connection: Connection, request: WireRequest) -> None:
    head = head_of(request, connection.proxy)
    try:
        if isinstance(request.body, Form):
            await _send_form(transport, connection, head, request.body)
        else:
            await connection.send(head + (request.body or b""))
            connection.is_complete = True
    except (BrokenPipeError, ConnectionResetError):
        # The server may have answered, such as with 401, and closed the connection.
        pass


async def _send_form(transport: Transport, connection: Connection, head: bytes, form: Form) -> None:
    """Sends no more of it once there is an answer."""
    await connection.send(head)
    pieces, left = form.pieces(), form.length
    has_answer = await connection.has_answer(CONTINUE_SECONDS if awaits_continue(form) else 0.0)
    while not has_answer:
        piece: bytes | None = await transport.blocking(lambda: next(pieces, None))
        if piece is None:
            await connection.send(b"0\r\n\r\n")
        else:
            await connection.send(chunk_of(piece, form.length))
            left = None if left is None else left - len(piece)
        # A server may answer at once: a body that was sent in full is complete before anybody looks for the answer.
        if piece is None or left == 0:
            connection.is_complete = True
            return
        has_answer = await connection.has_answer()
