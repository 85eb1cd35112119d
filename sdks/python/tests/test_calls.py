"""Retries, keys, outcomes and errors of calls."""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
import unittest
from collections.abc import Callable
from typing import Any

import parley
from local_server import KEY, SCALED, Answer, Call, LocalServer, Script, call_async, call_sync, error, page, record
from parley import AsyncParley, CancelSignal, Parley, response_of


class Injection(unittest.TestCase):
    def test_a_position_with_a_line_break_sends_nothing(self) -> None:
        with LocalServer([]) as server, Parley(base_url=server.url, api_key=KEY) as client:
            for position in ("1\r\n\r\nDELETE /v1/tickets/x HTTP/1.1", "größe"):
                stream = client.events.stream(last_event_id=position)
                with self.assertRaises(parley.ConfigurationError):
                    next(iter(stream))
            self.assertEqual(server.received, [])


class CallTest(unittest.TestCase):
    """Each test calls the sync client, then the one for asyncio."""

    def both(self, script: Callable[[], list[Answer] | Script], call: Call, **options: Any) -> list[tuple[LocalServer, Any]]:
        results: list[tuple[LocalServer, Any]] = []
        for run in (call_sync, call_async):
            with self.subTest(run.__name__), LocalServer(script()) as server:
                try:
                    results.append((server, run(server.url, call, **options)))
                except parley.ParleyError as failure:
                    results.append((server, failure))
        self.assertEqual(len(results), 2)
        return results

    def test_a_write_is_repeated_with_the_same_key_and_body(self) -> None:
        def script() -> list[Answer]:
            return [error(500, "internal_error"), Answer(close=True), record(subject="Printer", status="frozen")]

        for server, ticket in self.both(script, lambda client: client.tickets.create(subject="Printer")):
            self.assertEqual((ticket.subject, ticket.status), ("Printer", "frozen"))
            self.assertEqual(len({one.headers["idempotency-key"] for one in server.received}), 1)
            self.assertEqual({one.body for one in server.received}, {b'{"subject":"Printer"}'})
            self.assertEqual({one.headers["prefer"] for one in server.received}, {"handling=strict"})
            attempts = response_of(ticket).attempts
            self.assertEqual(
                [(one.status, one.error) for one in attempts], [(500, "Server"), (None, "Connection"), (200, None)]
            )

    def test_a_write_without_fields_is_an_empty_object(self) -> None:
        for server, _ in self.both(lambda: [record()], lambda client: client.tickets.create()):
            self.assertEqual([(one.body, one.headers["content-type"]) for one in server.received], [(b"{}", "application/json")])
        for server, _ in self.both(lambda: [record()], lambda client: client.webhooks.test("wh_1")):
            self.assertEqual([one.body for one in server.received], [b""])

    def test_a_body_that_is_cut_off_is_repeated(self) -> None:
        def script() -> list[Answer]:
            return [Answer(200, {"data": {"id": "ticket_1"}}, cut=5), record()]

        for server, ticket in self.both(script, lambda client: client.tickets.get("ticket_1")):
            self.assertEqual(ticket.id, "ticket_1")
            self.assertEqual(len(server.received), 2)

    def test_no_retry_is_one_request(self) -> None:
        for server, failure in self.both(lambda: [Answer(close=True)], lambda client: client.tickets.create(), max_retries=0):
            self.assertIsInstance(failure, parley.ConnectionError)
            self.assertEqual((failure.outcome, len(failure.attempts), len(server.received)), ("unknown", 1, 1))

    def test_an_unknown_outcome_stays_unknown(self) -> None:
        def script() -> list[Answer]:
            return [Answer(close=True), error(429, "rate_limit_exceeded", retry_after="3600")]

        for _, failure in self.both(script, lambda client: client.tickets.create(subject="Printer")):
            self.assertIsInstance(failure, parley.RateLimitError)
            self.assertEqual((failure.outcome, failure.retry_after), ("unknown", 3600))

    def test_a_delete_whose_answer_was_lost_succeeds(self) -> None:
        for _, result in self.both(
            lambda: [Answer(close=True), error(404, "not_found")], lambda client: client.tickets.delete("ticket_1")
        ):
            self.assertTrue(result.already_gone)

    def test_a_deletion_is_answered_with_204_alone(self) -> None:
        def delete(client: Any) -> Any:
            return client.tickets.delete("ticket_1")

        for answer in (Answer(200, {}), Answer(202, {}), Answer(200, b""), Answer(200, b"<p>", {"Content-Type": "text/html"})):
            with self.subTest(answer):
                for server, failure in self.both(lambda answer=answer: [answer], delete):
                    self.assertIsInstance(failure, parley.DecodeError)
                    self.assertEqual((failure.outcome, failure.status), ("unknown", answer.status))
                    self.assertEqual((len(failure.attempts), len(server.received)), (1, 1))
        for _, result in self.both(lambda: [Answer(204)], delete):
            self.assertFalse(result.already_gone)

    def test_a_rejected_write_has_the_fields_of_the_error(self) -> None:
        for server, failure in self.both(
            lambda: [error(422, "duplicate_value")], lambda client: client.contacts.create(email="kim@example.com")
        ):
            self.assertIsInstance(failure, parley.DuplicateValueError)
            self.assertEqual(str(failure), "422 duplicate_value: No. [request req_1]")
            self.assertEqual((failure.outcome, failure.request_id, len(server.received)), ("rejected", "req_1", 1))
            copy = pickle.loads(pickle.dumps(failure))
            self.assertEqual((str(copy), copy.code, copy.attempts), (str(failure), failure.code, failure.attempts))

    def test_a_page_of_a_proxy_is_a_decode_error(self) -> None:
        for _, failure in self.both(
            lambda: [Answer(200, b"<html>", {"Content-Type": "text/html"})], lambda client: client.me()
        ):
            self.assertIsInstance(failure, parley.DecodeError)
            self.assertEqual((failure.content_type, failure.body), ("text/html", "<html>"))

    def test_json_of_another_form_is_a_decode_error(self) -> None:
        def delete(client: Any) -> Any:
            return client.tickets.delete("ticket_1")

        def get(client: Any) -> Any:
            return client.tickets.get("ticket_1")

        def search(client: Any) -> Any:
            return client.search(q="x")

        def update_all(client: Any) -> Any:
            return client.tickets.bulk_update(ids=["ticket_1"], update={"status": "closed"})

        cases: list[tuple[Call, bytes]] = [
            *((delete, body) for body in (b"null", b"[]", b"1", b"[" * 100_000)),
            *((get, b'{"data":%s}' % data) for data in (b"null", b"[]", b'"x"')),
            (get, b'{"data":{},"included":[]}'),
            *((search, b'{"data":%s,"meta":{}}' % data) for data in (b"null", b"[1]")),
            *((update_all, b'{"data":%s,"meta":{}}' % data) for data in (b"null", b"[1]", b"{}")),
        ]
        for call, body in cases:
            with self.subTest(body[:40]):
                for _, failure in self.both(lambda body=body: [Answer(200, body)], call):
                    self.assertIsInstance(failure, parley.DecodeError)

    def test_a_list_of_another_form_is_a_decode_error(self) -> None:
        async def main(url: str) -> None:
            async with AsyncParley(base_url=url, api_key=KEY) as client:
                await client.tickets.list().to_list(limit=10)

        for body in (
            b'{"data":null,"meta":{},"links":{}}',
            b'{"data":[null],"meta":{},"links":{}}',
            b'{"data":[],"meta":null,"links":{}}',
            b'{"data":[],"meta":{"next_cursor":{}},"links":{}}',
            b'{"data":[],"meta":{},"links":[]}',
        ):
            with self.subTest(body), LocalServer([Answer(200, body)] * 2) as server:
                with self.assertRaises(parley.DecodeError):
                    call_sync(server.url, lambda client: list(client.tickets.list()))
                with self.assertRaises(parley.DecodeError):
                    asyncio.run(main(server.url))

    def test_an_error_of_another_form_has_its_status(self) -> None:
        for body in (b"null", b'{"error":[]}', b'{"error":{"code":[],"message":{},"param":1,"details":[1]}}', b"[" * 100_000):
            with self.subTest(body[:40]):
                for _, failure in self.both(lambda body=body: [Answer(422, body)], lambda client: client.me()):
                    self.assertIsInstance(failure, parley.ValidationError)
                    self.assertEqual((failure.code, list(failure.details)), (None, []))

    def test_a_decode_error_does_not_show_json(self) -> None:
        for _, failure in self.both(
            lambda: [Answer(200, b'["whsec_1"]')], lambda client: client.webhooks.rotate_secret("wh_1")
        ):
            self.assertIsInstance(failure, parley.DecodeError)
            self.assertEqual(failure.body, "")

    def test_an_update_by_a_function_is_repeated_after_a_change(self) -> None:
        def script() -> list[Answer]:
            return [
                record(tags=["a"]),
                error(412, "precondition_failed"),
                record(tags=["a", "b"]),
                record(tags=["a", "b", "c"]),
            ]

        def change(ticket: Any) -> Any:
            return {"tags": [*ticket.tags, "c"]}

        for server, ticket in self.both(script, lambda client: client.tickets.update("ticket_1", change)):
            self.assertEqual(ticket.tags, ["a", "b", "c"])
            self.assertEqual(server.received[1].headers["if-match"], '"ticket_1-1"')
            self.assertEqual(server.received[3].body, b'{"tags":["a","b","c"]}')

    def test_ids_and_options_that_cannot_be_sent_are_refused(self) -> None:
        calls: list[Call] = [
            lambda client: client.tickets.get(""),
            lambda client: client.tickets.get("../users"),
            lambda client: client.tickets.get("a", options={"headers": {"x-a": "b\r\nc: d"}}),
            lambda client: client.tickets.get("a", options={"retries": 1}),
            lambda client: client.tickets.delete("a", options={"idempotency_key": "k"}),
            lambda client: client.tickets.create(subject=float("nan")),
        ]
        for call in calls:
            for server, failure in self.both(list, call):
                self.assertIsInstance(failure, parley.ConfigurationError)
                self.assertEqual(server.received, [])

    def test_connections_are_reused(self) -> None:
        def script() -> Script:
            return lambda received: record()

        async def many(client: Any) -> None:
            for _ in range(5):
                await client.me()

        with LocalServer(script()) as server:
            call_async(server.url, many)
            self.assertEqual((len(server.received), server.connections), (5, 1))
        with LocalServer(script()) as server:
            call_sync(server.url, lambda client: [client.me() for _ in range(5)])
            self.assertEqual((len(server.received), server.connections), (5, 1))


