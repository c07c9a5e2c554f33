"""What is lit on the board in a state: names, names in single houses, and the clues that act."""

from __future__ import annotations

from collections.abc import Callable

from algorithms.problems.zebra.clue import number_of
from algorithms.problems.zebra.street import Street
from visualizer.families.answer_sets.follows import Follows, follows_in
from visualizer.families.backjumping.state import BackjumpState
from visualizer.families.backtracking.state import search_of
from visualizer.families.consistency.state import looked_at
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, PLAIN, TEST, UNKNOWN, VIOLATED, Role
from visualizer.puzzles.search_marks import Spotlight
from visualizer.puzzles.zebra.over import implied_in
from visualizer.runs.boards import Peers
from visualizer.runs.states import State


class Lights:
    """names:  roles of names, in every house
    tentative: what is only supposed
    houses: roles of a name in one house, by ``Norwegian=1``
    now:    by name, the only house that is looked at; the others are looked at only as well
    struck: names that were struck from a house just now
    shown:  names that a house has lost, and which are seen there beside the one that is left: what it refused just now,
            and the literals of a clause from which its last one follows
    clues:  roles of clues, by number
    """

    def __init__(self, street: Street, state: State, pointed: str | None, peers: Peers,
                 role: Callable[[State, str], Role]) -> None:
        self.state = state
        self.spot = Spotlight(peers, state, None if pointed is None else pointed.partition("=")[0])
        self.tentative = state.family.tentative
        self.houses: dict[str, Role] = {}
        self.now: dict[str, int] = {}
        self.struck: set[str] = set()
        self.shown: set[str] = set()
        self.clues: dict[int, Role] = {}
        self.names = {x: found for x in street.names if (found := self.spot.role(x) or role(state, x)) != PLAIN}
        for x in state.family.looks_at():
            (self.houses if "=" in x else self.names).setdefault(x, TEST)
        self._look_at_constraints(street)
        self._look_at_lost()
        sat, follows = sat_in(state), follows_in(state)
        if sat is not None:
            self._look_at_clause(sat)
        if follows is not None:
            self._look_at_rule(follows)
        self._point(street, pointed)

    def of(self, x: str, house: int) -> Role:
        """The role of a name in a house."""
        later = self.now.get(x, house) != house
        return self.houses.get(f"{x}={house}") or (PLAIN if later else self.names.get(x, PLAIN))

    def _look_at_constraints(self, street: Street) -> None:
        look, search = looked_at(self.state), search_of(self.state)
        if look.satisfied is not None:
            self.now = {x: int(value) for x, value in zip(look.unknown, look.values, strict=True)}
        for x, found in look.supports.items():
            self.struck |= {f"{x}={value}" for value, supported in found.items() if not supported}
        for x in self.state.domains:
            self.struck |= {f"{x}={value}" for value in self.spot.struck(x)}
        self._act(look.constraint, VIOLATED if look.satisfied is False else CONSTRAINT)
        self._act(look.pair, KNOWN)
        role = VIOLATED if search.conflict else CONSTRAINT
        self._act(search.because, role)
        for at, clue in enumerate(street.clues, 1):  # of two variables, forward checking names only these
            if {search.because, search.hit} <= set(clue.names):
                self.clues[at] = role
        if self.state.wiped is not None:
            self._act(self.state.wiped[1], VIOLATED)

    def _look_at_lost(self) -> None:
        """A house that refused a name just now has it struck out; a way back points at the house that it lost. The
        other houses are not what is tested: they come later."""
        back = self.state.of(BackjumpState)
        if back is None or back.current is None or back.current not in self.names:
            return
        if back.returned is not None:
            self.now[back.current] = int(back.returned.value)
        elif back.verdict is False and back.trying is not None:
            self.now[back.current] = int(back.trying)
            lost = f"{back.current}={back.trying}"
            self.houses[lost] = VIOLATED
            self.shown.add(lost)

    def _act(self, constraint: str | None, role: Role) -> None:
        """The clue of a constraint acts."""
        number = None if constraint is None else number_of(constraint)
        if number is not None:
            self.clues[number] = role

    def _look_at_clause(self, sat: SatState) -> None:
        """The literals of the clause being inspected, the one that follows as what is new; and what it comes from. The
        literals being tested. Of a model that was found, nothing."""
        if sat.clause is not None and not sat.seen_as_model:
            conflict, implied = sat.conflict == sat.clause, implied_in(self.state)
            for name in (literal.lstrip("¬") for literal in sat.literals_of(sat.clause)):
                self.houses[name] = VIOLATED if conflict else KNOWN if name in sat.values else UNKNOWN
            if implied is not None:
                self.houses[implied[0]] = TEST
                self.shown |= {implied[0], *implied[1]}
            if sat.clause <= sat.form.count:
                self._act(sat.form.origins[sat.clause - 1], VIOLATED if conflict else CONSTRAINT)
        if len(sat.probe) < 4:
            self.houses |= {literal.lstrip("¬"): TEST for literal in sat.probe}

    def _look_at_rule(self, follows: Follows) -> None:
        """The atoms of a rule of a program, the one that follows as what is new, or broken, and the clue that the rule
        is of."""
        self.houses |= dict.fromkeys(follows.because, KNOWN)
        self.houses[follows.atom] = VIOLATED if follows.clash else TEST
        self.shown |= {follows.atom, *follows.because}
        for part in follows.parts:
            self._act(part, VIOLATED if follows.clash else CONSTRAINT)

    def _point(self, street: Street, pointed: str | None) -> None:
        """A clue that is pointed at lights its names; a name, the clues that speak of it."""
        number = None if pointed is None else number_of(pointed)
        if pointed is None:
            return
        if number is not None:
            self.clues[number] = CONSTRAINT
            clue = street.clues[number - 1]
            self.names |= dict.fromkeys(clue.names, UNKNOWN)
        else:
            x = pointed.partition("=")[0]
            for at, clue in enumerate(street.clues, 1):
                if x in clue.names:
                    self.clues.setdefault(at, UNKNOWN)
