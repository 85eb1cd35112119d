"""Configuration, records, webhooks, OAuth, and what the package itself promises."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import traceback
import unittest
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import parse_qs, urlsplit

import parley
from local_server import Answer, LocalServer, Received, error, page, record
from parley import Parley, webhooks
from parley._core.retry import backoff, retry_after_seconds
from parley.oauth import FileTokenStore, MemoryTokenStore, OAuth, Token
from parley.types import Ticket, TicketCreatedEvent

KEY = "sk_live_0123456789abcdef"
ROOT = Path(__file__).parent.parent


class ConfigurationTest(unittest.TestCase):
    def test_what_would_leak_a_key_or_cannot_work_is_refused(self) -> None:
        cases: list[dict[str, Any]] = [
            {"base_url": "http://parley.example"},
            {"base_url": "https://user:secret@parley.example"},
            {"base_url": ""},
            {"api_key": KEY + "\n"},
            {"api_key": ""},
            {"expect_mode": "test"},
            {"timeout": 0},
            {"max_retries": -1},
            {"retries": 1},
        ]
        for case in cases:
            with self.subTest(case), mock.patch.dict("os.environ", clear=True):
                with self.assertRaises(parley.ConfigurationError) as caught:
                    Parley(**{"base_url": "https://parley.example", "api_key": KEY, **case})
                self.assertNotIn("0123456789", str(caught.exception))

    def test_a_delay_is_random_and_bounded(self) -> None:
        delays = {backoff(1) for _ in range(50)}
        self.assertGreater(len(delays), 40)
        self.assertTrue(all(0.25 <= one <= 0.5 for one in delays))
        self.assertLessEqual(backoff(10_000), 8)

    def test_retry_after_is_seconds_or_a_date(self) -> None:
        for text in ("soon", "-5", "NaN", "", "Infinity", None):
            self.assertIsNone(retry_after_seconds(text), text)
        for text in ("Mon, 01 Jan 99999999999999999999 00:00:00 GMT", ",", "0 0 0"):
            self.assertIsNone(retry_after_seconds(text), text)
        self.assertEqual(retry_after_seconds("2"), 2)
        date = (datetime.now(UTC) + timedelta(seconds=30)).strftime("%a, %d %b %Y %H:%M:%S GMT")
        self.assertIn(retry_after_seconds(date), range(1, 31))


class RecordTest(unittest.TestCase):
    def test_unknown_fields_are_kept_and_absent_ones_are_none(self) -> None:
        raw = {"id": "ticket_1", "status": "frozen", "later": [1], "assignee": {"id": "user_1", "name": "Kim"}}
        ticket = Ticket(raw)
        self.assertEqual((ticket.status, ticket["later"], ticket["no_such"]), ("frozen", [1], None))
        self.assertIsNone(ticket.subject)
        assert ticket.assignee is not None
        self.assertEqual(ticket.assignee.name, "Kim")
        self.assertEqual(pickle.loads(pickle.dumps(ticket)), ticket)
        self.assertEqual(ticket.to_dict(), raw)
        with self.assertRaises(AttributeError):
            ticket.subject = "x"  # type: ignore[assignment]


class WebhookTest(unittest.TestCase):
    body = b'{"event":"ticket.created","data":{"id":"t_1","subject":"Printer"}}'

    def test_a_delivery_is_an_event(self) -> None:
        headers = webhooks.sign(self.body, "whsec_bXktc3VwZXItc2VjcmV0", id="evt_1", now=1000)
        event = webhooks.verify(self.body, headers, ["old", "my-super-secret"], now=1300)
        assert isinstance(event, TicketCreatedEvent)
        self.assertEqual(event.data.subject, "Printer")

    def test_what_is_not_genuine_has_a_reason(self) -> None:
        headers = webhooks.sign(self.body, "my-super-secret", id="evt_1", now=1000)
        cases: list[tuple[str, dict[str, str], bytes, float]] = [
            ("no_match", headers, self.body + b" ", 1000),
            ("no_match", {**headers, "webhook-signature": "v1,größe v2,x"}, self.body, 1000),
            ("too_old", headers, self.body, 1301),
            ("too_new", headers, self.body, 699),
            ("bad_timestamp", {**headers, "webhook-timestamp": "1e3"}, self.body, 1000),
            ("missing_header", {"webhook-id": "evt_1"}, self.body, 1000),
        ]
        for reason, given, body, now in cases:
            with self.subTest(reason), self.assertRaises(parley.WebhookSignatureError) as caught:
                webhooks.verify(body, given, "my-super-secret", now=now)
            self.assertEqual(caught.exception.reason, reason)
        with self.assertRaisesRegex(TypeError, "raw body"):
            webhooks.verify({"event": "x"}, headers, "my-super-secret")  # type: ignore[arg-type]

    def test_a_signed_body_that_is_no_object_is_a_decode_error(self) -> None:
        for body in (b"", b"{", b"null", b"[{}]", b'"x"', b"\xff", b"[" * 100_000):
            headers = webhooks.sign(body, "my-super-secret", id="evt_1", now=1000)
            with self.subTest(body[:20]), self.assertRaises(parley.DecodeError):
                webhooks.verify(body, headers, "my-super-secret", now=1000)


class OAuthTest(unittest.TestCase):
    def answer(self, received: Received) -> Answer:
        if received.path.startswith("/.well-known/"):
            return Answer(200, {"issuer": self.url, "authorization_response_iss_parameter_supported": True, **self.endpoints})
        if received.path == "/oauth/token":
            self.forms.append(parse_qs(received.body.decode()))
            return self.token
        if received.headers["authorization"] == "Bearer at_old":
            return error(401, "token_expired")
        return record(email="kim@example.com")

    def setUp(self) -> None:
        self.forms: list[dict[str, list[str]]] = []
        self.token = Answer(200, {"access_token": "at_new", "refresh_token": "rt_new", "expires_in": 3600})
        self.server = self.enterContext(LocalServer(self.answer))
        self.url = self.server.url
        names = ("authorization", "token", "revocation")
        self.endpoints: dict[str, Any] = {f"{name}_endpoint": f"{self.url}/oauth/{name}" for name in names}
        redirect = "https://app.example/callback"
        self.oauth = OAuth(auth_url=self.url, client_id="app_1", client_secret="cs_1", redirect_uri=redirect)
        self.addCleanup(self.oauth.close)

    def test_the_code_flow_checks_state_and_issuer(self) -> None:
        request = self.oauth.authorization_url(scopes=["tickets:read"])
        asked = parse_qs(urlsplit(request.url).query)
        self.assertEqual(asked["code_challenge_method"], ["S256"])
        callback = f"https://app.example/callback?code=ac_1&state={request.state}"
        for wrong in (f"{callback}x&iss={self.url}", callback, f"{callback}&iss=https://other.example"):
            with self.assertRaises(parley.OAuthError):
                self.oauth.exchange(wrong, request)
        self.assertEqual(self.forms, [])
        token = self.oauth.exchange(f"{callback}&iss={self.url}", request)
        self.assertEqual((token.access_token, self.forms[0]["code_verifier"]), ("at_new", [request.code_verifier]))
        self.assertNotIn("rt_new", repr(token))

    def test_a_session_without_a_state_matches_no_callback(self) -> None:
        for saved in ({"state": "", "code_verifier": "v"}, {"code_verifier": "v"}):
            for query in ("", "&state="):
                with self.assertRaises(parley.OAuthError) as caught:
                    self.oauth.exchange(f"https://app.example/callback?code=ac_1&iss={self.url}{query}", saved)
                self.assertEqual(caught.exception.error, "invalid_state")
        self.assertEqual(self.forms, [])

    def test_no_error_of_the_token_endpoint_shows_what_it_answered(self) -> None:
        html, secret = {"Content-Type": "text/html"}, b"rt_very_secret"
        answers = [
            Answer(200, b"<p>" + secret, html),
            Answer(200, [secret.decode()]),
            Answer(200, {"access_token": [secret.decode()]}),
            Answer(200, {"access_token": secret.decode(), "expires_in": "soon"}),
            Answer(200, b'{"access_token":"rt_very_secret","expires_in":1e999}'),
            Answer(200, {"refresh_token": secret.decode()}),
            Answer(400, b"<p>" + secret, html),
            Answer(400, {"error": ["x"], "access_token": secret.decode()}),
            Answer(400, {"error": "invalid_grant", "error_description": {}, "access_token": secret.decode()}),
        ]
        for answer in answers:
            self.token = answer
            with self.subTest(answer.body), self.assertRaises(parley.CallError) as caught:
                self.oauth.refresh("rt_1")
            failure = caught.exception
            shown = [*traceback.format_exception(failure), repr(vars(failure)), repr(vars(failure.__cause__ or failure))]
            self.assertNotIn(secret.decode(), "\n".join(shown))

    def test_metadata_without_an_endpoint_is_an_error(self) -> None:
        with self.assertRaises(parley.OAuthError):
            self.oauth.introspect("at_1")

    def test_an_endpoint_that_is_not_safe_is_refused(self) -> None:
        calls: dict[str, Callable[[OAuth], object]] = {
            "authorization": lambda oauth: oauth.authorization_url(),
            "token": lambda oauth: oauth.refresh("rt_1"),
            "revocation": lambda oauth: oauth.revoke("rt_1"),
            "introspection": lambda oauth: oauth.introspect("at_1"),
        }
        for name, call in calls.items():
            for url in ("javascript:alert(1)//", "javascript://a/%0a1", "http://a.example/", "//a.example/", "https://a:b@c/"):
                self.endpoints = {f"{name}_endpoint": url}
                oauth = OAuth(auth_url=self.url, client_id="app_1", redirect_uri="https://app.example/callback")
                with self.subTest(name, url=url), self.assertRaises(parley.ConfigurationError):
                    call(oauth)
                oauth.close()
        self.assertEqual(self.forms, [])

    def test_the_sign_in_page_may_have_a_query(self) -> None:
        self.endpoints = {"authorization_endpoint": "https://auth.example\r\n?tenant=1#x"}
        url = self.oauth.authorization_url().url
        self.assertTrue(url.startswith("https://auth.example/?tenant=1&response_type=code&"), url)

    def test_threads_share_one_refresh(self) -> None:
        store = MemoryTokenStore(Token("at_old", "rt_old", "2999-01-01T00:00:00Z"))
        client = Parley(base_url=self.url, auth=self.oauth.auth(store))
        threads = [threading.Thread(target=client.me) for _ in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        client.close()
        self.assertEqual(len(self.forms), 1)
        kept = store.load()
        assert kept is not None
        self.assertEqual(kept.refresh_token, "rt_new")

    def test_a_file_keeps_a_token_for_its_owner_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            store = FileTokenStore(Path(folder) / "token.json")
            self.assertTrue(store.save(None, Token("at_1", "rt_1")))
            self.assertFalse(store.save(None, Token("at_2", "rt_2")))
            with store.lock():
                self.assertEqual(store.load(), Token("at_1", "rt_1"))
            self.assertEqual((Path(folder) / "token.json").stat().st_mode & 0o777, 0o600)


class PackageTest(unittest.TestCase):
    def test_an_import_loads_neither_resources_nor_http(self) -> None:
        code = "import sys, parley; print(*sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "src", capture_output=True, text=True, check=True)
        loaded = set(done.stdout.split())
        self.assertEqual(loaded & {"http.client", "asyncio", "ssl", "parley._generated", "parley._core.errors"}, set())

    def test_every_public_name_can_be_imported(self) -> None:
        text = (ROOT / "src/parley/__init__.py").read_text()
        names = re.findall(r"import (\w+) as \1", text)
        self.assertGreater(len(names), 50)
        for name in names:
            self.assertIsNotNone(getattr(parley, name))
        self.assertEqual(sorted(names), sorted(parley.__all__))
        self.assertLessEqual(set(names), set(dir(parley)))

    def test_a_star_import_has_the_public_names(self) -> None:
        names: dict[str, object] = {}
        exec("from parley import *", names)
        self.assertEqual(names["NotFoundError"], parley.NotFoundError)
        self.assertNotIn("importlib", names)

    def test_the_examples_of_the_readme_work(self) -> None:
        def answer(received: Received) -> Answer:
            path = received.path.partition("?")[0]
            if path == "/v1/events/stream":
                if received.headers["last-event-id"] == "p1":
                    return error(403, "insufficient_scope")
                body = b'id: p1\ndata: {"id": "evt_1", "event": "ticket.created", "data": {}}\n\n'
                return Answer(200, body, {"Content-Type": "text/event-stream"})
            if path == "/content":
                return Answer(200, b"%PDF", {"ETag": '"e"'})
            if received.method == "GET" and path == "/v1/tickets":
                return page(["ticket_1"])
            return record(status="open", tags=[], url="/content")

        blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
        self.assertGreaterEqual(len(blocks), 5)
        with LocalServer(answer) as server, tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "invoice.pdf").write_bytes(b"%PDF")
            code = "\n".join(blocks).replace("https://api.example.com", server.url).replace("sk_test_…", "sk_test_0123")
            code += "\nassert receive(b'{}', webhooks.sign(b'{}', 'x', id='1')) == 400\n"
            code += "from parley import PermissionDeniedError\n"
            code += "try:\n    follow(Path('position.txt'))\nexcept PermissionDeniedError:\n    parley.close()\n"
            command = [sys.executable, "-W", "error", "-X", "dev", "-c", code]
            env = {"PYTHONPATH": str(ROOT / "src")}
            done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("ticket_1 open", done.stdout)
            self.assertEqual((Path(folder) / "copy.pdf").read_bytes(), b"%PDF")
            self.assertEqual((Path(folder) / "position.txt").read_text(), "0")
            self.assertEqual(json.loads(server.received[0].body)["subject"], "Printer")


if __name__ == "__main__":
    unittest.main()
