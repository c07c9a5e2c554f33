"""Choices and random draws that are recorded, and can be made otherwise: a what-if branch replays a run with one of
them overridden."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from algorithms.core import AlgorithmError, Choose, Event, Steps
from algorithms.draws import Draws
from algorithms.long_work import checkpoint
from scenarios.timeline import Timeline

T = TypeVar("T")

_PIECE = 1024  # events of a replay between two checkpoints


class Offer(NamedTuple):
    """A choice: of what kind, behind how many events and choices of the run, between what, and what the algorithm
    takes."""

    kind: str
    at: int
    choices: int
    names: tuple[str, ...]
    taken: str


class Chooser:
    """Passed to an algorithm as ``choose``: repeats ``past`` choices, then picks ``wish`` once, as soon as it is
    offered, otherwise what is preferred.

    ``made`` holds for each choice how many events of the run there were before it, and the name of what was chosen,
    ``kinds`` of what kind it was, ``open`` whether there was another; ``seeds`` where the random numbers
    were drawn from another seed; ``offer`` is the first open choice that was no repeated one.
    """

    def __init__(self, past: Sequence[tuple[int, str]] = (), wish: str | None = None,
                 seeds: Sequence[tuple[int, int]] = ()) -> None:
        self.made: list[tuple[int, str]] = []
        self.kinds: list[str] = []
        self.open = bytearray()
        self.seeds = tuple(seeds)
        self.offer: Offer | None = None
        self.draws: Draws | None = None  # of the run that was started last; None: it has no use for any
        self._reseeded: int | None = None
        self._past = list(past)
        self._wish = wish
        self._events: Callable[[], int] = lambda: 0

    def follow(self, timeline: Timeline[Any], start: int) -> None:
        """The run is recorded on ``timeline``, from position ``start`` on."""
        self.count(lambda: len(timeline.events) - start)

    def count(self, events: Callable[[], int]) -> None:
        """Tells how many events of the run there are."""
        self._events = events

    def generator(self, seed: int) -> Draws:
        """What a run that begins with that seed draws its random numbers from."""
        self.draws = Draws(seed if self._reseeded is None else self._reseeded)
        return self.draws

    def reseed(self, seed: int) -> None:
        """From here on all is drawn from that seed."""
        self._reseeded = seed
        if self.draws is not None:
            self.draws.seed(seed)

    def __call__(self, kind: str, candidates: Sequence[T], preferred: T) -> T:
        index = len(self.made)
        events, wanted = self._past[index] if index < len(self._past) else (self._events(), None)
        if index >= len(self._past):
            wanted = self._wish
        if self.offer is None and index >= len(self._past) and len(candidates) > 1:
            self.offer = Offer(kind, events, index, tuple(map(_name, candidates)), _name(preferred))
        chosen = preferred if wanted is None else next((one for one in candidates if _name(one) == wanted), preferred)
        if index >= len(self._past) and _name(chosen) == self._wish:
            self._wish = None
        self.made.append((events, _name(chosen)))
        self.kinds.append(kind)
        self.open.append(len(candidates) > 1)
        return chosen

    @property
    def repeats(self) -> int:
        """How many choices it repeats."""
        return len(self._past)

    def until(self, position: int, wish: str | None = None, seed: int | None = None,
              choices: int | None = None) -> Chooser:
        """One that repeats what was chosen and drawn in the first ``position`` events, or so many ``choices``, and then
        has another ``wish`` or ``seed``."""
        past = [choice for choice in self.made if choice[0] < position] if choices is None else self.made[:choices]
        seeds = [(at, old) for at, old in self.seeds if at < position or (at == position and seed is None)]
        return Chooser(past, wish, seeds if seed is None else [*seeds, (position, seed)])


def _name(candidate: object) -> str:
    return str(getattr(candidate, "name", candidate))


def replay(start: Callable[[Choose], Steps[Any]], before: Chooser, position: int, wish: str | None = None,
           seed: int | None = None, choices: int | None = None) -> tuple[Steps[Any], Chooser]:
    """The run that ``start`` begins, as it went with ``before`` for ``position`` events (and so many ``choices``, where
    there are several between two events), then with ``wish`` chosen, or with random draws from ``seed``.

    Returns the run at that position, and its chooser, which has yet to follow a timeline.
    """
    chooser = before.until(position, wish, seed, choices)
    steps, done = start(chooser), 0
    for at, drawn in chooser.seeds:
        _pass(steps, at - done)
        chooser.reseed(drawn)
        done = at
    _pass(steps, position - done)
    return steps, chooser


def _pass(steps: Steps[Any], count: int) -> None:
    """Leaves so many events behind."""
    for done in range(0, count, _PIECE):
        deque(islice(steps, min(_PIECE, count - done)), maxlen=0)
        checkpoint(f"{done:,} events again")


def _further(steps: Steps[Any], most: int) -> Iterator[Event]:
    """The next events, as far as there are any: what an algorithm cannot go on with, its timeline tells."""
    with suppress(AlgorithmError):
        yield from islice(steps, most)


def again(start: Callable[[Choose], Steps[Any]], before: Chooser) -> Steps[Any]:
    """The same run from its start, event by event, with all that was chosen and drawn; behind that it goes on."""
    chooser = Chooser(before.made, seeds=before.seeds)
    steps, done = start(chooser), 0
    for at, seed in chooser.seeds:
        yield from islice(steps, at - done)
        chooser.reseed(seed)
        done = at
    return (yield from steps)


def next_choice(start: Callable[[Choose], Steps[Any]], before: Chooser, position: int, most: int,
                choices: int | None = None) -> Offer | None:
    """The first open choice that the run makes behind ``position`` events, and so many ``choices``; None where the next
    ``most`` events have none."""
    steps, chooser = replay(start, before, position, choices=choices)
    done = position
    chooser.count(lambda: done)
    for _ in _further(steps, most):
        if chooser.offer is not None:
            break
        done += 1
    return chooser.offer


def next_draw(start: Callable[[Choose], Steps[Any]], before: Chooser, position: int, most: int) -> int | None:
    """Behind how many events the run draws its next random number, from ``position`` on; None where the next ``most``
    events need none."""
    steps, chooser = replay(start, before, position)
    draws = chooser.draws
    state = None if draws is None else draws.state()
    for done, _ in enumerate(_further(steps, most), position):
        if chooser.draws is not draws or (draws is not None and draws.state() != state):
            return done
    return None
