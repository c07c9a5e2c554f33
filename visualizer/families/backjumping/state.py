"""The state of a search that looks back: the branch, who refused what, whom each variable blames, and the marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from algorithms import events as e
from algorithms.backjumping import events as b
from algorithms.problems.forms.csp import Domain, Value
from visualizer.families.backtracking.state import Label, SearchState
from visualizer.runs.states import How, State

Refusals = Mapping[Value, tuple[str, ...]]
"""Values that a variable cannot have here, each with who refused it; nobody where all behind it is tried."""


class Return(NamedTuple):
    """The way back from the level of a dead end to another, the value that was lost there, and the labels between that
    were left out."""

    start: int
    level: int
    value: Value
    passed: tuple[Label, ...] = ()


@dataclass(slots=True)
class BackjumpState(SearchState):
    """What a search that looks back knows. The ``branch`` has the value under test as its last label.

    order:     the variables, in the order in which they get their values; ``values`` those that each may have;
               ``given`` are variables whose value the puzzle states
    memory, blames, dynamic, all: as in OrderFixed
    at:        the variable at each level of the current branch, and behind a dead end at the levels that were left
    current:   the variable that is looked at, and its ``level``; ``trying`` is the value under test
    checks:    of that value: the other variable, and whether they are consistent
    saved:     what made checks of it needless; ``asked`` the check of this moment
    verdict:   whether that value can stay, once it is known
    refused:   for each variable at a level of the branch what it cannot have; ``without``: of these values, where
               nobody is blamed, those that would leave another variable none, with that one
    conf_sets: whom each of them blames
    dead_end:  the variable that has just been found without a value
    returned:  the way back that was just taken; ``joined`` the conflict set that was joined for it, ``lowered`` the
               marks that were lowered before
    mcl, mbl:  for each variable, of each of its values, as the algorithm has them; empty without a memory
    """

    order: tuple[str, ...] = ()
    values: Mapping[str, Domain] = field(default_factory=dict)
    given: frozenset[str] = frozenset()
    memory: b.Memory = "nothing"
    blames: b.Blames = "nobody"
    dynamic: bool = False
    all: bool = False
    at: dict[int, str] = field(default_factory=dict)
    current: str | None = None
    level: int = 0
    trying: Value | None = None
    checks: tuple[tuple[str, bool], ...] = ()
    saved: b.Saved | None = None
    asked: b.Checked | None = None
    verdict: bool | None = None
    refused: dict[str, Refusals] = field(default_factory=dict)
    without: dict[str, Mapping[Value, str]] = field(default_factory=dict)
    conf_sets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dead_end: str | None = None
    returned: Return | None = None
    joined: b.ConfSetJoined | None = None
    lowered: b.MarksLowered | None = None
    mcl: dict[str, tuple[int, ...]] = field(default_factory=dict)
    mbl: dict[str, tuple[int, ...]] = field(default_factory=dict)
    marks_of_levels: dict[int, int] = field(default_factory=dict)

    def copy(self) -> Self:
        state = SearchState.copy(self)
        state.at, state.refused, state.conf_sets = dict(self.at), dict(self.refused), dict(self.conf_sets)
        state.without = dict(self.without)
        state.mcl, state.mbl, state.marks_of_levels = dict(self.mcl), dict(self.mbl), dict(self.marks_of_levels)
        return state

    def looks_at(self) -> tuple[str, ...]:
        return () if self.current is None else (self.current,)

    def certain(self, domains: Mapping[str, Domain]) -> Mapping[str, Domain]:
        """The domains as they were: what failed here may not fail elsewhere."""
        found = dict(domains)
        for change in reversed(self.trail):
            found[change.variable] = change.domain
        return found

    @property
    def choices(self) -> tuple[Label, ...]:
        """All labels: what a variable has left is only what failed on this branch."""
        return self.branch

    def lost(self, variable: str, value: Value) -> str:
        """What is said of a value that nobody is blamed for: what it would do, or that all behind it is tried."""
        other = self.without.get(variable, {}).get(value)
        return self.spent if other is None else f"would leave {other} without a value"

    @property
    def spent(self) -> str:
        """What is said of a value behind which all is tried. Once there is a solution, it may have led to it."""
        return "is done: nothing more is behind it" if self.found else "failed: nothing behind it worked"

    def struck_before(self, state: State, variable: str) -> Domain:
        """The values that looking ahead from labels before has struck from a variable."""
        left = state.domains.get(variable)
        if left is None:
            return ()
        label = next((label for label in self.branch if label.variable == variable), None)
        left, refused = left if label is None else self.trail[label.mark].domain, self.refused.get(variable, {})
        return tuple(value for value in self.values[variable] if value not in left and value not in refused)

    # --- helpers of the folds ----------------------------------------------------------------------------------------

    def _change(self, state: State, variable: str, domain: Domain, how: How | None = None) -> None:
        """Variables that are none of the puzzle's are not on the board."""
        if variable in state.domains:
            SearchState._change(self, state, variable, domain, how)

    def _refuse(self, variable: str, value: Value, by: tuple[str, ...]) -> None:
        self.refused[variable] = {**self.refused.get(variable, {}), value: by}

    def _left(self, state: State, variable: str) -> None:
        """Strikes on the board what the variable cannot have here."""
        gone = self.refused.get(variable, {})
        before = state.domains.get(variable, ())
        left = tuple(value for value in before if value not in gone)
        if left != before:
            self._change(state, variable, left)

    def _blame(self, variable: str, by: tuple[str, ...]) -> None:
        """The conflict set, or the deepest variable that was checked, grows."""
        found = {*self.conf_sets.get(variable, ()), *by}
        self.conf_sets[variable] = tuple(x for _, x in sorted(self.at.items()) if x in found)

    def _look(self, variable: str | None, level: int) -> None:
        self.current, self.level, self.trying, self.verdict = variable, level, None, None
        self.checks, self.saved, self.asked, self.struck = (), None, None, {}
        self.selected, self.emptied, self.source, self.conflict = None, None, None, ""
        self.because, self.hit = None, None

    def _leave_solution(self, state: State) -> None:
        """Going on after a solution, the last value of it is lost, and all before are to blame."""
        if not self.solved:
            return
        self.solved = False
        if self.branch:
            last, self.branch = self.branch[-1], self.branch[:-1]
            self._restore(state, last.mark)
            self._refuse(last.variable, last.value, ())
            self._left(state, last.variable)
            if self.blames == "conflicts":
                self._blame(last.variable, tuple(label.variable for label in self.branch))

    def _leave_return(self) -> None:
        self.dead_end, self.returned, self.joined, self.lowered = None, None, None, None

    # Folds, one for each kind of event.

    def on_order(self, event: b.OrderFixed, state: State) -> None:
        self.order, self.values = event.variables, dict(zip(event.variables, event.domains, strict=True))
        self.given = self.csp.given
        self.memory, self.blames, self.dynamic, self.all = event.memory, event.blames, event.dynamic, event.all
        for x, domain in self.values.items():
            if x in state.domains and state.domains[x] != domain:
                state.know(x, domain)
        if event.memory != "nothing":
            self.mcl = {x: (1,) * len(domain) for x, domain in self.values.items()}
            self.mbl = dict(self.mcl)

    def on_selected(self, event: e.VariableSelected, _state: State) -> None:
        self._leave_return()
        self._look(event.variable, len(self.branch) + 1)
        self.selected = event.variable

    def on_instantiated(self, event: b.Instantiated, state: State) -> None:
        self._leave_solution(state)
        self._leave_return()
        self._look(event.variable, event.level)
        self.branch = self.branch[:event.level - 1]
        while self.at and next(reversed(self.at)) >= event.level:  # levels are in order
            self.at.popitem()
        self.at[event.level] = event.variable
        mark = self.marks_of_levels.setdefault(event.level, len(self.trail))
        self._restore(state, mark)
        size = len(state.domains.get(event.variable, ()))
        self._change(state, event.variable, (event.value,), None if event.variable in self.given else "label")
        self.branch = (*self.branch, Label(event.variable, event.value, size, mark))
        self.trying, self.selected = event.value, event.variable
        self.tree.leave(event.level - 1, failed=True)
        if not self.tree.path:
            self.tree.grow("∅", 0)
        self.tree.grow(f"{event.variable}={event.value}", event.level)

    def on_saved(self, event: b.Saved, state: State) -> None:
        self.on_instantiated(event, state)
        self.saved = event
        if event.refused:
            self._judge(event.variable, event.value, event.mcl, False, (event.by,), state)

    def on_checked(self, event: b.Checked, _state: State) -> None:
        self.asked = event
        self.checks = (*self.checks, (event.other, event.satisfied))

    def on_judged(self, event: b.Judged, state: State) -> None:
        self._judge(event.variable, event.value, event.upto, event.consistent, event.by, state)

    def _judge(self, x: str, value: Value, upto: int, consistent: bool, by: tuple[str, ...], state: State) -> None:
        """The verdict on a value that was held against the variables up to a level, by a check or by a memory."""
        self.asked, self.verdict = None, consistent
        if self.memory != "nothing":
            self._remember(x, value, upto)
        if self.blames == "deepest":
            reached = (self.at[upto],) if upto else ()
            self.conf_sets[x] = max(self.conf_sets.get(x, ()), reached, key=self._depth)
        if consistent:
            self.selected, self.source = None, x
            return
        self._refuse(x, value, by)
        if not by and self.emptied is not None:
            self.without[x] = {**self.without.get(x, {}), value: self.emptied}
        if self.blames == "conflicts":
            self._blame(x, by)
        self.branch = self.branch[:-1]
        self._restore(state, self.marks_of_levels[self.level])
        self._left(state, x)
        self.tree.back(failed=True)

    def _depth(self, names: tuple[str, ...]) -> int:
        return max((level for level, x in self.at.items() if x in names), default=0)

    def _remember(self, x: str, value: Value, upto: int) -> None:
        k = self.values[x].index(value)
        self.mcl[x] = _with(self.mcl[x], k, max(1, upto))
        if self.memory == "value":
            self.mbl[x] = _with(self.mbl[x], k, self.level)

    def on_dead_end(self, event: b.DeadEnd, state: State) -> None:
        self._leave_solution(state)
        self._leave_return()
        self._look(event.variable, event.level)
        self.at[event.level] = event.variable
        self.dead_end, self.emptied, self.conflict = event.variable, event.variable, event.sentence()
        if self.blames != "nobody":
            self.conf_sets[event.variable] = event.because

    def on_joined(self, event: b.ConfSetJoined, _state: State) -> None:
        self.joined = event
        self.conf_sets[event.variable] = event.conf_set

    def on_lowered(self, event: b.MarksLowered, _state: State) -> None:
        self.lowered = event
        for x in self.order[event.level:]:
            self.mbl[x] = tuple([min(mbl, event.level) for mbl in self.mbl[x]])
        if self.memory == "variable":
            x = self.order[event.dead_end - 1]
            self.mbl[x] = (event.level,) * len(self.mbl[x])

    def on_stepped_back(self, event: b.SteppedBack, state: State) -> None:
        self._return(event.level + 1, event.level, state)

    def on_jumped_back(self, event: e.JumpedBack, state: State) -> None:
        self._return(event.start, event.level, state)

    def _return(self, start: int, level: int, state: State) -> None:
        """The levels behind are left, and the variable there loses its value."""
        lost = self.branch[level - 1]
        for behind in range(level + 1, start + 1):
            self.refused.pop(self.at[behind], None)
            self.without.pop(self.at[behind], None)
            self.conf_sets.pop(self.at[behind], None)
            self.marks_of_levels.pop(behind, None)
        self._look(lost.variable, level)
        self.returned = Return(start, level, lost.value, self.branch[level:])
        self._restore(state, lost.mark)
        self.branch = self.branch[:level - 1]
        self._refuse(lost.variable, lost.value, ())
        self._left(state, lost.variable)
        self.tree.leave(level - 1, failed=True)

    def on_decided(self, event: e.Decided, _state: State) -> None:
        self._leave_return()

    def on_solved(self, event: e.Solved, state: State) -> None:
        self._leave_return()
        self._look(None, len(self.order))
        self.keep_solution(event.number, state)

    def on_search_ended(self, event: e.SearchEnded, state: State) -> None:
        self.ended = True
        if event.solutions:  # that no value is left to the first variable is no news then, and excludes nothing
            self._leave_return()
            self._look(None, 0)
            self._restore(state, 0)
        state.outcome = "solved" if event.solutions else "unsatisfiable"


def _with(values: tuple[int, ...], k: int, value: int) -> tuple[int, ...]:
    return (*values[:k], value, *values[k + 1:])


BackjumpState.folds = {
    b.OrderFixed: BackjumpState.on_order, e.VariableSelected: BackjumpState.on_selected,
    b.Instantiated: BackjumpState.on_instantiated, b.Saved: BackjumpState.on_saved,
    b.Checked: BackjumpState.on_checked, b.Judged: BackjumpState.on_judged, e.Decided: BackjumpState.on_decided,
    e.Struck: BackjumpState.on_struck, e.Emptied: BackjumpState.on_emptied, b.DeadEnd: BackjumpState.on_dead_end,
    b.ConfSetJoined: BackjumpState.on_joined, b.MarksLowered: BackjumpState.on_lowered,
    b.SteppedBack: BackjumpState.on_stepped_back, e.JumpedBack: BackjumpState.on_jumped_back,
    e.Solved: BackjumpState.on_solved, e.SearchEnded: BackjumpState.on_search_ended,
}


def backjump_of(state: State) -> BackjumpState:
    """The search in a state of this family."""
    assert isinstance(state.family, BackjumpState)
    return state.family
