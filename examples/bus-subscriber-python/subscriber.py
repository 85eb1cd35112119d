# subscriber.py
import json, os, signal, sqlite3, sys, time
import pika

URL = os.environ.get("AMQP_URL", "amqp://localhost")
EVENTS = os.environ.get("BUS_PREFIX", "parley") + ".events"
NAME = os.environ.get("SUBSCRIBER_NAME", "reporting-python")
TYPES = ["ticket.created", "ticket.status_changed"]
DELAYS_MS = [int(ms) for ms in os.environ.get("RETRY_DELAYS_MS", "1000,5000,30000,300000").split(",")]

# A user of bus:user:create may declare what begins with its name, and not use the default exchange.
REQUEUE, DEAD = NAME + ".requeue", NAME + ".dead"
QUORUM = {"x-queue-type": "quorum", "x-delivery-limit": 1_000_000}
AT_LEAST_ONCE = {"x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"}

database = sqlite3.connect(os.environ.get("DATABASE_FILE", "reporting.sqlite"), isolation_level=None)
database.execute("create table if not exists inbox (event_id text primary key, processed_at real not null)")
database.execute("delete from inbox where processed_at < ?", (time.time() - 7 * 86_400,))
database.execute(
    "create table if not exists ticket_report (id text primary key, status text not null, sequence text not null)"
)


def handle(event):
    """Runs in the transaction that records the event as processed: once per event."""
    # Retries may bring an older event after a newer one: the newest sequence wins.
    database.execute(
        "insert into ticket_report values (?, ?, ?) on conflict (id) do update"
        " set status = excluded.status, sequence = excluded.sequence where sequence < excluded.sequence",
        (event["data"]["id"], event["data"]["status"], event["sequence"]),
    )
    print(event["type"], event["mode"], event["data"]["id"], flush=True)


def process(event):
    database.execute("begin immediate")
    try:
        new = database.execute("insert or ignore into inbox values (?, ?)", (event["id"], time.time()))
        if new.rowcount == 1:
            handle(event)
        database.execute("commit")
    except BaseException:
        database.execute("rollback")
        raise


def database_works():
    try:
        database.execute("begin immediate")
        database.execute("rollback")
        return True
    except sqlite3.OperationalError:
        return False


def declare(channel):
    channel.exchange_declare(REQUEUE, "direct", durable=True)
    to_dead = {"x-dead-letter-exchange": REQUEUE, "x-dead-letter-routing-key": DEAD}
    to_work = {"x-dead-letter-exchange": REQUEUE, "x-dead-letter-routing-key": NAME}
    # One process at a time receives, so that the events of a record stay in order.
    work = {**QUORUM, **AT_LEAST_ONCE, **to_dead, "x-delivery-limit": 20, "x-single-active-consumer": True}
    queues = {NAME: work, DEAD: QUORUM}
    for ms in DELAYS_MS:
        queues[f"{NAME}.retry.{ms}ms"] = {**QUORUM, **AT_LEAST_ONCE, **to_work, "x-message-ttl": ms}
    for queue, arguments in queues.items():
        channel.queue_declare(queue, durable=True, arguments=arguments)
        channel.queue_bind(queue, REQUEUE, queue)
    for event_type in TYPES:
        channel.queue_bind(NAME, EVENTS, event_type)


def requeue(channel, queue, body, properties, headers):
    """The same message for another queue of ours. Raises unless the broker confirms that it has it."""
    kept = {key: value for key, value in (properties.headers or {}).items() if "death" not in key}
    again = pika.BasicProperties(
        message_id=properties.message_id,
        content_type=properties.content_type,
        delivery_mode=2,
        headers={**kept, **headers},
    )
    channel.basic_publish(REQUEUE, queue, body, again, mandatory=True)


def receive(channel, method, properties, body):
    attempt = (properties.headers or {}).get("x-attempt", 1)
    try:
        event = json.loads(body)
        if event["type"] in TYPES:  # other types are ignored
            process(event)
    except sqlite3.OperationalError:
        raise  # the database does not work: this event and all others wait in the queue
    except Exception as error:
        cause = f"{type(error).__name__}: {error}"
        print("failed:", cause, file=sys.stderr, flush=True)
        if attempt <= len(DELAYS_MS):
            queue = f"{NAME}.retry.{DELAYS_MS[attempt - 1]}ms"
            requeue(channel, queue, body, properties, {"x-attempt": attempt + 1})
        else:
            requeue(channel, DEAD, body, properties, {"x-cause": cause})
    # After the commit, or after the next queue has the message: what is not acknowledged comes again.
    channel.basic_ack(method.delivery_tag)


class Stopped(Exception):
    pass


def consume():
    connection = pika.BlockingConnection(pika.URLParameters(URL))
    try:
        channel = connection.channel()
        channel.confirm_delivery()
        channel.basic_qos(prefetch_count=10)
        declare(channel)
        print(f"{NAME} is started", flush=True)
        # Between two events it looks each second whether it is to stop.
        for method, properties, body in channel.consume(NAME, inactivity_timeout=1):
            if stopping:
                raise Stopped
            if method is not None:
                receive(channel, method, properties, body)
    finally:
        if connection.is_open:
            connection.close()


stopping = False


def stop(*_):
    global stopping
    stopping = True


signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)
while not stopping:
    try:
        consume()
    except Stopped:
        break
    except (pika.exceptions.AMQPError, sqlite3.OperationalError) as error:
        print("connecting again:", repr(error), file=sys.stderr, flush=True)
        time.sleep(2)
        # Not before the database works: the broker counts how often it delivers an event.
        while not stopping and not database_works():
            time.sleep(2)
