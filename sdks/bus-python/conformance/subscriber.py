"""The subscriber of sdks/bus/conformance/scenarios.json: its handler does what an event says, and prints what happens.

python3 subscriber.py                                   consumes until SIGTERM
python3 subscriber.py list|replay|discard [ids as JSON] prints dead letters
SUBSCRIBER has the settings as JSON.
"""

import json
import logging
import os
import signal
import sys
import time
from dataclasses import asdict

import psycopg

from parley_bus import BusConsumer, DeadLetterQueue, PostgresInbox, UnprocessableEventError, is_newer

# Of pika, too: each fault of a scenario is one that it reports.
logging.disable()
SETTINGS = json.loads(os.environ["SUBSCRIBER"])
PROCESS = SETTINGS["process"]


def say(*words):
    print(PROCESS, *words, flush=True)


def die():
    os.kill(os.getpid(), signal.SIGKILL)


class Inbox(PostgresInbox):
    def process(self, *args):
        is_new = super().process(*args)
        if SETTINGS.get("killBefore") == "acknowledgement":
            die()
        return is_new


def work(event, context):
    data = event["data"]
    say("handling", event["id"])
    cursor = context.tx.cursor()
    cursor.execute("insert into effect values (%s, %s)", (event["id"], f"{PROCESS} {context.attempt}"))
    cursor.execute("select sequence from record where subject = %s", (event["subject"],))
    if is_newer(event, next(iter(cursor.fetchone() or ()), None)):
        cursor.execute(
            "insert into record values (%s, %s) on conflict (subject) do update set sequence = excluded.sequence",
            (event["subject"], event["sequence"]),
        )
    if context.attempt == 1:
        context.deadline.wait(data.get("waitMs", 0) / 1000)
    if SETTINGS.get("killBefore") == "commit":
        die()
    if SETTINGS.get("fails") or context.attempt <= data.get("failUntil", 0):
        raise RuntimeError("the handler failed")
    if data.get("unprocessable"):
        raise UnprocessableEventError("no such tenant")
    say("handled", event["id"])


def consume():
    consumer = BusConsumer(
        url=SETTINGS["url"],
        name=SETTINGS["name"],
        prefix=SETTINGS["prefix"],
        unbind=SETTINGS["unbind"],
        retry_delays=[ms / 1000 for ms in SETTINGS["retryDelaysMs"]],
        unknown_wait=SETTINGS["unknownWaitMs"] / 1000,
        handler_timeout=SETTINGS["handlerTimeoutMs"] / 1000,
        replicas=1,
        inbox=Inbox(lambda: psycopg.connect(SETTINGS["databaseUrl"], connect_timeout=2)),
    )
    consumer.on(*SETTINGS["types"])(work)
    signals = []
    signal.signal(signal.SIGTERM, lambda number, _: signals.append(number))
    consumer.start()
    was_consuming = False
    while not signals:
        time.sleep(0.01)
        is_consuming = consumer.is_consuming()
        if is_consuming != was_consuming:
            say("consumes" if is_consuming else "pauses")
        was_consuming = is_consuming
    consumer.stop()
    say("counters", json.dumps(asdict(consumer.counters)))


if len(sys.argv) == 1:
    consume()
else:
    letters = DeadLetterQueue(SETTINGS["url"], SETTINGS["name"])
    found = letters.list() if sys.argv[1] == "list" else getattr(letters, sys.argv[1])(json.loads(sys.argv[2]))
    print(json.dumps([asdict(letter) for letter in found]))
