"""Runs with one wrong event, to be found: each folder of ``visualizer/families`` declares in a file ``bugs.py`` what
may go wrong in its family's runs, and how that is proved wrong.

    declare_bugs(COVERING, {ItemUncovered: uncovered_wrongly}, [Bug(name="undo in any order", deviate=…)])

A bug is the event that somebody who believes something wrong expects in the place of the true one: the misconceptions
of the family's questions are bugs as well, wherever its checks prove them wrong. A check looks at an event and at what
there is before it, and knows nothing of where the event comes from: it must find nothing wrong with any event of a true
run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from algorithms.core import Algorithm, Choose, Event, Family, Steps, event_types
from algorithms.discovery import import_all
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.questions import Before, questions_of
from visualizer.runs.states import State

_LEAST_TAIL, _TAIL = 3, 20  # events of the true run that may follow the wrong one
_TRIED = 300  # events that are looked at for one that a bug can take the place of
_APART = 6  # events between two states that are kept meanwhile
_LEAD, _MOST_LEAD = 3, 25  # events that are right before it, from where the search begins


@dataclass(frozen=True)
class Wrong:
    """Why an event is wrong where it comes.

    text:   in terms of the state, with what refutes it
    places: what that is about, on the board
    """

    text: str
    places: tuple[str, ...] = ()


def on_board(before: Before, *names: str) -> tuple[str, ...]:
    """The places that the board has for these variables or literals, each once."""
    places = before.run.puzzle.layout().places
    return tuple(dict.fromkeys(x for x in (name.lstrip("¬") for name in names) if x in places))


Check = Callable[[Before, Any], Wrong | None]
"""Why an event is wrong in the state before it; None where nothing speaks against it."""


@dataclass(frozen=True, kw_only=True)
class Bug:
    """What may go wrong.

    name:    what somebody believes who expects it, in a few words
    deviate: the wrong event that would come in the place of a true one; None where it could not come there, or would
             be right. It is called with events of any kind, and with what there is before them
    """

    name: str
    deviate: Callable[[Before, Any], Event | None]


@dataclass(frozen=True)
class Bugs:
    """What a family declares, with the misconceptions of its questions."""

    checks: Mapping[type[Event], Check]
    bugs: tuple[Bug, ...]

    def wrong(self, before: Before, event: Event) -> Wrong | None:
        """Why an event is wrong there; None where nothing speaks against it, or nobody can tell."""
        check = self.checks.get(type(event))
        return None if check is None else check(before, event)


_registry: dict[Family, Bugs] = {}
_whole: dict[Family, Bugs] = {}  # with the misconceptions of the questions


def declare_bugs(of: Family, checks: Mapping[type[Event], Check], bugs: Sequence[Bug] = ()) -> None:
    """Registers what may go wrong in a family. Raises ValueError for a second declaration."""
    if of in _registry:
        raise ValueError(f"the bugs of the family {of.name!r} are declared twice; remove one of them")
    _registry[of] = Bugs(dict(checks), tuple(bugs))
    _whole.pop(of, None)


def bugs_of(algorithm: Algorithm) -> Bugs:
    """What may go wrong in an algorithm's runs; nothing where its family declares nothing."""
    import_all("visualizer.families")
    if algorithm.family not in _whole:  # it is asked for at every event
        own = _registry.get(algorithm.family, Bugs({}, ()))
        believed = [Bug(name=belief.name, deviate=belief.deviate)
                    for belief in questions_of(algorithm).misconceptions] if own.checks else []
        names = {bug.name for bug in own.bugs}
        _whole[algorithm.family] = Bugs(own.checks, (*own.bugs, *(bug for bug in believed if bug.name not in names)))
    return _whole[algorithm.family]


@dataclass(frozen=True)
class Planted:
    """A run in which one event is wrong, and those after it are as in the true run, as far as none of them is wrong in
    what the wrong one has led to: there, or a little later, it ends.

    start: where somebody begins to look for it: all before is right
    index: of the wrong event; ``true`` is what belongs there, ``wrong`` why it is wrong, ``name`` what is believed
    """

    timeline: Timeline[State]
    start: int
    index: int
    true: Event
    wrong: Wrong
    name: str

    def steps(self, _choose: Choose) -> Steps[Any]:
        """The same run again: there is no choice in it, as it is none of the algorithm's."""
        yield from self.timeline.events

    @property
    def event(self) -> Event:
        """The wrong event."""
        return self.timeline.events[self.index]


def deviations(run: AlgorithmRun, before: Before, event: Event, name: str | None = None,
               ) -> Iterator[tuple[Bug, Event, Wrong]]:
    """The wrong events that can take the place of a true one, each proved wrong; those of a ``name`` alone."""
    bugs = bugs_of(run.algorithm)
    for bug in bugs.bugs:
        deviating = bug.deviate(before, event) if name in (None, bug.name) else None
        if deviating is not None and deviating != event and (wrong := bugs.wrong(before, deviating)) is not None:
            yield bug, deviating, wrong


def plant(run: AlgorithmRun, timeline: Timeline[State], start: int, seed: int, *, event: str | None = None,
          count: int | None = None, name: str | None = None) -> Planted | None:
    """Plants a bug behind ``start`` in what is recorded of a run. None where none can be planted.

    event: the kind of event that is to be wrong; ``count``: the first true one that can be is passed over as long as
           this is more than 1; None: any, as ``seed`` has it
    name:  what is to be believed
    """
    kind = None if event is None else event_types()[event]
    places = list(range(start, min(len(timeline.events), start + _TRIED)))
    chance, states = random.Random(seed), dict[int, State]()
    if count is None:
        chance.shuffle(places)
    left = count or 1
    for index in places:
        true = timeline.events[index]
        before = Before(_state_at(timeline, index, states), run)
        found = [made for made in deviations(run, before, true, name) if kind is None or isinstance(made[1], kind)]
        if not found:
            continue
        left -= 1
        if left == 0:
            bug, wrong_event, wrong = chance.choice(found) if count is None else found[0]
            tail = _tail(run, timeline, index, wrong_event, chance.randint(_LEAST_TAIL, _TAIL))
            made = timeline.replaced(index, [wrong_event, *tail])
            made.error = "This recording ends here; one of its events is wrong."
            first = start if count is not None else max(start, index - chance.randint(_LEAD, _MOST_LEAD))
            return Planted(made, first, index, true, wrong, bug.name)
    return None


def _state_at(timeline: Timeline[State], index: int, kept: dict[int, State]) -> State:
    """The state before an event. Some are ``kept``, nearer to each other than those of the timeline, as hundreds are
    asked for in any order."""
    near = index - index % _APART
    if near not in kept:
        kept[near] = timeline.at(near)
    state = kept[near].copy()
    for event in timeline.events[near:index]:
        state.apply(event)
    return state


def _tail(run: AlgorithmRun, timeline: Timeline[State], index: int, event: Event, most: int) -> Iterator[Event]:
    """The true events that can follow a wrong one: none of them is wrong there, or cannot be folded."""
    bugs, state = bugs_of(run.algorithm), timeline.at(index)
    try:
        state.apply(event)
        for following in timeline.events[index + 1:index + 1 + most]:
            if bugs.wrong(Before(state.copy(), run), following) is not None:
                return
            state.apply(following)
            yield following
    except (LookupError, ValueError, AssertionError):
        return  # the state says that it cannot be so
