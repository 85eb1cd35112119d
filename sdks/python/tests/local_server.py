"""A server for the tests, which answers by a script and records what it received."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

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
    """`cut`: closes the connection behind so many bytes of the body; `close`: sends nothing."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    cut: int | None = None
    close: bool = False


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

    def __init__(self, script: list[Answer] | Script) -> None:
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
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
