"""Answers that break the protocol, or come at another time than others do."""

from __future__ import annotations

import tempfile
import threading
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import parley
from local_server import KEY, Call, LocalServer, Peer, RawServer, call_async, call_sync, record
from parley import AsyncParley, Parley
from parley._core.config import Origin
from parley._core.proxy import proxy_for

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def answer(ticket_id: str) -> bytes:
    body = b'{"data":{"id":"%s"}}' % ticket_id.encode()
    return OK + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def id_in(head: bytes) -> str:
    return head.split()[1].decode().rpartition("/")[2]


def two_tickets(client: Any, between: Callable[[], None] = lambda: None) -> Any:
    """Reads two tickets, with the sync client or as a coroutine."""

    async def read() -> list[Any]:
        first = await client.tickets.get("ticket_1")
        between()
        return [first, await client.tickets.get("ticket_2")]

    if isinstance(client, AsyncParley):
        return read()
    first = client.tickets.get("ticket_1")
    between()
    return [first, client.tickets.get("ticket_2")]


class WireTest(unittest.TestCase):
    """Each test calls the sync client, then the one for asyncio."""

    def both(self, talk: Callable[[Peer, int], None], call: Call, **options: Any) -> list[tuple[RawServer, Any]]:
        results: list[tuple[RawServer, Any]] = []
        for run in (call_sync, call_async):
            with self.subTest(run.__name__), RawServer(talk) as server:
                try:
                    result = run(server.url, call, **options)
                except parley.ParleyError as failure:
                    result = failure
            results.append((server, result))
        return results

    def assert_not_http(self, result: Any) -> None:
        self.assertIsInstance(result, parley.ConnectionError)
        self.assertIn("not HTTP", str(result))
        self.assertEqual(len(result.attempts), 1)


