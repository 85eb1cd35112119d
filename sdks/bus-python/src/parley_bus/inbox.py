"""The records of the events that a subscriber has processed, which make redelivered events harmless."""

from __future__ import annotations

import re
import sqlite3
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar

from ._threads import Deadline

Tx = TypeVar("Tx")
_Tx = TypeVar("_Tx", covariant=True)

_TABLE = "processed_event"
_RETENTION_DAYS = 7
_DAY_S = 86_400
# Rows that one statement deletes, so that it holds no lock for long.
_PRUNE_BATCH = 10_000


class Inbox(Protocol[_Tx]):
    """Implement it for another database. Its methods run in threads, several at a time."""

    def prepare(self) -> None:
        """Creates what it needs, once at the start."""

    def process(self, consumer: str, event_id: str, work: Callable[[_Tx], None], deadline: Deadline) -> bool:
        """Runs ``work`` and records that it did, both or neither, unless it had: returns whether.

        After the deadline it commits nothing, and holds no lock for which the next attempt would wait.
        """
        ...

    def is_available(self) -> bool:
        """Whether the inbox can be used at present. While it cannot, the subscriber pauses instead of using up attempts."""
        ...

    def prune(self) -> None:
        """Deletes old records."""


class MemoryInbox:
    """An inbox in memory, of the newest events. What is redelivered after a restart is handled twice."""

    def __init__(self, max_events: int = 100_000) -> None:
        self._max_events = max_events
        self._processed: dict[tuple[str, str], None] = {}
        self._lock = threading.Lock()

    def prepare(self) -> None:
        pass

    def process(self, consumer: str, event_id: str, work: Callable[[None], None], deadline: Deadline) -> bool:
        key = (consumer, event_id)
        if key in self._processed:
            return False
        work(None)
        deadline.raise_if_expired()
        with self._lock:
            self._processed[key] = None
            while len(self._processed) > self._max_events:
                del self._processed[next(iter(self._processed))]
        return True

    def is_available(self) -> bool:
        return True

    def prune(self) -> None:
        pass


class SqliteInbox:
    """An inbox in an SQLite file, for subscribers of one process.

    A handler gets a connection in a transaction, which it must not end. SQLite has one writer: handlers run one at a time.
    """

    def __init__(self, path: str, *, retention_days: float = _RETENTION_DAYS) -> None:
        self._path = path
        self._retention_days = retention_days
        self._writing = threading.Lock()

    def prepare(self) -> None:
        with self._connection() as connection:
            connection.execute(
                f"create table if not exists {_TABLE} (consumer text not null, event_id text not null,"
                " processed_at real not null, primary key (consumer, event_id)) without rowid"
            )

    def process(self, consumer: str, event_id: str, work: Callable[[sqlite3.Connection], None], deadline: Deadline) -> bool:
        with self._writer(deadline), self._connection() as connection, deadline.ending(lambda: _abandon(connection)):
            connection.execute("begin immediate")
            taken = connection.execute(f"insert or ignore into {_TABLE} values (?, ?, ?)", (consumer, event_id, time.time()))
            is_new = taken.rowcount == 1
            if is_new:
                work(connection)
            connection.execute("commit")
            return is_new

    def is_available(self) -> bool:
        # A handler of this process that writes is no outage.
        if not self._writing.acquire(blocking=False):
            return True
        try:
            with self._connection(timeout=1) as connection:
                connection.execute("begin immediate")
                connection.execute("rollback")
            return True
        except sqlite3.Error:
            return False
        finally:
            self._writing.release()

    def prune(self) -> None:
        with self._writing, self._connection() as connection:
            oldest = time.time() - self._retention_days * _DAY_S
            connection.execute(f"delete from {_TABLE} where processed_at < ?", (oldest,))

    @contextmanager
    def _writer(self, deadline: Deadline) -> Generator[None, None, None]:
        """The right to write, until the deadline at most."""
        self._writing.acquire()
        lock = threading.Lock()

        def release() -> None:
            # Once: by the end of the handler or by that of its time.
            if lock.acquire(blocking=False):
                self._writing.release()

        try:
            with deadline.ending(release):
                yield
        finally:
            release()

    @contextmanager
    def _connection(self, timeout: float = 30) -> Generator[sqlite3.Connection, None, None]:
        connection = sqlite3.connect(self._path, timeout=timeout, isolation_level=None, check_same_thread=False)
        try:
            yield connection
        finally:
            connection.close()


