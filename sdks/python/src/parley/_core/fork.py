"""Locks and connections do not survive a fork: those of the child begin anew."""

from __future__ import annotations

import os
from typing import Protocol
from weakref import WeakSet


class Forkable(Protocol):
    def after_fork(self) -> None: ...


_objects: WeakSet[Forkable] = WeakSet()


def reset_after_fork(one: Forkable) -> None:
    """Calls `after_fork` of the object in each child that a fork makes."""
    _objects.add(one)


def _reset() -> None:
    for one in list(_objects):
        one.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset)