class InterimTest(WireTest):
    def test_an_announcement_is_no_answer(self) -> None:
        def talk(peer: Peer, _: int) -> None:
            while head := peer.head():
                peer.send(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n")
                peer.send(answer(id_in(head)))

        for server, tickets in self.both(talk, two_tickets):
            self.assertEqual(([one.id for one in tickets], server.connections), (["ticket_1", "ticket_2"], 1))

    def test_announcements_without_end_are_an_error(self) -> None:
        def talk(peer: Peer, _: int) -> None:
            peer.head()
            while True:
                peer.send(b"HTTP/1.1 103 Early Hints\r\n\r\n")

        for _, result in self.both(talk, lambda client: client.me()):
            self.assert_not_http(result)

    def test_another_protocol_is_an_error(self) -> None:
        def talk(peer: Peer, _: int) -> None:
            peer.head()
            peer.send(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + answer("ticket_1"))
            peer.read()

        for _, result in self.both(talk, lambda client: client.me()):
            self.assert_not_http(result)

    def test_a_late_100_does_not_end_an_upload(self) -> None:
        content = bytes(4 * 1024 * 1024)
        bodies: list[bytes] = []

        def talk(peer: Peer, _: int) -> None:
            head = peer.head()
            length = int(head.lower().partition(b"content-length: ")[2].split()[0])
            body = peer.read(1024)
            peer.send(b"HTTP/1.1 1")
            body += peer.read(1024 * 1024)
            peer.send(b"00 Continue\r\n\r")
            body += peer.read(1024 * 1024)
            peer.send(b"\n")
            bodies.append(body + peer.read(length - len(body)))
            peer.send(answer("file_1"))
            peer.read()

        for _, file in self.both(talk, lambda client: client.files.upload(file=content)):
            self.assertEqual(file.id, "file_1")
        self.assertTrue(all(content in one for one in bodies))


class FramingTest(WireTest):
    def test_a_length_that_others_may_read_otherwise_is_an_error(self) -> None:
        chunked = OK + b"Transfer-Encoding: chunked\r\n\r\n"
        body = b'{"data":{"id":"ticket_1"}}'
        cases = [
            *(
                chunked + size + b"\r\n" + body + b"\r\n0\r\n\r\n"
                for size in (b"-1", b"+1a", b"0x1a", b"1_a", b"", b"0" * 16 + b"1a")
            ),
            chunked + b"1a\r\n" + body + b"xx0\r\n\r\n",
            *(
                OK + b"Content-Length: " + length + b"\r\n\r\n" + body
                for length in (b"-26", b"+26", b"2_6", b"26, 27", b"\xb2", b"9" * 5000)
            ),
            OK + b"Content-Length: 26\r\nContent-Length: 27\r\n\r\n" + body,
            OK + b"Content-Length: 26\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n" + body + b"\r\n0\r\n\r\n",
            OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n1a\r\n" + body + b"\r\n0\r\n\r\n",
            OK + b"Content-Length : 26\r\n\r\n" + body,
            b"HTTP/1.1 2x0 OK\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 20_000,
        ]
        for case in cases:
            ends: list[bytes] = []

            def talk(peer: Peer, _: int, case: bytes = case, ends: list[bytes] = ends) -> None:
                peer.head()
                peer.send(case)
                ends.append(peer.read())

            with self.subTest(case[:120]):
                for server, result in self.both(talk, lambda client: client.tickets.get("ticket_1")):
                    self.assert_not_http(result)
                    self.assertEqual(server.connections, 1)
                self.assertEqual(ends, [b"", b""])

    def test_chunks_with_extensions_and_trailers_are_read(self) -> None:
        def talk(peer: Peer, _: int) -> None:
            while peer.head():
                peer.send(OK + b'Transfer-Encoding: Chunked\r\n\r\n00A;x="y"\r\n{"data":{"\r\n')
                peer.send(b'10 \r\nid":"ticket_1"}}\r\n0\r\nX: y\r\n\r\n')

        for _, ticket in self.both(talk, lambda client: client.tickets.get("ticket_1")):
            self.assertEqual(ticket.id, "ticket_1")

    def test_a_head_that_is_cut_off_is_no_success(self) -> None:
        def talk(peer: Peer, _: int) -> None:
            peer.head()
            peer.send(b"HTTP/1.1 200 OK\r\nX: y\r\n")

        for _, result in self.both(talk, lambda client: client.tickets.delete("ticket_1"), max_retries=0):
            self.assertIsInstance(result, parley.TruncatedError)

    def test_bytes_behind_an_answer_are_not_the_next_one(self) -> None:
        def talk(peer: Peer, number: int) -> None:
            while head := peer.head():
                peer.send(answer(id_in(head)) + (answer("stray") if number == 0 else b""))

        for server, tickets in self.both(talk, two_tickets):
            self.assertEqual(([one.id for one in tickets], server.connections), (["ticket_1", "ticket_2"], 2))

    def test_bytes_that_come_later_are_not_the_next_answer(self) -> None:
        is_read, is_sent = threading.Event(), threading.Event()

        def talk(peer: Peer, number: int) -> None:
            peer.send(answer(id_in(peer.head())))
            if number == 0:
                is_read.wait(10)
                peer.deliver(answer("stray"))
                is_sent.set()
            peer.read()

        def between() -> None:
            # It blocks the event loop, which therefore has not seen the bytes.
            is_read.set()
            is_sent.wait(10)
            is_read.clear()
            is_sent.clear()

        for server, tickets in self.both(talk, lambda client: two_tickets(client, between)):
            self.assertEqual(([one.id for one in tickets], server.connections), (["ticket_1", "ticket_2"], 2))


class GrowingFileTest(unittest.TestCase):
    def upload(self, change: Callable[[Path], None]) -> tuple[LocalServer, Any]:
        """Changes a file of 10 bytes after its size was declared, and makes another call afterwards."""
        with tempfile.TemporaryDirectory() as folder, LocalServer(lambda _: record()) as server:
            path = Path(folder) / "file"
            path.write_bytes(b"0123456789")
            hooks: Any = {"on_request": lambda info: change(path) if info.method == "POST" else None}
            with Parley(base_url=server.url, api_key=KEY, hooks=hooks) as client:
                try:
                    result: Any = client.files.upload(file=path)
                except parley.ParleyError as error:
                    result = error
                client.me()
        return server, result

    def test_no_more_bytes_are_sent_than_were_declared(self) -> None:
        def grow(path: Path) -> None:
            with path.open("ab") as file:
                file.write(b"GET /smuggled HTTP/1.1\r\n\r\n" * 10_000)

        server, _ = self.upload(grow)
        upload, call = server.received
        self.assertEqual(len(upload.body), int(upload.headers["content-length"]))
        self.assertIn(b"\r\n\r\n0123456789\r\n--", upload.body)
        self.assertEqual((call.path, server.connections), ("/v1/me", 1))

    def test_a_file_that_became_shorter_is_an_error(self) -> None:
        def shrink(path: Path) -> None:
            path.write_bytes(b"012")

        server, error = self.upload(shrink)
        self.assertIsInstance(error, parley.ConfigurationError)
        self.assertIn("/v1/me", [one.path for one in server.received])
        self.assertEqual(server.connections, 2)


class ProxyTest(unittest.TestCase):
    def test_no_proxy_of_the_environment_gets_what_is_for_this_host(self) -> None:
        with LocalServer(lambda _: record()) as server, LocalServer(lambda _: record()) as proxy:
            with mock.patch.dict("os.environ", {"http_proxy": proxy.url, "https_proxy": proxy.url}, clear=True):
                for run in (call_sync, call_async):
                    run(server.url, lambda client: client.me())
                self.assertEqual((len(server.received), proxy.received), (2, []))
                for host in ("localhost", "api.localhost", "127.9.9.9", "::1"):
                    self.assertIsNone(proxy_for("environment", Origin("https", host, 443)), host)
                self.assertIsNotNone(proxy_for("environment", Origin("https", "localhost.example", 443)))

    def test_a_proxy_that_answers_for_the_server_is_an_error(self) -> None:
        def talk(peer: Peer, _: int) -> None:
            peer.head()
            peer.send(b"HTTP/1.1 200 Connection established\r\n\r\n" + answer("ticket_1"))
            peer.read()

        for run in (call_sync, call_async):
            with self.subTest(run.__name__), RawServer(talk) as proxy:
                with self.assertRaisesRegex(parley.ConnectionError, "more than an answer to CONNECT"):
                    run("https://127.0.0.1:1", lambda client: client.me(), proxy=proxy.url, max_retries=0)

    def test_a_proxy_that_ends_within_its_answer_is_an_error(self) -> None:
        def talk(peer: Peer, _: int) -> None:
            peer.head()
            peer.send(b"HTTP/1.1 200 Connection")

        for run in (call_sync, call_async):
            with self.subTest(run.__name__), RawServer(talk) as proxy, self.assertRaises(parley.ConnectionError):
                run("https://127.0.0.1:1", lambda client: client.me(), proxy=proxy.url, max_retries=0)


if __name__ == "__main__":
    unittest.main()
