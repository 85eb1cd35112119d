# subscriber.py
import logging
import os
import sqlite3

from parley_bus import BusConsumer, Context, SqliteInbox
from parley_bus.events import TicketCreated, TicketStatusChanged

env = os.environ
database = env.get("DATABASE_FILE", "reporting.sqlite")
logging.basicConfig(level=logging.WARNING)
# parley_bus tells what matters of it.
logging.getLogger("pika").setLevel(logging.CRITICAL)

with sqlite3.connect(database) as connection:
    connection.execute(
        "create table if not exists ticket_report (id text primary key, status text not null, sequence text not null)"
    )

consumer = BusConsumer(
    url=env.get("AMQP_URL", "amqp://localhost"),
    prefix=env.get("BUS_PREFIX", "parley"),
    name=env.get("SUBSCRIBER_NAME", "reporting-python"),  # also the name of the queue
    inbox=SqliteInbox(database),
    # After the last attempt an event becomes a dead letter, in the queue reporting-python.dead.
    retry_delays=[int(ms) / 1000 for ms in env.get("RETRY_DELAYS_MS", "1000,5000,30000,300000,1800000").split(",")],
)


# The inbox runs a handler once per event, in one transaction with the record that it did: `tx` is the connection.
@consumer.on("ticket.created", "ticket.status_changed")
def store_ticket(event: TicketCreated | TicketStatusChanged, context: Context[sqlite3.Connection]) -> None:
    # Retries may bring an older event after a newer one: the newest sequence wins.
    context.tx.execute(
        "insert into ticket_report values (?, ?, ?) on conflict (id) do update"
        " set status = excluded.status, sequence = excluded.sequence where sequence < excluded.sequence",
        (event["data"]["id"], event["data"]["status"], event["sequence"]),
    )
    print(event["type"], event["mode"], event["data"]["id"], flush=True)


# Until SIGTERM or SIGINT; then it takes no more events, and waits for the handlers that run.
consumer.run()