class PostgresInbox:
    """An inbox in the service's own PostgreSQL: an event's record and what its handler writes commit together.

    Its table is the one of the library for Node.js, so that a subscriber can change its language.
    """

    def __init__(
        self,
        connect: Callable[[], Any],
        *,
        table: str = _TABLE,
        retention_days: int = _RETENTION_DAYS,
    ) -> None:
        """:param connect: opens a connection of psycopg or psycopg2, which is not in autocommit mode
        :param table: with or without a schema; created if it is missing
        :param retention_days: how long processed events are remembered: longer than a queue may wait
        """
        if not re.fullmatch(r"([a-z_]\w*\.)?[a-z_]\w*", table):
            raise ValueError(f"not the name of a table: {table}")
        self._connect = connect
        self._table = table
        self._retention_days = int(retention_days)
        self._lock = threading.Lock()
        self._idle: list[Any] = []

    def prepare(self) -> None:
        index = self._table.rpartition(".")[2] + "_age"
        with self._connection() as connection:
            cursor = connection.cursor()
            # `if not exists` fails when two processes create the table at the same time.
            cursor.execute("select pg_advisory_xact_lock(hashtext(%s))", (f"parley inbox {self._table}",))
            cursor.execute(
                f"create table if not exists {self._table} (consumer text not null, event_id text not null,"
                " processed_at timestamptz not null default now(), primary key (consumer, event_id))"
            )
            cursor.execute(f"create index if not exists {index} on {self._table} (processed_at)")
            connection.commit()

    def process(self, consumer: str, event_id: str, work: Callable[[Any], None], deadline: Deadline) -> bool:
        with self._connection() as connection, deadline.ending(lambda: _end(connection)):
            cursor = connection.cursor()
            cursor.execute(
                f"insert into {self._table} (consumer, event_id) values (%s, %s) on conflict do nothing",
                (consumer, event_id),
            )
            is_new: bool = cursor.rowcount == 1
            if is_new:
                work(connection)
            deadline.raise_if_expired()
            connection.commit()
            return is_new

    def is_available(self) -> bool:
        # Those that are idle may have been cut, too.
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            _close(connection)
        try:
            with self._connection() as connection:
                connection.cursor().execute("select 1")
                connection.rollback()
            return True
        except Exception:
            return False

    def prune(self) -> None:
        statement = (
            f"delete from {self._table} where ctid = any(array(select ctid from {self._table}"
            f" where processed_at < now() - make_interval(days => {self._retention_days}) limit {_PRUNE_BATCH}))"
        )
        with self._connection() as connection:
            deleted = _PRUNE_BATCH
            while deleted == _PRUNE_BATCH:
                cursor = connection.cursor()
                cursor.execute(statement)
                deleted = cursor.rowcount
                connection.commit()

    @contextmanager
    def _connection(self) -> Generator[Any, None, None]:
        """A connection of one thread at a time. One that has failed is closed: nothing of its transaction remains."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection is None:
            connection = self._connect()
        try:
            yield connection
        except BaseException:
            _close(connection)
            raise
        with self._lock:
            self._idle.append(connection)


def _abandon(connection: sqlite3.Connection) -> None:
    """What a handler writes afterwards in another thread fails, and what it has written is rolled back."""
    connection.interrupt()
    connection.close()


def _end(connection: Any) -> None:
    """Ends what a connection does in another thread: its statement first, for which closing it would wait."""
    with suppress(Exception):
        connection.cancel()
    _close(connection)


def _close(connection: Any) -> None:
    with suppress(Exception):
        connection.close()
