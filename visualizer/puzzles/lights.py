"""What is lit on a board of variables ``A1=5``: by a search, for a solution, for models or for answer sets."""

from __future__ import annotations

from algorithms.problems.forms.csp import Value
from visualizer.families.answer_sets.follows import Follows, follows_in
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.puzzles.roles import KNOWN, TEST, UNKNOWN, VIOLATED, Role
from visualizer.puzzles.search_marks import Spotlight
from visualizer.runs.boards import Peers
from visualizer.runs.states import State


class Lights:
    """What is lit in a state, worked out once for all cells: by the search for a solution, by that for models, or by
    that for the answer sets of a program."""

    def __init__(self, peers: Peers, state: State, pointed: str | None) -> None:
        sat = sat_in(state)
        self.spot = Spotlight(peers, state, pointed)
        self.tentative = state.family.tentative
        self.entries: dict[str, Entry] = {}
        self.denied: dict[str, tuple[str, ...]] = {}  # by cell, the values that decisions deny it
        self.roles: dict[str, Role] = {}
        self.literals: frozenset[str] = frozenset()
        self.struck: dict[str, tuple[Value, ...]] = {}
        follows = follows_in(state)
        if follows is not None:
            self._look_at_rule(follows)
        if sat is not None:
            self._look_at(sat)

    def _look_at(self, sat: SatState) -> None:
        """The cells of the clause being inspected, and of the literals being tested."""
        self.entries = {entry.literal.lstrip("¬"): entry for entry in sat.trail}
        for entry in sat.trail:
            if entry.decided and entry.literal.startswith("¬"):
                cell, _, value = entry.literal.lstrip("¬").partition("=")
                self.denied[cell] = (*self.denied.get(cell, ()), value)
        names = [literal.lstrip("¬") for literal in sat.literals_of(sat.clause)] if sat.clause is not None else []
        self.literals = frozenset(names)
        for name in names:
            role = VIOLATED if sat.conflict == sat.clause else KNOWN if name in sat.values else UNKNOWN
            cell = name.partition("=")[0]
            self.roles[cell] = role if self.roles.get(cell) in (None, KNOWN) else self.roles[cell]
        self.roles.update((literal.lstrip("¬").partition("=")[0], TEST) for literal in sat.probe if len(sat.probe) < 4)

    def _look_at_rule(self, follows: Follows) -> None:
        """The cells of a rule of a program, that of the atom that follows from it as what is new; a value that is false
        now is struck there."""
        self.roles = {name.partition("=")[0]: KNOWN for name in follows.because}
        cell, _, value = follows.atom.partition("=")
        self.roles[cell] = VIOLATED if follows.clash else TEST
        if not follows.true:
            self.struck[cell] = int(value) if value.isdecimal() else value,
