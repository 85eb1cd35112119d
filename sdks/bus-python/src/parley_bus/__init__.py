"""A subscriber of the event bus of Parley: each event once, retries with delays, dead letters, resumption."""

from ._subscription import Counters
from ._threads import Deadline
from .consumer import RETRY_DELAYS, BusConsumer, Context, is_newer
from .dead_letters import DeadLetter, DeadLetterQueue
from .errors import UnprocessableEventError
from .inbox import Inbox, MemoryInbox, PostgresInbox, SqliteInbox

__all__ = [
    "RETRY_DELAYS",
    "BusConsumer",
    "Context",
    "Counters",
    "DeadLetter",
    "DeadLetterQueue",
    "Deadline",
    "Inbox",
    "MemoryInbox",
    "PostgresInbox",
    "SqliteInbox",
    "UnprocessableEventError",
    "is_newer",
]
