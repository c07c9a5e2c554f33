"""The registry of families of algorithms: each folder of ``visualizer/families`` declares how its own is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Protocol, TypeVar

from algorithms.core import Algorithm, Event, Family
from algorithms.discovery import import_all
from algorithms.problems.forms.theory import Theory
from algorithms.problems.puzzle import Puzzle, form_of
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.boards import Board
from visualizer.runs.claims import Claim, by_domains
from visualizer.runs.moves import moves_of
from visualizer.runs.states import FamilyState, State, ToForm, start_domains
from visualizer.runs.why import Explanation


class Named(Protocol):
    """Something with a name."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class RunFamily:
    """What runs need to know of a family; :class:`visualizer.stage.family.FamilyView` adds how it is drawn.

    of:      the family
    start:   its state before the first event, of a puzzle and of what puts it in the form to be solved
    starts:  the same for algorithms that begin otherwise, by their names
    heed:    takes from the algorithm and the options of a run what of the state depends on them
    tabs:    its panels, in their order
    why:     why something is known of a place, where the run has found that out
    claim:   what the run says of a place, for a proof of it
    decides: the event in which it decides, if a click may overrule it, in the runs of which that is ``chosen``;
             ``decision`` says under which name a literal is among the candidates then
    hero:    the width, in proportion to its height, of its own large picture, where that is in the place of the board
             from the start, and L brings the board; None where it is not
    """

    of: Family
    start: Callable[[Puzzle, ToForm], FamilyState]
    starts: Mapping[str, Callable[[Puzzle, ToForm], FamilyState]] = field(default_factory=dict)
    heed: Callable[[FamilyState, Algorithm, Mapping[str, object]], None] = lambda _state, _algorithm, _options: None
    tabs: Sequence[Named] = ()
    why: Callable[[Timeline[State], Board, str], Explanation | None] = lambda _timeline, _board, _place: None
    claim: Callable[[State, Theory, str], Claim | None] = by_domains
    decides: type[Event] | None = None
    chosen: Callable[[AlgorithmRun], bool] = lambda _run: True
    decision: Callable[[str], str] = str
    hero: float | None = None


F = TypeVar("F", bound=RunFamily)
_registry: dict[Family, RunFamily] = {}


def declare(family: F) -> F:
    """Registers how a family is seen. Raises ValueError for a second declaration, or for tabs that are not its
    panels."""
    of = family.of
    if _registry.setdefault(of, family) is not family:
        raise ValueError(f"how the family {of.name!r} is seen is declared twice; remove one of them")
    if (tabs := tuple(tab.name for tab in family.tabs)) != of.panels:
        raise ValueError(f"the family {of.name!r} has the panels {of.panels} and the tabs {tabs}; make them the same")
    return family


def family_of(algorithm: Algorithm) -> RunFamily:
    """The family of an algorithm. Raises LookupError where nobody has declared how it is seen."""
    import_all("visualizer.families")
    if algorithm.family not in _registry:
        raise LookupError(f"nobody has declared how the family {algorithm.family.name!r} of the algorithm "
                          f"{algorithm.name!r} is seen; declare it in visualizer/families")
    return _registry[algorithm.family]


def start_of(run: AlgorithmRun, puzzle: Puzzle | None = None) -> State:
    """The state before the first event of a run, on ``puzzle`` where it is another position than the lesson's own."""
    return start_state(run.puzzle if puzzle is None else puzzle, run.algorithm, run.form, run.options)


def start_state(puzzle: Puzzle, algorithm: Algorithm, to_form: ToForm | None = None,
                options: Mapping[str, object] = MappingProxyType({})) -> State:
    """The same of an algorithm with these options; ``to_form`` puts the puzzle in the form that it solves."""
    declared = family_of(algorithm)
    start = declared.starts.get(algorithm.name, declared.start)
    family = start(puzzle, to_form or partial(form_of, form=algorithm.solves))
    declared.heed(family, algorithm, options)
    return State(family.at_first(start_domains(puzzle, family.names)), family, moves_of(puzzle))
