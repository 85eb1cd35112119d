"""Pages, changes and the event stream."""

from __future__ import annotations

import asyncio
import json
import unittest
from typing import Any
from unittest import mock

import parley
from local_server import KEY, SCALED, Answer, LocalServer, Received, error, page
from parley import AsyncParley, Parley
from parley._core.stream import Parser

EVENTS = {"Content-Type": "text/event-stream"}


class ListTest(unittest.TestCase):
    def test_all_pages_are_read_with_the_same_filters(self) -> None:
        with LocalServer([page(["a", "b"], "c1"), page(["c"])]) as server:
            client = Parley(base_url=server.url, api_key=KEY)
            tickets = iter(client.tickets.list(status=["open", "pending"], q="a b+c,é"))
            self.assertEqual(server.received, [])
            self.assertEqual([next(tickets).id, next(tickets).id], ["a", "b"])
            self.assertEqual(len(server.received), 1)
            self.assertEqual([one.id for one in tickets], ["c"])
            client.close()
            filters = "status=open,pending&q=a%20b%2Bc,%C3%A9&per_page=100"
            self.assertEqual(
                [one.path for one in server.received], [f"/v1/tickets?{filters}", f"/v1/tickets?{filters}&cursor=c1"]
            )

    def test_asyncio_reads_pages_and_iterates(self) -> None:
        async def main(url: str) -> None:
            async with AsyncParley(base_url=url, api_key=KEY) as client:
                first = await client.tickets.list(per_page=2)
                self.assertEqual([one.id for one in first.data], ["a", "b"])
                self.assertEqual([one.id async for one in first], ["a", "b", "c"])
                self.assertEqual([one.id for one in await client.tickets.list().to_list(limit=1)], ["a"])

        with LocalServer([page(["a", "b"], "c1"), page(["c"]), page(["a", "b"], "c1")]) as server:
            asyncio.run(main(server.url))
            self.assertEqual(len(server.received), 3)

    def test_a_cursor_that_comes_again_is_an_error(self) -> None:
        with LocalServer([page(["a"], "c1"), page(["b"], "c1")]) as server, Parley(base_url=server.url, api_key=KEY) as client:
            with self.assertRaises(parley.PaginationError):
                list(client.tickets.list())

    def test_an_error_has_the_cursor_to_continue_from(self) -> None:
        with (
            LocalServer([page(["a"], "c1"), error(403, "forbidden")]) as server,
            Parley(base_url=server.url, api_key=KEY) as client,
        ):
            with self.assertRaises(parley.PermissionDeniedError) as caught:
                list(client.tickets.list())
            self.assertEqual(caught.exception.cursor, "c1")

    def test_changes_continue_behind_what_was_read(self) -> None:
        script = [page(["a", "b"], "c1"), page(["b", "c"], None, "r1"), page(["c", "d"], None, "r2")]
        with LocalServer(script) as server, Parley(base_url=server.url, api_key=KEY) as client:
            changes = client.tickets.changes(since="2026-11-01T00:00:00Z")
            self.assertEqual([one.id for one in changes], ["a", "b", "c"])
            self.assertEqual(changes.resume_cursor, "r1")
            self.assertEqual([one.id for one in changes], ["d"])
            self.assertIn("cursor=r1", server.received[2].path)
            self.assertIn("sort=updated_at&order=asc", server.received[2].path)


def event(number: int) -> str:
    return f'id: p{number}\ndata: {{"id": "evt_{number}", "event": "contact.deleted"}}\n\n'


