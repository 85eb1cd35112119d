"""Inboxes without a broker: python3 -m unittest discover -s tests, with src in PYTHONPATH."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
import time
import unittest
from pathlib import Path

from parley_bus import Deadline, MemoryInbox, SqliteInbox


class SqliteInboxTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(Path(folder.name) / "inbox.sqlite")
        self.inbox = SqliteInbox(self.path)
        self.inbox.prepare()
        self.query("create table work (event_id text)")

    def query(self, text: str, *values: object) -> list[tuple[object, ...]]:
        connection = sqlite3.connect(self.path, isolation_level=None)
        try:
            return connection.execute(text, values).fetchall()
        finally:
            connection.close()

    def process(self, event_id: str, deadline: Deadline | None = None) -> bool:
        def work(tx: sqlite3.Connection) -> None:
            tx.execute("insert into work values (?)", (event_id,))

        return self.inbox.process("x", event_id, work, deadline or Deadline())

    def test_runs_work_once_for_an_event(self) -> None:
        self.assertEqual([self.process("a"), self.process("a"), self.process("b")], [True, False, True])
        self.assertEqual(self.query("select event_id from work"), [("a",), ("b",)])

    def test_rolls_back_what_fails(self) -> None:
        def fail(tx: sqlite3.Connection) -> None:
            tx.execute("insert into work values ('a')")
            raise RuntimeError("no")

        with self.assertRaises(RuntimeError):
            self.inbox.process("x", "a", fail, Deadline())
        self.assertEqual(self.query("select * from work"), [])
        self.assertTrue(self.process("a"))

    def test_leaves_nothing_of_work_that_takes_too_long_and_goes_on_beside_it(self) -> None:
        deadline, begun, continued = Deadline(), threading.Event(), threading.Event()
        errors: list[BaseException] = []

        def slow(tx: sqlite3.Connection) -> None:
            tx.execute("insert into work values ('late')")
            begun.set()
            continued.wait()
            tx.execute("insert into work values ('later')")

        def run() -> None:
            try:
                self.inbox.process("x", "slow", slow, deadline)
            except sqlite3.Error as error:
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        begun.wait()
        deadline.expire()
        self.assertTrue(self.process("next"))
        continued.set()
        thread.join()
        self.assertEqual([type(error) for error in errors], [sqlite3.ProgrammingError])
        self.assertEqual(self.query("select event_id from work"), [("next",)])

    def test_starts_nothing_after_the_deadline(self) -> None:
        deadline = Deadline()
        deadline.expire()
        with self.assertRaises(TimeoutError):
            self.process("a", deadline)
        self.assertEqual(self.query("select * from work"), [])
        self.assertTrue(self.process("a"))

    def test_is_available_while_a_handler_writes_and_not_while_another_process_locks_the_file(self) -> None:
        self.assertTrue(self.inbox.is_available())
        answers: list[bool] = []
        self.inbox.process("x", "a", lambda tx: answers.append(self.inbox.is_available()), Deadline())
        self.assertEqual(answers, [True])
        other = sqlite3.connect(self.path, isolation_level=None)
        other.execute("begin exclusive")
        self.assertFalse(self.inbox.is_available())
        other.execute("rollback")
        other.close()
        self.assertTrue(self.inbox.is_available())

    def test_deletes_its_records_after_their_time(self) -> None:
        self.query("insert into processed_event values ('x', 'old', ?)", time.time() - 8 * 86_400)
        self.query("insert into processed_event values ('x', 'new', ?)", time.time())
        self.inbox.prune()
        self.assertEqual(self.query("select event_id from processed_event"), [("new",)])


class MemoryInboxTest(unittest.TestCase):
    def test_remembers_the_newest_events(self) -> None:
        inbox = MemoryInbox(2)
        new = [inbox.process("x", one, lambda _: None, Deadline()) for one in ("a", "b", "c", "c", "b", "a")]
        self.assertEqual(new, [True, True, True, False, False, True])

    def test_does_not_remember_an_event_whose_handler_failed(self) -> None:
        inbox = MemoryInbox()

        def fail(_: None) -> None:
            raise RuntimeError("no")

        with self.assertRaises(RuntimeError):
            inbox.process("x", "a", fail, Deadline())
        self.assertTrue(inbox.process("x", "a", lambda _: None, Deadline()))


if __name__ == "__main__":
    unittest.main()
