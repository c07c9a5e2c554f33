"""Search as a path in a transition graph: from ∅ along its edges to a terminal state.

Source: Lierler, as in :mod:`algorithms.transitions.records`, sections 1.2 and 2.

    m         the state that the path has come to        system    the graph's clauses, atoms and rules
    strategy  which rules come before which              path      edges to be taken first, by their names

One path decides: Propositions 1 and 3 say what its terminal state means. A graph's path ends there, so that one path
finds one model. For all of them the handout has no way. Here, as solvers do, a clause that excludes the model just
found joins the formula, and the path goes on from the same state in the graph of that formula. The clause says that
not all decisions of M hold: what else is in M follows from them, so that it excludes no model that is yet to be found.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Sequence
from random import Random

from algorithms.answer_sets.given import AnswerSets
from algorithms.core import AlgorithmError, Choose, Counter, Event, Outcome, Steps, algorithm, choose
from algorithms.events import Blocked, Modelled, Refuted
from algorithms.literals import SIGNS
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import LogicProgram
from algorithms.satisfiability.dpll import SatAnswer, TooLongError
from algorithms.transitions import TRANSITIONS
from algorithms.transitions.events import (
    AnswerSetReached,
    BacktrackApplied,
    DecideApplied,
    FailApplied,
    GraphUnfolded,
    NoneReached,
    PathBegun,
    RuleApplied,
    RulesChecked,
    UnfoundedApplied,
    UnitPropagateApplied,
)
from algorithms.transitions.graph import whole
from algorithms.transitions.records import FAIL, Member, Record, Said, State, is_record
from algorithms.transitions.rules import System, Transition, aset, dp
from algorithms.transitions.strategy import DPLL, SMODELS, Order, Strategy, favourite, strategy_of
from algorithms.words import quotes_meant

MOST_TRANSITIONS = 20_000  # more than anybody would watch; each is an event with a whole state
MOST_ATOMS = 1_000  # a state may have a literal of each; a Sudoku has 729

DPLL_GRAPH = """
M ← ∅, or where the path is to begin          # PathBegun, GraphUnfolded
while a rule leads to a record or FailState:  # RulesChecked
  Backtrack   P lΔ Q ⇒ P ¬l                   # BacktrackApplied, =
    if P lΔ Q is inconsistent, Q without Δ
  Fail   M ⇒ FailState                        # FailApplied, =
    if M is inconsistent and without Δ
  Unit Propagate   M ⇒ M l                    # UnitPropagateApplied, =
    if F has C ∨ l, and M makes C false
  Decide   M ⇒ M lΔ                           # DecideApplied, =
    if M is consistent, l unassigned by M
M is FailState: F is unsatisfiable            # Refuted
otherwise M is a model of F                   # Modelled
  if all are wanted: exclude this one         # Blocked
"""

ASET_GRAPH = """
M ← ∅                                         # PathBegun, GraphUnfolded, =
while a rule leads to a record or FailState:  # RulesChecked
  Backtrack   P lΔ Q ⇒ P ¬l                   # BacktrackApplied, =
    if P lΔ Q is inconsistent, Q without Δ
  Fail   M ⇒ FailState                        # FailApplied, =
    if M is inconsistent and without Δ
  Unit Propagate   M ⇒ M l                    # UnitPropagateApplied, =
    if Π as clauses has C ∨ l, M makes C false
  Unfounded   M ⇒ M ¬a                        # UnfoundedApplied, =
    if a set unfounded on M has a, M consistent
  Decide   M ⇒ M lΔ                           # DecideApplied, =
    if M is consistent, l unassigned by M
M is FailState: Π has no answer set           # NoneReached
otherwise M without ¬ is an answer set        # AnswerSetReached
  if all are wanted: exclude this one         # Blocked
