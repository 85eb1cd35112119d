"""What a consumer refuses before it connects."""

from __future__ import annotations

import subprocess
import sys
import unittest
from typing import Any

from parley_bus import BusConsumer, Context, MemoryInbox, is_newer
from parley_bus.events import TicketCreated


def consumer(**options: Any) -> BusConsumer[None]:
    defaults: dict[str, Any] = {"url": "amqp://localhost", "name": "reporting", "inbox": MemoryInbox()}
    return BusConsumer(**{**defaults, **options})


class BusConsumerTest(unittest.TestCase):
    def test_refuses_names_that_are_not_its_own(self) -> None:
        for name in ("", "a b", "reporting.retry", "x" * 61, "parley"):
            with self.subTest(name), self.assertRaises(ValueError):
                consumer(name=name)

    def test_refuses_a_time_that_the_broker_would_not_wait(self) -> None:
        for handler_timeout in (0, 61):
            with self.subTest(handler_timeout), self.assertRaises(ValueError):
                consumer(handler_timeout=handler_timeout)

    def test_has_one_handler_for_a_type(self) -> None:
        one = consumer()

        @one.on("ticket.created")
        def handle(event: TicketCreated, context: Context[None]) -> None: ...

        with self.assertRaisesRegex(ValueError, "ticket.created has two handlers"):
            one.on("ticket.created")(handle)

    def test_does_not_start_without_a_handler(self) -> None:
        with self.assertRaisesRegex(ValueError, "there is no handler"):
            consumer().start()

    def test_stops_without_a_start(self) -> None:
        consumer().stop()


# Sends itself a signal at each step of its main thread, but for those of the handler.
INTERRUPTED = """
import os, signal, sys
from parley_bus import BusConsumer, MemoryInbox

def interrupt(frame, *_):
    if frame.f_code.co_name != "stop":
        os.kill(os.getpid(), signal.SIGTERM)

class Idle(BusConsumer):
    def start(self):
        sys.setprofile(interrupt)

    def stop(self):
        sys.setprofile(None)
        print("stopped")

Idle(url="amqp://localhost", name="reporting", inbox=MemoryInbox()).run()
"""


class RunTest(unittest.TestCase):
    def test_ends_by_a_signal_at_whatever_step_it_arrives(self) -> None:
        done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "stopped\n")


class IsNewerTest(unittest.TestCase):
    def test_compares_sequences_as_text(self) -> None:
        event = {"sequence": "0009"}
        self.assertEqual([is_newer(event, stored) for stored in (None, "0008", "0009", "0010")], [True, True, False, False])


if __name__ == "__main__":
    unittest.main()
