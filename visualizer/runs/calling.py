"""Calls: what an algorithm's rule determines by itself, and the learner says in its place. No other answer leads on;
the event that the run goes on with tells whether it was right.

Each folder of ``visualizer/families`` declares its own in a file ``calls.py``, beside its choices:

    declare_calls(CONSISTENCY, {"verdict": Call(events=(SupportFound, NoSupport), right=…, refused=…, …)})
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from algorithms.core import Algorithm, Event, Family
from algorithms.discovery import import_all
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.posing import first_spoiler
from visualizer.runs.question import (
    MOST_CHOICES,
    MOST_WRONG,
    Option,
    Question,
    Together,
    arranged,
    put_together,
)
from visualizer.runs.questions import Before, questions_of
from visualizer.runs.states import State

AHEAD = 256  # events behind a step: what settles a call on it may come within them
_FEWEST = 3  # answers: of two half is guessed
_KNOWN = 3  # right in a row, and not always the same: then nothing more of that kind is asked


class Refused(NamedTuple):
    """An answer that is wrong, why, and what of the board that is about."""

    name: str
    why: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Call:
    """What there is to a kind of call.

    events:  any of them settles it
    prompt:  the question, in the state before and of that event; never what is asked
    right:   what is right, the first one as the event has it, also where that is what somebody expects in its place;
             nothing: it is not asked there
    refused: answers that are wrong, each with the reason; none of them is right
    rule:    what determines it
    label:   how an answer is read, where its name alone says little
    spoilers: events that give it away: it is asked before the first of them …
    after:   … that comes after the last event of these kinds, or of its own
    together: what the answer is put together from, in the state before and of that event; such a call is for what the
             run finds in many steps, and who leaves it to the algorithm goes through them
    """

    events: tuple[type[Event], ...]
    prompt: Callable[[Before, Any], str]
    right: Callable[[Before, Any], Sequence[str]]
    refused: Callable[[Before, Any], Iterator[Refused]]
    rule: str
    label: Callable[[str], str] = str
    spoilers: tuple[type[Event], ...] = ()
    after: tuple[type[Event], ...] = ()
    together: Callable[[Before, Any], Together] | None = None

    def stop(self, events: Sequence[Event], index: int) -> int:
        """Where it is asked, of the event of that index."""
        return first_spoiler(events, (*self.events, *self.after), self.spoilers, 0, index)


_registry: dict[Family, Mapping[str, Call]] = {}


def declare_calls(of: Family, kinds: Mapping[str, Call]) -> None:
    """Registers a family's calls. Raises ValueError for a second declaration."""
    if of in _registry:
        raise ValueError(f"the calls of the family {of.name!r} are declared twice; remove one of them")
    _registry[of] = dict(kinds)


def calls_of(algorithm: Algorithm) -> Mapping[str, Call]:
    """What is declared of an algorithm's calls, by their kinds: those that its events settle."""
    import_all("visualizer.families")
    yields = {tag for line in algorithm.pseudocode for tag in line.tags}
    return {kind: call for kind, call in _registry.get(algorithm.family, {}).items()
            if any(event.__name__ in yields for event in call.events)} if algorithm.chooses else {}


class Due(NamedTuple):
    """A call that can be asked for: of what kind, ``of`` which timeline and event, and the question; does the algorithm
    come to it ``by_steps``?"""

    kind: str
    of: tuple[int, int]
    question: Question
    by_steps: bool


