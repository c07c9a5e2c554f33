"""States: what the events say, folded. Each holds what a step back must restore, and nothing else.

A state ignores events that it does not know. It shares what it does not change in place with its copies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from algorithms import events as e
from algorithms.core import Event, Outcome
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.csp import Domain, Value, csp_of
from algorithms.problems.formula import Formula
from algorithms.problems.gnomine.game import ended
from algorithms.problems.gnomine.puzzle import COVERED, FLAG, Gnomine
from algorithms.problems.puzzle import Puzzle
from algorithms.problems.sudoku.puzzle import Sudoku
from visualizer.families.backtracking.state import SEARCH_FOLDS, SearchState
from visualizer.families.covering.state import COVER_FOLDS
from visualizer.families.sampling.state import SamplingState
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.lazy_form import Form, Forms
from visualizer.tree.state import SearchTree

Fold = Callable[[Any, Any], None]


@dataclass(slots=True)
class ConstraintState:
    """What consistency algorithms know, and what they are looking at.

    domains:     of each variable, as reduced so far
    number:      the pass, from 1; 0 before the first
    constraint:  the one being looked at, with its variables that were undefined when it was taken (``unknown``)
    variable:    the one under test; ``assignments`` that there are for each of its values; ``tried`` for this value
    values:      the assignment just tried, in the order of ``unknown``; ``satisfied``: did it satisfy the constraint
    counted:     of a sum, the tests of values since it was taken, or since it was compared with another constraint
    pair:        the second constraint, where two are compared, and the variables that both have (``shared``);
                 ``extends``: does the assignment just tried, which satisfies the first one, extend to the second one
    scopes:      of the constraints whose tuples are listed; ``tuples``: how many of them are left
    supports:    for each variable of the constraint tested so far: value → has it a support (missing: not finished)
    inferred:    the variables that were reduced to one value, each with the constraint that did it
    sat:         the search for models, where the algorithm is one
    direct:      for a formula's variable ``x=v`` the puzzle's variable x and its values at the start
    search:      the search for solutions, where the algorithm is one
    sampling:    the search for samples, where the algorithm is one; from its first event on
    forms:       of the positions that moves lead to, where there are moves and the algorithm searches for models
    wiped:       the variable that lost its last value (None: the constraint is violated), the constraint, the reason
    """

    domains: dict[str, Domain]
    number: int = 0
    constraint: str | None = None
    unknown: tuple[str, ...] = ()
    variable: str | None = None
    assignments: int = 0
    tried: int = 0
    values: tuple[Value, ...] = ()
    satisfied: bool | None = None
    supports: dict[str, dict[Value, bool]] = field(default_factory=dict)
    inferred: dict[str, str] = field(default_factory=dict)
    counted: tuple[e.SumTested, ...] = ()
    pair: str | None = None
    extends: bool | None = None
    shared: tuple[str, ...] = ()
    scopes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tuples: dict[str, int] = field(default_factory=dict)
    wiped: tuple[str | None, str, str] | None = None
    outcome: Outcome | None = None
    sat: SatState | None = None
    direct: Mapping[str, tuple[str, Domain]] = field(default_factory=dict)
    search: SearchState = field(default_factory=SearchState)
    sampling: SamplingState | None = None
    forms: Forms | None = field(default=None, compare=False)

    folds: ClassVar[dict[type[Event], Fold]]

    def apply(self, event: Event) -> None:
        fold = self.folds.get(type(event))
        if fold is not None:
            fold(self, event)
        if self.sampling is not None:
            self.sampling.apply(event)
        elif self.sat is not None:
            self.sat.apply(event)
            if self.direct:
                self._follow(self.sat, event)

    def _follow(self, sat: SatState, event: Event) -> None:
        """What the event says of literals ``x=v`` is known of x."""
        literals = getattr(event, "literals", ()) or (getattr(event, "literal", None) or "",)
        if type(event) in COVER_FOLDS and sat.cover is not None:
            literals = sat.cover.changed
        for literal in self.direct if isinstance(event, e.Listed) else literals:
            found = self.direct.get(literal.lstrip("¬"))
            if found is not None:
                self.domains[found[0]] = sat.left(*found)

    def copy(self) -> Self:
        supports = {variable: dict(found) for variable, found in self.supports.items()}
        return replace(self, domains=dict(self.domains), supports=supports, inferred=dict(self.inferred),
                       scopes=dict(self.scopes), tuples=dict(self.tuples),
                       sat=None if self.sat is None else self.sat.copy(), search=self.search.copy(),
                       sampling=None if self.sampling is None else self.sampling.copy())

    def begin_anew(self, domains: Mapping[str, Domain], position: Any, *key: Hashable) -> None:
        """Another position: what was known is to be found anew. ``key`` tells the position from others of its game."""
        tree = self.tree
        tree.clear()
        self.leave_constraint()
        self.domains = dict(domains)
        self.number, self.wiped, self.outcome, self.inferred = 0, None, None, {}
        self.search, self.sampling = SearchState(tree=tree), None
        if self.forms is not None:
            self.sat = SatState(self.forms(position, key), tree=tree)

    @property
    def tree(self) -> SearchTree:
        """The search tree, empty where the algorithm does not search."""
        return self.search.tree if self.sat is None else self.sat.tree

    @property
    def form(self) -> Form | None:
        """The formula, where the algorithm searches for its models."""
        return None if self.sat is None else self.sat.form

    def value_under_test(self) -> Value | None:
        """The value of the variable under test in the assignment just tried."""
        if self.variable is None or self.satisfied is None or self.variable not in self.unknown:
            return None
        return self.values[self.unknown.index(self.variable)]

    def leave_constraint(self) -> None:
        self.constraint, self.unknown, self.supports = None, (), {}
        self.pair, self.shared, self.counted = None, (), ()
        self.leave_variable()

    def leave_variable(self) -> None:
        self.variable, self.assignments = None, 0
        self.leave_value()

    def leave_value(self) -> None:
        self.tried, self.values, self.satisfied, self.extends = 0, (), None, None

    # Folds, one for each kind of event.

    def pass_started(self, event: e.PassStarted) -> None:
        self.leave_constraint()
        self.number = event.number

    def constraint_taken(self, event: e.ConstraintTaken) -> None:
        self.leave_constraint()
        self.constraint, self.unknown = event.constraint, event.unknown

    def variable_taken(self, event: e.VariableTaken) -> None:
        self.leave_value()
        self.variable, self.assignments = event.variable, event.assignments
        self.supports[event.variable] = {}

    def tuple_tried(self, event: e.TupleTried) -> None:
        if self.tried and self.variable in self.unknown:
            place = self.unknown.index(self.variable)
            if event.values[place] != self.values[place]:
                self.tried = 0
        self.tried += 1
        self.values, self.satisfied = event.values, event.satisfied

    def support_found(self, event: e.SupportFound) -> None:
        self.supports[event.variable][event.value] = True

    def no_support(self, event: e.NoSupport) -> None:
        self.supports[event.variable][event.value] = False

    def sum_tested(self, event: e.SumTested) -> None:
        self.counted = (*self.counted, event)

    def pruned(self, event: e.Pruned) -> None:
        self.domains[event.variable] = event.left
        if len(event.left) == 1:
            self.inferred[event.variable] = event.because

    def wiped_out(self, event: e.WipedOut) -> None:
        self.wiped, self.outcome = (event.variable, event.because, event.reason), "unsatisfiable"
        if event.variable is not None:
            self.domains[event.variable] = ()

    # Pairs of constraints

    def relation_listed(self, event: e.RelationListed) -> None:
        self.leave_constraint()
        self.constraint = event.constraint
        self.scopes[event.constraint], self.tuples[event.constraint] = event.scope, len(event.tuples)

    def pair_taken(self, event: e.PairTaken) -> None:
        self.leave_value()
        self.constraint, self.pair, self.shared = event.first, event.second, event.shared
        self.unknown = self.scopes.get(event.first, self.unknown)
        self.counted = ()

    def tuple_extended(self, event: e.TupleExtended) -> None:
        self.values, self.satisfied, self.extends = event.values, True, event.extends
        self.tried += 1

    def tuple_dropped(self, event: e.TupleDropped | e.TupleOutdated) -> None:
        self.tuples[event.constraint] -= 1

    def consistent(self, event: e.Consistent | e.PairsConsistent) -> None:
        self.leave_constraint()
        self.outcome = "complete"

    def implied(self, event: e.Implied) -> None:
        if self.sat is not None and not self.sat.guessed:
            self._holds(event.literal, f"{event.kind} {event.because}")

    def facts_listed(self, event: e.FactsListed) -> None:
        for literal in event.literals:
            self._holds(literal, "fact")

    def fixed_backbone(self, event: e.FixedBackbone) -> None:
        self._holds(event.literal, "backbone")

    def variables_fixed(self, event: e.VariablesFixed) -> None:
        self.sampling = SamplingState()
        for literal in event.literals:
            self._holds(literal, "all models")

    def _holds(self, literal: str, because: str) -> None:
        """A variable that the puzzle knows by the same name has this value in every model."""
        variable = literal.lstrip("¬")
        if len(self.domains.get(variable, ())) > 1:
            self.domains[variable] = (0,) if literal.startswith("¬") else (1,)
            self.inferred[variable] = because


ConstraintState.folds = {
    e.PassStarted: ConstraintState.pass_started,
    e.ConstraintTaken: ConstraintState.constraint_taken,
    e.VariableTaken: ConstraintState.variable_taken,
    e.TupleTried: ConstraintState.tuple_tried,
    e.SupportFound: ConstraintState.support_found,
    e.NoSupport: ConstraintState.no_support,
    e.SumTested: ConstraintState.sum_tested,
    e.Pruned: ConstraintState.pruned,
    e.WipedOut: ConstraintState.wiped_out,
    e.Consistent: ConstraintState.consistent,
    e.RelationListed: ConstraintState.relation_listed,
    e.PairTaken: ConstraintState.pair_taken,
    e.TupleExtended: ConstraintState.tuple_extended,
    e.TupleDropped: ConstraintState.tuple_dropped,
    e.TupleOutdated: ConstraintState.tuple_dropped,
    e.PairsConsistent: ConstraintState.consistent,
    e.Implied: ConstraintState.implied,
    e.FixedBackbone: ConstraintState.fixed_backbone,
    e.FactsListed: ConstraintState.facts_listed,
    e.VariablesFixed: ConstraintState.variables_fixed,
    **SEARCH_FOLDS,
}


@dataclass(slots=True)
class GnomineState(ConstraintState):
    """The same on a Gnomine board, with the field as the player sees it. A move starts the knowledge afresh.

    puzzle: the rules and the geometry; ``puzzle.seen`` is the field where the run began
    seen:   the field now: 0–8, or COVERED, FLAG, MINE; replaced by each move, never changed in place
    ended:  True won, False lost, None still going
    chances: for each field the probability that it is a mine, where placements are counted; ``models`` how many
    parts:   the component that a field belongs to; ``touched`` the fields that are being counted
    """

    puzzle: Gnomine | None = None
    seen: Mapping[str, int] = field(default_factory=dict)
    ended: bool | None = None
    chances: dict[str, Fraction] = field(default_factory=dict)
    models: int | None = None
    parts: dict[str, int] = field(default_factory=dict)
    touched: tuple[str, ...] = ()

    def copy(self) -> Self:
        state = ConstraintState.copy(self)
        state.chances, state.parts = dict(self.chances), dict(self.parts)
        return state

    def position(self) -> Gnomine:
        """The puzzle as it stands now."""
        assert self.puzzle is not None
        return self.puzzle.with_seen(self.seen)

    def changed(self, seen: Mapping[str, int]) -> None:
        self.seen = seen
        position = self.position()
        self.begin_anew(position.domains(), position, *seen.values())
        self.chances, self.models, self.parts, self.touched = {}, None, {}, ()

    def uncovered(self, event: e.Uncovered) -> None:
        self.changed({**self.seen, **dict(event.cells)})

    def flagged(self, event: e.Flagged) -> None:
        self.changed({**self.seen, **dict.fromkeys(event.cells, FLAG if event.on else COVERED)})

    def game_ended(self, event: e.GameEnded) -> None:
        self.ended = event.won

    def advised(self, event: e.Advised) -> None:
        self.touched = (event.field,)

    # Counting placements

    def settled(self, event: e.NumberSettled) -> None:
        self.touched = event.cells
        for cell in event.cells:
            self._settle(cell, event.mine, event.number)

    def _settle(self, cell: str, mine: bool, because: str) -> None:
        self.domains[cell] = (1,) if mine else (0,)
        self.inferred[cell] = because

    def merged(self, event: e.GroupMerged | e.GroupPlaced) -> None:
        self.touched = event.cells

    def component_found(self, event: e.ComponentFound) -> None:
        self.touched = event.cells
        self.parts.update(dict.fromkeys(event.cells, event.component))

    def models_counted(self, event: e.ModelsCounted) -> None:
        self.models, self.touched = event.models, ()
        self.outcome = "complete" if event.models else "unsatisfiable"

    def no_placement(self, event: e.NoPlacement) -> None:
        self.models, self.outcome = 0, "unsatisfiable"

    def probability_found(self, event: e.ProbabilityFound) -> None:
        self.touched = event.cells
        for cell in event.cells:
            self.chances[cell] = event.probability
            if event.mines in (0, event.total):
                self._settle(cell, event.mines > 0, "all placements")


GnomineState.folds = ConstraintState.folds | {
    e.Uncovered: GnomineState.uncovered,
    e.Flagged: GnomineState.flagged,
    e.GameEnded: GnomineState.game_ended,
    e.Advised: GnomineState.advised,
    e.NumberSettled: GnomineState.settled,
    e.GroupMerged: GnomineState.merged,
    e.GroupPlaced: GnomineState.merged,
    e.ComponentFound: GnomineState.component_found,
    e.ModelsCounted: GnomineState.models_counted,
    e.NoPlacement: GnomineState.no_placement,
    e.ProbabilityFound: GnomineState.probability_found,
}


@dataclass(slots=True)
class SudokuState(ConstraintState):
    """The same on a Sudoku, into which the user can write. What is written starts the knowledge afresh.

    puzzle: with its clues; ``entered`` what was written since, by cell; replaced by each entry, never changed in place
    """

    puzzle: Sudoku | None = None
    entered: Mapping[str, int] = field(default_factory=dict)

    def position(self) -> Sudoku:
        """The puzzle as it stands now: with what was entered among its clues."""
        assert self.puzzle is not None
        given = {**self.puzzle.clues, **self.entered}
        return Sudoku(self.puzzle.boxes, {x: given[x] for x in self.puzzle.geometry.cells if x in given})

    def written(self, event: e.Entered) -> None:
        others = {x: value for x, value in self.entered.items() if x != event.cell}
        self.entered = others if event.value is None else {**others, event.cell: event.value}
        position = self.position()
        self.begin_anew(position.domains(), position, *sorted(self.entered.items()))
        if self.sat is not None:
            self.direct = _direct(self.domains, self.sat.form)


SudokuState.folds = ConstraintState.folds | {e.Entered: SudokuState.written}


def _direct(domains: Mapping[str, Domain], form: Form) -> dict[str, tuple[str, Domain]]:
    """The variable and its domain for each name ``x=v`` that a formula has for one of its values, or ``x`` itself."""
    names = frozenset(form.names)
    return {name: (x, domain) for x, domain in domains.items()
            for name in ((x,) if x in names else (f"{x}={value}" for value in domain)) if name in names}


def start_state(puzzle: Puzzle, to_form: Callable[[Any], Any] | None = None) -> ConstraintState:
    """The state before the first event; ``to_form`` puts the puzzle in the form that the algorithm solves."""
    form = None if to_form is None else to_form(puzzle)
    sat = SatState(form) if isinstance(form, Form) else None
    forms = None if sat is None or to_form is None else Forms(to_form, counts=isinstance(form, AtLeastForm))
    if isinstance(puzzle, Gnomine):
        return GnomineState(dict(puzzle.domains()), sat=sat, forms=forms, puzzle=puzzle, seen=puzzle.seen,
                            ended=ended(puzzle))
    if isinstance(puzzle, Clue):
        from visualizer.puzzles.clue.state import start_of  # imports this module

        return start_of(puzzle, sat, forms)
    if isinstance(puzzle, Formula):
        return ConstraintState(puzzle.domains(), sat=sat)  # its network takes long to build where it is large
    domains = dict(csp_of(puzzle).domains)
    if sat is not None:  # a puzzle without a network has values only as far as its formula speaks of them
        names = frozenset(sat.form.names)
        domains = {x: values or ((0, 1) if x in names else ()) for x, values in domains.items()}
    direct = {} if sat is None else _direct(domains, sat.form)
    if isinstance(puzzle, Sudoku):
        return SudokuState(domains, sat=sat, direct=direct, forms=forms, puzzle=puzzle)
    return ConstraintState(domains, sat=sat, direct=direct)