"""


class Undecided(SatAnswer):
    """FailState, but reached from a state whose literals nobody has proved: F may have a model without these."""

    @property
    def outcome(self) -> Outcome:
        return "complete"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        return {"satisfiable": None, "model": None, "count": None}


class Path:
    """A path in the making: where it has come to, and what is to be taken before the strategy is asked.

    record: where it begins    found: the terminal states reached that are not FailState
    """

    def __init__(self, system: System, strategy: str, order: Order, start: Sequence[str], path: Sequence[str],
                 choose: Choose, rng: Random | None) -> None:
        self.system, self.order, self.choose, self.rng = system, order, choose, rng or Random(0)
        self.strategy: Strategy = strategy_of(system, strategy)
        self.record = start_of(system, start)
        self.m: State = self.record
        self.said = system.said(self.m)  # as events have it
        self.wanted = path_of(system, self.m, path)
        self.taken = 0
        self.found: list[Record] = []

    def walk(self) -> Steps[None]:
        """From here to a terminal state."""
        system = self.system
        if not self.taken:
            hold_size(system, "cdcl" if system.program is None else "answer-sets")
            yield PathBegun(self.said, system.rules, self.strategy.said)
            if (graph := whole(system, self.m)) is not None and graph.layers is not None:
                found = graph.verdict
                yield GraphUnfolded(found.states, found.edges, len(found.terminal), found.inconsistent,
                                    max(graph.layers), found.fails)
        while True:
            transitions = system.transitions(self.m)
            yield checked(system, self.m, self.said, transitions)
            if not transitions:
                return
            if self.taken == MOST_TRANSITIONS:
                instead = "cdcl, which learns from conflicts" if system.program is None else "answer-sets"
                raise TooLongError(f"the path has {self.taken:,} transitions and is not at its end; use {instead}")
            taken, preferred = self.chosen(transitions)
            before, self.said = self.said, system.said(taken.after, self.said)
            self.m = taken.after
            self.taken += 1
            yield applied(system, taken, (before, self.said), preferred)

    def chosen(self, transitions: Sequence[Transition]) -> tuple[Transition, bool]:
        """The edge that is taken, and whether the strategy allows it."""
        allowed = self.strategy.allowed(transitions)
        usual = favourite(self.system, allowed, self.order, self.rng)
        by_name = {self.system.name(found): found for found in transitions}
        wanted = self.wanted[self.taken] if self.taken < len(self.wanted) else ""
        name = self.choose("rule", list(by_name), wanted or self.system.name(usual))
        if name != wanted:
            self.wanted = []  # a click has led elsewhere
        return by_name[name], by_name[name] in allowed

    def exclude(self) -> Event:
        """Not all decisions of M, or, if it has none, not all of it: the graph becomes that with this clause."""
        assert self.m != FAIL
        decisions = tuple(-member.literal for member in self.m if member.decision)
        clause = decisions or tuple(-member.literal for member in self.m)
        self.system = self.system.excluding(clause)
        return Blocked(len(self.system.clauses), self.system.words.said(clause))


def hold_size(system: System, instead: str) -> None:
    """Raises TooLongError, which names another algorithm ``instead``, where states may have too many literals."""
    if len(system.atoms) > MOST_ATOMS:
        raise TooLongError(f"a state may have {len(system.atoms):,} literals, and a path is followed through states of "
                           f"at most {MOST_ATOMS:,}; use {instead}")


def checked(system: System, state: State, said: Said | None, transitions: Sequence[Transition]) -> RulesChecked:
    """What applies to a state, and what does not."""
    numbers = Counted(found.rule for found in transitions)
    return RulesChecked(said, tuple(numbers), tuple(numbers.values()),
                        tuple(system.refusals(state, transitions).items()))


def applied(system: System, taken: Transition, states: tuple[Said | None, Said | None],
            preferred: bool) -> RuleApplied:
    """The event of a transition between two states."""
    said = system.words[taken.literal], *states, preferred
    match taken.rule:
        case "Unit Propagate":
            return UnitPropagateApplied(*said, taken.clauses)
        case "Unfounded":
            return UnfoundedApplied(*said, system.words.said(taken.atoms))
        case "Backtrack":
            return BacktrackApplied(*said, system.words[taken.undone])
        case "Fail":
            return FailApplied(*said)
    assert taken.rule == "Decide"  # the others are for clauses that are learned
    return DecideApplied(*said)


def start_of(system: System, start: Sequence[str]) -> Record:
    """The record that somebody has written, literal by literal, decisions with a Δ or a ^. Raises AlgorithmError."""
    record: Record = ()
    for index, written in enumerate(start):
        word = written.strip()
        bare = word[:-1] if word.endswith(("Δ", "^")) and _plain(word) not in system.by_word else word
        literal = system.by_word.get(_plain(bare), 0)
        if not literal:
            some = next(iter(system.by_word), "p")
            raise AlgorithmError(f"{written[:40]!r} is no literal of an atom that occurs; {quotes_meant(written)}write "
                                 f"one such as {some}, with Δ or ^ behind it if it is decided", key=f"start.{index}")
        record = (*record, Member(literal, bare != word))
        if not is_record(record):
            raise AlgorithmError(f"{written!r} makes it no record: literals are distinct, only the last one may stand "
                                 "behind its complement, and no decision does; remove it", key=f"start.{index}")
    return record


def _plain(word: str) -> str:
    """A literal as it is written here, from how somebody has written it."""
    return "¬" + word[1:].strip() if word.startswith(SIGNS) else word


def path_of(system: System, m: State, path: Sequence[str]) -> list[str]:
    """The names of edges as somebody has written them, each of which must leave the state that those before lead to.
    Raises AlgorithmError."""
    found: list[str] = []
    for index, written in enumerate(path):
        edges = {system.name(edge): edge for edge in system.transitions(m)}
        wanted = " ".join(_plain(word) for word in written.split())
        alike = [name for name in edges if name.lower() == wanted.lower()]
        alike.sort(key=lambda name: name.split()[-1] != wanted.split()[-1])  # p and P may be two atoms
        name = next(iter(alike), None)
        if name is None:
            mend = (f"{quotes_meant(written)}write one of {', '.join(list(edges)[:6])}" if edges else
                    "nothing does: remove it")
            raise AlgorithmError(f"{written[:40]!r} leaves no state here; {mend}", key=f"path.{index}")
        found.append(name)
        m = edges[name].after
    return found


COUNTERS = (
    Counter("decisions", DecideApplied, "transitions by Decide", better="fewer"),
    Counter("propagated", UnitPropagateApplied, "transitions by Unit Propagate"),
)
BACKTRACKS = Counter("backtracks", BacktrackApplied, "transitions by Backtrack", better="fewer")


@algorithm(
    "dpll-graph",
    title="A path in the graph of DPLL",
    family=TRANSITIONS, solves=CNF,
    source="Lierler 2020, section 1.2; Nieuwenhuis, Oliveras and Tinelli 2006",
    pseudocode=DPLL_GRAPH,
    rungs=("event", "rules", "transition", "model"),
    counters=(*COUNTERS, BACKTRACKS, Counter("models", Modelled, "terminal states reached that are models")),
)
def dpll_graph(
    cnf: CNF,
    *,
    strategy: str = DPLL,
    order: Order = "first atom, true first",
    start: tuple[str, ...] = (),
    path: tuple[str, ...] = (),
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
    rng: Random | None = None,
) -> Steps[SatAnswer]:
    """A path in DP_F from ∅ to a terminal state. ``strategy``: priorities of rules; ``order``: which literal is
    decided, or any edge that the strategy allows, at random; ``start``: another state to begin at, literal by literal;
    ``path``: the first edges, by their names; ``all``: each model is excluded, and the path goes on. Raises
    AlgorithmError for a strategy, a state or a path that cannot be, and TooLongError."""
    if start and all:
        raise AlgorithmError("is for one path; remove it, or all", key="start")
    return _models(Path(dp(cnf), strategy, order, start, path, choose, rng), all)


def _models(path: Path, every: bool) -> Steps[SatAnswer]:
    system = path.system
    given = system.words.said(member.literal for member in path.record if not member.decision)  # where it begins
    while True:
        yield from path.walk()
        if path.m == FAIL:
            yield Refuted(given, len(path.found))
            if given:
                return Undecided(False, None, 0)
            break
        path.found.append(path.m)
        yield Modelled(system.words.said(member.literal for member in path.m))
        if not every:
            break
        yield path.exclude()
    model = {system.words[abs(literal)]: literal > 0 for literal in sorted((m.literal for m in path.found[0]), key=abs)
             } if path.found else None
    return SatAnswer(bool(path.found), model, len(path.found))


@algorithm(
    "aset-graph",
    title="A path in the graph of answer sets",
    family=TRANSITIONS, solves=LogicProgram,
    source="Lierler 2020, section 2",
    pseudocode=ASET_GRAPH,
    rungs=("event", "rules", "transition", "answer set"),
    counters=(*COUNTERS, Counter("unfounded", UnfoundedApplied, "transitions by Unfounded"), BACKTRACKS,
              Counter("answer sets", AnswerSetReached, "terminal states reached that are answer sets")),
)
def aset_graph(
    program: LogicProgram,
    *,
    strategy: str = SMODELS,
    order: Order = "first atom, true first",
    path: tuple[str, ...] = (),
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
    rng: Random | None = None,
) -> Steps[AnswerSets]:
    """A path in aset_Π from ∅ to a terminal state; by default smodels' strategy. The options are those of
    ``dpll_graph``. Raises AlgorithmError for a strategy or a path that cannot be, and TooLongError."""
    return _answer_sets(Path(aset(program), strategy, order, (), path, choose, rng), all)


def _answer_sets(path: Path, every: bool) -> Steps[AnswerSets]:
    system, found = path.system, list[tuple[str, ...]]()
    while True:
        yield from path.walk()
        if path.m == FAIL:
            yield NoneReached(len(found))
            break
        found.append(system.words.said(sorted(member.literal for member in path.m if member.literal > 0)))
        yield AnswerSetReached(path.said, found[-1])
        if not every:
            break
        yield path.exclude()
    return AnswerSets(tuple(found))
