"""What a handler may raise."""


class UnprocessableEventError(Exception):
    """Raised by a handler for an event that no repetition would process: it becomes a dead letter at once."""
