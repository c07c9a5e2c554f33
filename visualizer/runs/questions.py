"""What may be asked of a family's runs: each folder of ``visualizer/families`` declares that of its own, in a file
``questions.py``.

    declare_questions(LOCAL_SEARCH, [Askable(event=VariableFlipped, field="variable", …)], [Misconception(…)])

A misconception is declared once, as the event that somebody who believes it expects in the place of the true one: that
is a wrong answer to offer, and what tells which belief an answer comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from algorithms.core import Algorithm, Event, Family
from algorithms.discovery import import_all
from algorithms.problems.forms.csp import CSP, csp_of
from algorithms.problems.puzzle import Puzzle
from scenarios.runs import AlgorithmRun
from scenarios.script.asking import KIND, Answer
from visualizer.runs.states import FamilyState, Moves, State

F = TypeVar("F", bound=FamilyState)


@dataclass(frozen=True, eq=False)
class Before:
    """What there is to be seen where a question is asked: before the event, and before what gives it away.

    state: the fold of all events until there
    run:   what runs: the algorithm, its options, the puzzle
    """

    state: State
    run: AlgorithmRun

    def of(self, kind: type[F]) -> F:
        """The state of the family."""
        family = self.state.of(kind)
        assert family is not None  # questions are asked of the family that declares them
        return family

    @cached_property
    def form(self) -> Any:
        """The puzzle in the form that the algorithm solves, as moves have left it."""
        return _form(self._position)

    @cached_property
    def network(self) -> CSP:
        """The puzzle as a network, whatever form the algorithm solves."""
        return self.form if isinstance(self.form, CSP) else _network(self._position)

    @property
    def _position(self) -> _Position:
        moves = self.state.moves
        return _Position(self.run, moves, (id(self.run), () if moves is None else moves.key()))


@dataclass(frozen=True)
class _Position:
    """A run where moves have led it. The run is compared by identity: its puzzle may hold what cannot be hashed."""

    run: AlgorithmRun = field(compare=False)
    moves: Moves | None = field(compare=False)
    key: tuple[object, ...]

    @property
    def puzzle(self) -> Puzzle:
        position: Puzzle = self.run.puzzle if self.moves is None else self.moves.position()
        return position


@lru_cache(maxsize=8)
def _form(at: _Position) -> Any:
    return at.run.form(at.puzzle)


@lru_cache(maxsize=8)
def _network(at: _Position) -> CSP:
    return csp_of(at.puzzle)


Hints = tuple[str, str]
"""Where to look, and what to see there."""


@dataclass(frozen=True, kw_only=True)
class Askable:
    """A field of an event that the rule determines, so that it can be predicted.

    event:      the kind of event, or several with the field "kind": which of them comes
    field:      as a sentence about the event would name it
    prompt:     the question; ``{name}`` is filled in from the event: never what is asked
    candidates: what a learner may take for the answer, as the state before says; the true one is among them. With fewer
                than two, nothing is asked
    rule:       what determines the answer, in a sentence: what is said of a wrong answer that has no reason of its own
    against:    what speaks against a candidate, or a part of one, that nobody is known to take for the answer, in terms
                of the state; empty where that cannot be told
    spoilers:   events that give the answer away: it is asked before the first of them …
    after:      … that comes after the last event of these kinds, or of the kind asked about: where what is asked about
                has come in view. A spoiler is never one of these
    legal:      what else would be right: ties, and what the algorithm could choose as well
    hints:      of the event: where to look, and what to see there
    answer:     how it is given, where that is not as its values are: a place, a literal, a number, a choice
    why:        another field that is asked once the first answer is right: where there are but two candidates, the
                answer counts only with that
    """

    event: type[Event] | tuple[type[Event], ...]
    field: str
    prompt: str
    candidates: Callable[[Before], Sequence[Any]]
    rule: str
    hints: Callable[[Before, Any], Hints]
    spoilers: tuple[type[Event], ...] = ()
    after: tuple[type[Event], ...] = ()
    legal: Callable[[Before, Any], Sequence[Any]] = lambda _before, _event: ()
    against: Callable[[Before, Any, Any], str] = lambda _before, _event, _candidate: ""
    answer: Answer | None = None
    why: str = ""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The kinds of events that it asks about."""
        return self.event if isinstance(self.event, tuple) else (self.event,)

    @property
    def skill(self) -> str:
        """What knowing the answer shows: the name under which it is practised."""
        return f"{'/'.join(kind.__name__ for kind in self.events)}.{self.field}"

    def value(self, event: Event) -> Any:
        """What the event says to the question."""
        return type(event) if self.field == KIND else getattr(event, self.field)


@dataclass(frozen=True, kw_only=True)
class Misconception:
    """What somebody may believe of a family's algorithms.

    name:    the belief, in a few words: "support means solution"
    deviate: the event that would come in the place of the true one if it were so; None where the belief makes no
             difference. It is called for events of every kind that is asked about, with what there is before them
    text:    why it is not so, in terms of the state; fields of the event that was expected are filled in
    lesson:  the lesson that shows it, without its number
    """

    name: str
    deviate: Callable[[Before, Any], Event | None]
    text: str
    lesson: str = ""


@dataclass(frozen=True)
class Questions:
    """What a family declares."""

    askables: tuple[Askable, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()

    def askable(self, events: Sequence[type[Event]], field: str) -> Askable | None:
        """What is declared of such a field, or of one of a kind that the event derives from."""
        for askable in self.askables:
            if askable.field == field and all(issubclass(event, askable.events) for event in events):
                return askable
        return None


_registry: dict[Family, Questions] = {}


def declare_questions(of: Family, askables: Sequence[Askable], misconceptions: Sequence[Misconception] = ()) -> None:
    """Registers what may be asked of a family. Raises ValueError for a second declaration, and for what contradicts
    itself."""
    if of in _registry:
        raise ValueError(f"the questions of the family {of.name!r} are declared twice; remove one of them")
    skills = [askable.skill for askable in askables]
    if twice := next((skill for skill in skills if skills.count(skill) > 1), None):
        raise ValueError(f"the family {of.name!r} asks for {twice} twice; remove one of them")
    for askable in askables:
        if (len(askable.events) > 1) != (askable.field == KIND):
            raise ValueError(f"{askable.skill}: of several events their {KIND} is asked, of one a field")
    _registry[of] = Questions(tuple(askables), tuple(misconceptions))


def questions_of(algorithm: Algorithm) -> Questions:
    """What may be asked of an algorithm's runs; nothing where its family declares nothing."""
    import_all("visualizer.families")
    return _registry.get(algorithm.family, Questions())
