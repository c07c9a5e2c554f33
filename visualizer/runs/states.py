"""States: what the events say, folded. Each holds what a step back must restore, and nothing else.

A state has the facts of the board, which every algorithm writes in the same way, and the state of one family of
algorithms, which alone gives the events a meaning: families share events, never a fold. Where the puzzle is played,
it also has what moves have changed. A state shares what it does not change in place with its copies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from algorithms.core import Event, Outcome
from algorithms.problems.forms.csp import Domain, csp_of
from algorithms.problems.forms.supposition import Thought
from algorithms.problems.puzzle import Puzzle
from visualizer.runs.lazy_form import Form
from visualizer.runs.search_tree import SearchTree

F = TypeVar("F", bound="FamilyState")
M = TypeVar("M", bound="Moves")
W = TypeVar("W")
_TURNS = count()
ToForm = Callable[[Any], Any]
"""Puts a position of the puzzle in the form that the algorithm solves."""
How = Literal["label", "single", "rest"]
"""How a variable got a value: it was chosen, forced by others, or left over when nothing was to be decided any more."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """Values that variables have for now. A board shows them as supposed, never as found.

    how:    how each of these variables got its value
    chosen: the variable that gets a value next; ``taken`` the one that has just got its value
    solved: the values are a solution
    """

    how: Mapping[str, How] = field(default_factory=dict)
    chosen: str | None = None
    taken: str | None = None
    solved: bool = False


@dataclass(slots=True)
class FamilyState:
    """What a family of algorithms knows and looks at. Events that no fold is for, it ignores.

    tree: the search tree, empty where the algorithm does not search
    """

    tree: SearchTree = field(default_factory=SearchTree, kw_only=True, compare=False)

    folds: ClassVar[Mapping[type[Event], Callable[..., None]]] = {}
    """A method for each kind of event, called with the event and the state whose board it writes on."""

    def apply(self, event: Event, state: State) -> None:
        """Folds the event, and writes on the board what follows from it."""
        fold = self.folds.get(type(event))
        if fold is not None:
            fold(self, event, state)

    def copy(self) -> Self:
        return replace(self, tree=self.tree.copy())

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        """The state before a run on another position, which ``key`` tells from others of its game."""
        return type(self)(tree=self.tree)

    @property
    def form(self) -> Form | None:
        """The formula, where the algorithm searches for its models."""
        return None

    @property
    def names(self) -> Callable[[], Sequence[str]] | None:
        """Tells the variables of the formula; None where more is known of the puzzle than its formula says."""
        return None

    def at_first(self, domains: dict[str, Domain]) -> dict[str, Domain]:
        """Where the variables can be before the first event, if the puzzle has them in these domains."""
        return domains

    def write(self) -> None:
        """Writes what is only written when it is read, and may take long."""

    def looks_at(self) -> Sequence[str]:
        """The variables that are being looked at, for any board to light."""
        return ()

    @property
    def supposed(self) -> Supposed:
        """The values that the algorithm goes on with, though nothing says that they hold."""
        return Supposed()

    @property
    def tentative(self) -> Mapping[str, bool]:
        """What would go again with a choice: the variables, or variables of a formula, whose value is only supposed for
        now; true of those that were chosen themselves. Boards draw them hatched, never solid."""
        return {}

    def think(self, thought: Thought, steps: int) -> Self | None:
        """Itself as it would be after so many steps of a thought, for a board that draws of the family what no other
        has, such as the literals of a formula; None where the domains say all."""
        return None

    def is_open(self, variable: str) -> bool:
        """Is it a variable that the algorithm could decide now?"""
        return False

    def certain(self, domains: Mapping[str, Domain]) -> Mapping[str, Domain]:
        """The domains without what follows from choices that may be taken back."""
        return domains


@dataclass(slots=True)
class Moves:
    """What moves of a game have changed of a puzzle; replaced by each move, never changed in place."""

    folds: ClassVar[Mapping[type[Event], Callable[[Any, Any], Moves]]] = {}
    """A method for each kind of move, which returns what there is after it."""

    def after(self, event: Event) -> Self:
        """What there is after an event: itself if that was no move."""
        fold = self.folds.get(type(event))
        made: Any = self if fold is None else fold(self, event)
        return made  # type: ignore[no-any-return]

    @property
    def over(self) -> str:
        """That the game has ended, and how; empty while it has not."""
        return ""

    def position(self) -> Any:
        """The puzzle as it stands now."""
        raise NotImplementedError

    def does(self, event: Event, known: Mapping[str, Domain]) -> bool:
        """Is a move what is ``known`` says to do, so that what else is known still holds after it?"""
        return False

    def key(self) -> tuple[Hashable, ...]:
        """What tells the position from others of its game."""
        raise NotImplementedError


@dataclass(slots=True)
class State:
    """What is known of a puzzle where a run is.

    domains:  of each variable, as reduced so far; written by :meth:`know`
    inferred: the variables that were reduced to one value, each with the constraint that did it, or the like
    wiped:    the variable that lost its last value (None: the constraint is violated), the constraint, the reason
    family:   what the algorithm knows and looks at
    moves:    what was played, where the puzzle is played
    due:      what was inferred before such moves as do it one after the other; until the algorithm goes on
    turns:    another number after each change, to tell whether what was worked out of it still holds; no other state
              has the same, but what it was :meth:`kept` as
    seen:     how many events it has folded; ``anew``: how many, when a move last had all be found anew
    """

    domains: dict[str, Domain]
    family: FamilyState
    moves: Moves | None = None
    due: Mapping[str, Domain] = field(default_factory=dict)
    inferred: dict[str, str] = field(default_factory=dict)
    wiped: tuple[str | None, str, str] | None = None
    outcome: Outcome | None = None
    turns: int = field(default_factory=partial(next, _TURNS), compare=False)
    seen: int = field(default=0, compare=False)
    anew: int = field(default=0, compare=False)

    def apply(self, event: Event) -> None:
        self.turns = next(_TURNS)
        self.seen += 1
        if self.moves is not None:
            moves = self.moves.after(event)
            if moves is not self.moves:
                self._play(moves, event)
            elif self.due:
                self.due = {}
        self.family.apply(event, self)

    def _play(self, moves: Moves, event: Event) -> None:
        """After a move: where the position is another one, what was known is to be found anew."""
        assert self.moves is not None
        known = self.due or {x: self.domains[x] for x in self.inferred}
        self.due = known if self.moves.does(event, known) else {}
        key = moves.key()
        changed, self.moves = key != self.moves.key(), moves
        if changed:
            self.begin_anew(moves.position(), key)

    def begin_anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> None:
        """Another position: what was known is to be found anew."""
        self.family.tree.clear()
        self.family, self.anew = self.family.anew(position, key), self.seen
        self.domains = start_domains(position, self.family.names)
        self.wiped, self.outcome, self.inferred = None, None, {}

    def know(self, variable: str, left: Domain, because: str = "") -> None:
        """Only these values are left of a variable; with ``because`` for good: a single one is then inferred."""
        self.domains[variable] = left
        self.turns = next(_TURNS)
        if because and len(left) == 1:
            self.inferred[variable] = because

    def holds(self, literal: str, because: str) -> None:
        """A variable that the puzzle knows by the same name has this value in every solution."""
        variable = literal.lstrip("¬")
        if len(self.domains.get(variable, ())) > 1:
            self.know(variable, (0,) if literal.startswith("¬") else (1,), because)

    def fail(self, variable: str | None, because: str, reason: str) -> None:
        """There is no solution."""
        self.wiped, self.outcome = (variable, because, reason), "unsatisfiable"
        if variable is not None:
            self.know(variable, ())

    def copy(self) -> Self:
        return replace(self, domains=dict(self.domains), inferred=dict(self.inferred), family=self.family.copy(),
                       turns=next(_TURNS))

    def kept(self) -> Self:
        """A copy that nobody is to change: what was worked out of this one as it is now holds for that."""
        found = self.copy()
        found.turns = self.turns
        return found

    def of(self, kind: type[F]) -> F | None:
        """What the family knows, if it is of that kind."""
        return self.family if isinstance(self.family, kind) else None

    def played(self, kind: type[M]) -> M:
        """What moves have changed; TypeError if the puzzle is of another kind."""
        if not isinstance(self.moves, kind):
            raise TypeError(f"a state of {type(self.moves).__name__} has no {kind.__name__}")
        return self.moves

    def position(self) -> Any:
        """The puzzle as moves have left it. Only where it is played."""
        assert self.moves is not None
        return self.moves.position()

    @property
    def tree(self) -> SearchTree:
        """The search tree, empty where the algorithm does not search."""
        return self.family.tree

    @property
    def form(self) -> Form | None:
        """The formula, where the algorithm searches for its models."""
        return self.family.form

    def known(self) -> Mapping[str, Domain]:
        """The domains, without what follows from choices of the run: one solution is not what all have in common."""
        return self.family.certain(self.domains)


class Lately(Generic[W]):
    """What was worked out of the last few states, such as how all places look: a transition asks for it in each of its
    frames, of the two that it leads from and to."""

    def __init__(self, most: int = 4) -> None:
        self._most = most
        self._found: list[tuple[int, Hashable, W]] = []

    def of(self, state: State, key: Hashable, make: Callable[[], W]) -> W:
        """What is made of the state as it is, and of what the key has; nobody is to change it."""
        for turns, other, found in self._found:
            if turns == state.turns and other == key:
                return found
        made = make()
        self._found = [(state.turns, key, made), *self._found[:self._most - 1]]
        return made


def own_domains(puzzle: Puzzle, *, searched: bool) -> Mapping[str, Domain] | None:
    """The domains that a puzzle states itself; None where it leaves that to its network."""
    own = (getattr(puzzle, "searched_domains", None) if searched else None) or getattr(puzzle, "domains", None)
    found: Mapping[str, Domain] | None = own() if callable(own) else None
    return found


def start_domains(puzzle: Puzzle, names: Callable[[], Sequence[str]] | None) -> dict[str, Domain]:
    """Where each variable can be before anything runs, as the puzzle says, or else as its network does; ``names`` tells
    the variables of its formula, for algorithms that know of the puzzle only what that says."""
    own = own_domains(puzzle, searched=names is not None)
    if own is not None:
        return dict(own)
    # a puzzle without a network has values only as far as its formula speaks of them
    known = frozenset(() if names is None else names())
    return {x: values or ((0, 1) if x in known else ()) for x, values in csp_of(puzzle).domains.items()}