class Calling:
    """The calls that a run is asked for: each once, and of a kind that somebody knows none any more."""

    def __init__(self) -> None:
        self._asked: set[tuple[int, int]] = set()  # timelines and events
        self._row: dict[str, list[str]] = {}  # of a kind, what was right at once, one after the other

    def clear(self) -> None:
        """All are asked for again."""
        self._asked.clear()
        self._row.clear()

    def knows(self, kind: str) -> bool:
        """Is a kind known: three right in a row, which were not all the same?"""
        row = self._row.get(kind, ())
        return len(row) >= _KNOWN and len(set(row)) > 1

    def due(self, timeline: Timeline[State], run: AlgorithmRun, start: int, found: int) -> Due | None:
        """The first call that is to be asked for from ``start`` on, before ``found``. The run is recorded far enough
        ahead to know what settles it."""
        kinds = {kind: call for kind, call in calls_of(run.algorithm).items() if not self.knows(kind)}
        if not kinds:
            return None
        if any(call.spoilers for call in kinds.values()):
            timeline.pull(max(0, found + AHEAD - len(timeline.events)))
        events = timeline.events
        ahead = [(call.stop(events, index), index, kind) for index in range(start, min(found + AHEAD, len(events)))
                 for kind, call in kinds.items()
                 if isinstance(events[index], call.events) and (id(timeline), index) not in self._asked]
        for stop, index, kind in sorted(one for one in ahead if start <= one[0] < found):
            call = kinds[kind]
            asked = question(Before(timeline.at(stop), run), call, kind, events[index], stop, index)
            if asked is not None:
                return Due(kind, (id(timeline), index), asked, call.together is not None)
        return None

    def asks(self, due: Due) -> None:
        """It is asked for now, and no more later on."""
        self._asked.add(due.of)

    def answered(self, due: Due, name: str, *, at_once: bool) -> str:
        """What was answered; what is said of it, if that was the last that is asked of its kind."""
        if not name or not at_once:
            self._row.pop(due.kind, None)
            return ""
        self._row.setdefault(due.kind, []).append(due.question.value)
        return "You know that: from here on the algorithm says it itself." if self.knows(due.kind) else ""


def question(before: Before, call: Call, kind: str, event: Event, stop: int, index: int) -> Question | None:
    """What is asked; None where there is nothing to be asked, or half of it would be guessed."""
    if call.together is not None:
        together, prompt = call.together(before, event), f"Your move: {call.prompt(before, event)}"
        hints = call.rule, "Only one answer is right here.", event.sentence()
        return put_together(prompt, together, call.right(before, event)[0], call.rule, hints, stop, index + 1,
                            f"call of a {kind}", before.run.puzzle.layout().places) if together.parts else None
    chance = random.Random(f"{before.run.seed} {stop} {index}")
    right = [*dict.fromkeys(call.right(before, event))]
    wrong = {one.name: one for one in call.refused(before, event)} if right else {}
    if not right or not wrong:
        return None
    believed = {name: belief for name, belief in believers(before, call, event) if name in wrong}
    others = [one for one in wrong.values() if one.name not in believed]
    refused = [wrong[name] for name in believed][:MOST_WRONG]
    refused += chance.sample(others, min(MOST_WRONG - len(refused), len(others)))
    legal = [right[0], *chance.sample(right[1:], min(MOST_CHOICES - 1 - len(refused), len(right) - 1))]
    if len(legal) + len(refused) < _FEWEST:
        return None
    options = [*(Option(name, call.label(name)) for name in legal),
               *(Option(one.name, call.label(one.name), one.why, believed.get(one.name, ""), one.places)
                 for one in refused)]
    options, on_board = arranged(options, before.run.puzzle.layout().places, chance)
    few = "Only one of these is right here." if len(legal) == 1 else f"{len(legal)} of these are right here."
    return Question(f"Your move: {call.prompt(before, event)}", "place" if on_board else "choice", tuple(options),
                    frozenset((name,) for name in legal), (call.rule, few, event.sentence()), stop, index + 1,
                    f"call of a {kind}", right[0], rule=call.rule, places=on_board)


def believers(before: Before, call: Call, event: Event) -> Iterator[tuple[str, str]]:
    """The answers that misconceptions lead to, each with the name of one: what would be right if it were so."""
    for belief in questions_of(before.run.algorithm).misconceptions:
        expected = belief.deviate(before, event)
        if isinstance(expected, call.events) and (named := call.right(before, expected)):
            yield named[0], belief.name
