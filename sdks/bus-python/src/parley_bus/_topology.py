"""What a subscriber declares: the same, byte for byte, as the library for Node.js, so that one name can change its language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# Deliveries of a message, enough for a storm of reconnects. Default of RabbitMQ 4.
_DELIVERY_LIMIT = 20
# Retries and dead letters are redelivered for as long as the database is unavailable.
_NO_LIMIT = 1_000_000
# Dead-lettering at least once requires reject-publish instead of dropping the oldest message.
_AT_LEAST_ONCE: dict[str, Any] = {"x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"}


@dataclass(frozen=True)
class Topology:
    """Names of what a subscriber declares. All begin with its own, as the rights of ``bus:user:create`` require."""

    name: str
    prefix: str
    delays_ms: Sequence[int]

    @property
    def events(self) -> str:
        """Topic exchange of the platform; the routing key is the event type."""
        return f"{self.prefix}.events"

    @property
    def requeue(self) -> str:
        """Direct exchange of the subscriber; the routing key is the name of the queue."""
        return f"{self.name}.requeue"

    @property
    def dead(self) -> str:
        return f"{self.name}.dead"

    def retry(self, delay_ms: int) -> str:
        """The queue with the shortest delay that is long enough, otherwise that with the longest."""
        delays = sorted(self.delays_ms)
        return next((self._retry(ms) for ms in delays if ms >= delay_ms), self._retry(delays[-1]) if delays else self.dead)

    def queues(self, replicas: int) -> dict[str, dict[str, Any]]:
        """Arguments of the queues by their names. One process at a time consumes: the events of a record stay in order."""
        to_dead: dict[str, Any] = {"x-dead-letter-exchange": self.requeue, "x-dead-letter-routing-key": self.dead}
        to_work: dict[str, Any] = {"x-dead-letter-exchange": self.requeue, "x-dead-letter-routing-key": self.name}
        quorum: dict[str, Any] = {"x-queue-type": "quorum", "x-quorum-initial-group-size": replicas}
        work = {**quorum, "x-delivery-limit": _DELIVERY_LIMIT, **to_dead, **_AT_LEAST_ONCE, "x-single-active-consumer": True}
        kept = {**quorum, "x-delivery-limit": _NO_LIMIT}
        # One delay per queue, because messages expire only at the head of a queue.
        retries = {self._retry(ms): {**kept, **to_work, **_AT_LEAST_ONCE, "x-message-ttl": ms} for ms in sorted(self.delays_ms)}
        return {self.name: work, **retries, self.dead: kept}

    def _retry(self, delay_ms: int) -> str:
        return f"{self.name}.retry.{delay_ms}ms"
