"""Work that may take long, such as the making of a puzzle: it says how far it is, and can be stopped there.

It calls :func:`checkpoint` every few milliseconds. Who has it done may listen: the command line tells the news, the
window draws a frame in between, and either stops it by an exception. As a rule nobody listens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Self, TypeVar

T = TypeVar("T")
Listener = Callable[[str], None]


class Stopped(BaseException):
    """What a listener ends the work with. It is no Exception, so that no work takes it for an error of its own."""


_CONFLICTS = 500  # of a SAT solver between two checkpoints: some milliseconds, on a large puzzle some ten
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


def checkpoint(news: str = "") -> None:
    """Here the work may be stopped. ``news``: how far it is, where that is something to tell."""
    listener = _listener.get()
    if listener is not None:
        listener(news)


def in_pieces(items: Iterable[T], size: int = 100) -> Iterator[T]:
    """The same items one by one, with a checkpoint before each ``size`` of them."""
    for number, item in enumerate(items):
        if number % size == 0:
            checkpoint()
        yield item


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """The listener is called at every checkpoint of what is done meanwhile, in this thread."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


class Solving:
    """Has a solver of python-sat, which is given up at the end of a ``with``."""

    _solver: Any

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()


def solve(solver: Any, assumptions: Iterable[int] = (), news: str = "") -> bool:
    """Has what a solver of python-sat holds a model with these literals? With a checkpoint every few conflicts; what it
    has learned until then it keeps. MiniSat and its like only: others know no budget.

    python-sat's own ``solve`` turns Ctrl+C into an error that is no KeyboardInterrupt.
    """
    assumed = list(assumptions)
    while True:
        checkpoint(news)
        solver.conf_budget(_CONFLICTS)
        found: bool | None = solver.solve_limited(assumptions=assumed, expect_interrupt=True)
        if found is not None:
            return found
