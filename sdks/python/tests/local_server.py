"""Servers for the tests, and clients that call them."""

from __future__ import annotations

import asyncio
import fcntl
import json
import socket
import ssl
import struct
import termios
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from parley import AsyncParley, Parley

KEY = "sk_test_0123456789abcdef"
META = {
    "current_page": None,
    "per_page": 100,
    "total_pages": None,
    "total_count": 0,
    "total_count_relation": "eq",
    "next_cursor": None,
    "resume_cursor": None,
}


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Answer:
    """`cut`: closes the connection behind so many bytes of the body; `close`: sends nothing; `is_delimited`: has a length."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    cut: int | None = None
    close: bool = False
    is_delimited: bool = True


Script = Callable[[Received], Answer]


def error(status: int, code: str, **headers: str) -> Answer:
    body = {
        "error": {
            "type": "some_error",
            "code": code,
            "message": "No.",
            "request_id": "req_1",
            "doc_url": "https://docs.example",
        }
    }
    return Answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def record(**fields: Any) -> Answer:
    return Answer(200, {"data": {"id": "ticket_1", **fields}}, {"ETag": '"ticket_1-1"'})


def page(ids: list[str], next_cursor: str | None = None, resume_cursor: str | None = None) -> Answer:
    meta = {**META, "next_cursor": next_cursor, "resume_cursor": resume_cursor}
    return Answer(200, {"data": [{"id": one} for one in ids], "meta": meta, "links": {}})


class LocalServer:
    """Answers each request with the next answer of the script, or with what a function of the request gives."""

    def __init__(self, script: list[Answer] | Script, tls: ssl.SSLContext | None = None) -> None:
        self.received: list[Received] = []
        self.connections = 0
        self._script = script
        self._lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def setup(self) -> None:
                super().setup()
                with server._lock:
                    server.connections += 1

            def answer(self) -> None:
                answer = server._next(self)
                if answer.close:
                    self.close_connection = True
                    return
                body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
                body = b"" if answer.status in (204, 304) else body
                self.send_response(answer.status)
                headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **answer.headers}
                if not answer.is_delimited:
                    del headers["Content-Length"]
                    self.close_connection = True
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body if answer.cut is None else body[: answer.cut])
                self.close_connection = self.close_connection or answer.cut is not None

            do_GET = do_POST = do_PATCH = do_DELETE = answer

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """A client that is gone is no failure of the test."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._scheme = "https" if tls else "http"
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    def _next(self, handler: BaseHTTPRequestHandler) -> Answer:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        received = Received(handler.command, handler.path, headers, self._body_of(handler))
        with self._lock:
            self.received.append(received)
            return self._script.pop(0) if isinstance(self._script, list) else self._script(received)

    def _body_of(self, handler: BaseHTTPRequestHandler) -> bytes:
        if handler.headers.get("transfer-encoding") != "chunked":
            return handler.rfile.read(int(handler.headers.get("content-length", 0)))
        pieces: list[bytes] = []
        while size := int(handler.rfile.readline(), 16):
            pieces.append(handler.rfile.read(size))
            handler.rfile.readline()
        handler.rfile.readline()
        return b"".join(pieces)

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class Peer:
    """A connection as the server sees it."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._file = sock.makefile("rb")

    def head(self) -> bytes:
        """The head of the next request; nothing at the end."""
        lines: list[bytes] = []
        while (line := self._file.readline()) not in (b"", b"\r\n"):
            lines.append(line)
        return b"".join(lines)

    def read(self, count: int = -1) -> bytes:
        """So many bytes, or what comes until the client closes the connection."""
        try:
            return self._file.read(count)
        except ConnectionResetError:
            return b""

    def send(self, data: bytes) -> None:
        self._sock.sendall(data)

    def deliver(self, data: bytes) -> None:
        """Returns when the client's side of the connection has the bytes."""
        self.send(data)
        while struct.unpack("i", fcntl.ioctl(self._sock, termios.TIOCOUTQ, b"    "))[0]:
            time.sleep(0.001)

    def close(self) -> None:
        self._file.close()
        self._sock.close()


class RawServer:
    """Lets a function talk to each connection, whose number it is given: 0, 1, …; then closes it."""

    def __init__(self, talk: Callable[[Peer, int], None]) -> None:
        self.connections = 0
        self._talk = talk
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._accept)]

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            thread = threading.Thread(target=self._serve, args=(Peer(sock), self.connections))
            self.connections += 1
            self._threads.append(thread)
            thread.start()

    def _serve(self, peer: Peer, number: int) -> None:
        try:
            self._talk(peer, number)
        except OSError:
            pass  # A client that is gone is no failure of the test.
        finally:
            peer.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        # A close alone does not wake up the thread that accepts.
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listener.close()


Call = Callable[[Any], Any]


SCALED: Any = {"api_key": KEY, "time_scale": 0.1, "timeout": 300, "connect_timeout": 300, "total_timeout": 900}
"""Short waits between attempts, and time limits that a busy machine keeps."""


def call_sync(url: str, call: Call, **options: Any) -> Any:
    with Parley(base_url=url, **SCALED, **options) as client:
        return call(client)


def call_async(url: str, call: Call, **options: Any) -> Any:
    async def main() -> Any:
        async with AsyncParley(base_url=url, **SCALED, **options) as client:
            return await call(client)

    return asyncio.run(main())