class CancelTest(unittest.TestCase):
    def test_a_signal_cancels_a_call_from_another_thread(self) -> None:
        signal, answered = CancelSignal(), threading.Event()

        def silent(_: Any) -> Answer:
            signal.cancel()
            answered.wait(10)
            return record()

        with LocalServer(silent) as server:
            with self.assertRaises(parley.CancelledError) as caught:
                call_sync(server.url, lambda client: client.tickets.create(options={"signal": signal}))
            answered.set()
            self.assertEqual(caught.exception.outcome, "unknown")

    def test_a_task_is_cancelled(self) -> None:
        started, answered = threading.Event(), threading.Event()

        def silent(_: Any) -> Answer:
            started.set()
            answered.wait(10)
            return record()

        async def cancelled(client: Any) -> bool:
            task = asyncio.create_task(client.me())
            await asyncio.to_thread(started.wait, 10)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                return True
            return False

        with LocalServer(silent) as server:
            self.assertTrue(call_async(server.url, cancelled))
            answered.set()


class LogTest(unittest.TestCase):
    def test_neither_logs_nor_representations_contain_the_key(self) -> None:
        with LocalServer([error(503, "service_unavailable"), page([])]) as server, self.assertLogs("t", 10) as logs:
            logger = logging.getLogger("t")
            client = Parley(base_url=server.url, logger=logger, **SCALED)
            self.assertEqual(client.tickets.list(q="secret words", per_page=5).data, [])
            client.close()
        text = "\n".join(logs.output) + repr(client)
        self.assertIn("per_page=5", text)
        self.assertIn("retry 1", text)
        self.assertNotIn("secret", text)
        self.assertNotIn(KEY, text)
        self.assertIn("sk_test_…cdef", text)


if __name__ == "__main__":
    unittest.main()