class StreamLimitTest(unittest.TestCase):
    def streams(self, *answers: Answer, total_timeout: float = 900) -> list[tuple[list[Any], Any]]:
        """The events that each client gets, and the error after them."""
        script = [*answers, error(403, "forbidden")]
        scaled: Any = {**SCALED, "total_timeout": total_timeout}
        options: Any = {"total_timeout": 900}

        async def main(url: str, events: list[Any]) -> None:
            async with AsyncParley(base_url=url, **scaled) as client:
                async with client.events.stream(options=options) as stream:
                    async for event in stream:
                        events.append(event)

        results: list[tuple[list[Any], Any]] = []
        for is_async in (False, True):
            events: list[Any] = []
            with LocalServer(list(script)) as server, self.assertRaises(parley.ParleyError) as caught:
                if is_async:
                    asyncio.run(main(server.url, events))
                else:
                    with Parley(base_url=server.url, **scaled) as client:
                        for event in client.events.stream(options=options):
                            events.append(event)
            results.append((events, caught.exception))
        return results

    def test_a_line_and_an_event_without_end_are_errors(self) -> None:
        size = 1024 * 1024
        for endless in (b"data: " + b"x" * 17 * size, (b"data: " + b"x" * size + b"\n") * 17):
            body = event(1).encode() + b"\n" + endless
            for events, failure in self.streams(Answer(200, body, EVENTS)):
                self.assertIsInstance(failure, parley.StreamError)
                self.assertEqual((len(events), failure.position), (1, "p1"))

    def test_empty_lines_of_data_count(self) -> None:
        with mock.patch("parley._core.stream.MAX_EVENT_CHARACTERS", 1000):
            self.assertEqual(len(list(Parser().feed(b"data\n" * 1000 + b"\n"))), 1)
            with self.assertRaises(parley.StreamError):
                list(Parser().feed(b"data\n" * 1001))

    def test_the_largest_event_of_the_api_is_read(self) -> None:
        text = "ü" * 1024 * 1024
        body = json.dumps({"id": "evt_1", "data": {"body": text}, "previous": {"body": text}}).encode()
        for events, failure in self.streams(Answer(200, b"data: " + body + b"\n\n", EVENTS)):
            self.assertIsInstance(failure, parley.PermissionDeniedError)
            self.assertEqual([(one["data"]["body"], one["previous"]["body"]) for one in events], [(text, text)])

    def test_an_event_that_is_no_object_is_an_error(self) -> None:
        for data in (b"null", b'[["id","evt_1"]]', b"[" * 100_000):
            for _, failure in self.streams(Answer(200, b"data: " + data + b"\n\n", EVENTS)):
                self.assertIsInstance(failure, parley.StreamError)

    def test_a_wait_of_more_than_a_minute_is_an_error_at_once(self) -> None:
        for seconds in (61, 30 * 86_400):
            for events, failure in self.streams(error(503, "service_unavailable", retry_after=str(seconds))):
                self.assertIsInstance(failure, parley.ServiceUnavailableError)
                self.assertEqual((events, failure.retry_after), ([], seconds))

    def test_a_wait_may_be_longer_than_a_call(self) -> None:
        answers = [error(429, "rate_limit_exceeded", retry_after="5"), Answer(200, event(1).encode(), EVENTS)]
        for events, failure in self.streams(*answers, total_timeout=4):
            self.assertIsInstance(failure, parley.PermissionDeniedError)
            self.assertEqual(len(events), 1)

    def test_the_server_cannot_make_the_client_hurry_or_wait_for_ever(self) -> None:
        for text, seconds in (("0", 0.1), ("1", 0.1), ("2500", 2.5), ("999999999", 30.0), ("9" * 5000, None), ("-1", None)):
            parser = Parser()
            self.assertEqual(list(parser.feed(f"retry: {text}\n".encode())), [])
            self.assertEqual(parser.retry_seconds, seconds, text[:20])


class StreamTest(unittest.TestCase):
    def test_any_pieces_and_line_ends_give_the_same_messages(self) -> None:
        text = ": comment\nretry: 1500\nid: p1\ndata: größe 😀\ndata:second\n\nid: p2\n\n"
        for line_end in ("\n", "\r\n", "\r"):
            raw = b"\xef\xbb\xbf" + text.replace("\n", line_end).encode()
            for split in range(len(raw)):
                parser = Parser()
                messages = [*parser.feed(raw[:split]), *parser.feed(raw[split:])]
                found = [(one.data, one.id) for one in messages]
                self.assertEqual(found, [("größe 😀\nsecond", "p1"), (None, "p2")], (line_end, split))
                self.assertEqual(parser.retry_seconds, 1.5)

    def answer(self, received: Received) -> Answer:
        number = int(received.headers.get("last-event-id", "p0")[1:]) + 1
        if number > 3:
            return error(422, "position_expired")
        return Answer(200, event(number).encode(), EVENTS)

    def test_a_stream_continues_behind_the_last_event(self) -> None:
        with (
            LocalServer(self.answer) as server,
            Parley(base_url=server.url, **SCALED) as client,
        ):
            with client.events.stream(event=["contact.*"]) as stream:
                self.assertEqual([next(stream).id for _ in range(3)], ["evt_1", "evt_2", "evt_3"])
                self.assertEqual(stream.position, "p2")
                with self.assertRaises(parley.PositionExpiredError):
                    next(stream)

    def test_asyncio_reads_a_stream(self) -> None:
        async def main(url: str) -> list[Any]:
            async with AsyncParley(base_url=url, **SCALED) as client:
                async with client.events.stream(last_event_id="p1") as stream:
                    return [(await anext(stream)).id for _ in range(2)]

        with LocalServer(self.answer) as server:
            self.assertEqual(asyncio.run(main(server.url)), ["evt_2", "evt_3"])


if __name__ == "__main__":
    unittest.main()
