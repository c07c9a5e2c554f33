"""Facts about a path in a transition graph. A state is a sequence of literals, each with whether it is a decision; None
is FailState.
"""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.problems.forms.cnf import text_of
from algorithms.transitions.records import text
from algorithms.words import counted, listed, plural, verb


@event
class PathBegun(Event):
    """The path begins, at ∅ unless another state was given, in a graph that has these ``rules``. ``priorities`` are
    those of the strategy, highest first; without any, no rule comes before another."""

    say: ClassVar[str] = "M = {record}. {strategy}."
    grain: ClassVar[Grain] = Grain.STEP
    state: tuple[tuple[str, bool], ...] | None
    rules: tuple[str, ...]
    priorities: tuple[str, ...]

    @property
    def record(self) -> str:
        return text(self.state)

    @property
    def strategy(self) -> str:
        return f"Priorities: {' >> '.join(self.priorities)}" if self.priorities else "No rule comes before another"


@event
class GraphUnfolded(Event):
    """The graph is small enough to be looked at whole: all states that can be reached from where the path begins, and
    the edges between them. No edge leads back: the longest path has ``longest`` edges.

    terminal:     states that no edge leaves, without FailState; each is a model, or an answer set
    inconsistent: states with a literal beside its complement
    fails:        FailState can be reached
    """

    say: ClassVar[str] = "{reached} can be reached, by {arrows}: {ends}."
    grain: ClassVar[Grain] = Grain.STEP
    states: int
    edges: int
    terminal: int
    inconsistent: int
    longest: int
    fails: bool

    @property
    def reached(self) -> str:
        return counted(self.states, "state")

    @property
    def arrows(self) -> str:
        return counted(self.edges, "edge")

    @property
    def ends(self) -> str:
        if self.fails:
            return f"FailState, and {self.terminal or 'no'} other terminal {plural(self.terminal, 'state')}"
        return f"{self.terminal:,} terminal {plural(self.terminal, 'state')}, FailState not among them"


@event
class RulesChecked(Event):
    """Which rules apply to the state at hand, ``applicable``, and how many edges each of them gives; ``refused`` are
    the others, each with why not. Where none applies, the state is terminal."""

    say: ClassVar[str] = "{what}."
    grain: ClassVar[Grain] = Grain.STEP
    state: tuple[tuple[str, bool], ...] | None
    applicable: tuple[str, ...]
    edges: tuple[int, ...]
    refused: tuple[tuple[str, str], ...]

    @property
    def what(self) -> str:
        if not self.applicable:
            return f"No rule applies to {text(self.state)}: it is terminal"
        rules = zip(self.applicable, self.edges, strict=True)
        return f"To {text(self.state)} apply: " + ", ".join(f"{rule} ({edges})" for rule, edges in rules)


@event
class RuleApplied(Event):
    """An edge of the graph was taken, from one state to another. There is a kind of event for each rule.

    literal:   what joined M; empty if nothing did
    preferred: the strategy would take this rule; otherwise the edge is in the graph, but no run of the strategy
               takes it
    """

    rule: ClassVar[str] = ""
    grain: ClassVar[Grain] = Grain.LANDMARK
    literal: str
    before: tuple[tuple[str, bool], ...] | None
    after: tuple[tuple[str, bool], ...] | None
    preferred: bool

    @property
    def name(self) -> str:
        """What tells the edge from others that leave the same state."""
        return f"{self.rule} {self.literal}"

    @property
    def record(self) -> str:
        """The state that it leads to."""
        return text(self.after)


@event
class UnitPropagateApplied(RuleApplied):
    """M ⇒ M l: the complements of all other literals of each of these clauses are in M."""

    rule: ClassVar[str] = "Unit Propagate"
    as_answer: ClassVar[str] = rule
    say: ClassVar[str] = "Unit Propagate {literal}, because of {why}: {record}."
    because: tuple[int, ...]

    @property
    def why(self) -> str:
        return f"{plural(len(self.because), 'clause')} {listed(self.because)}"


@event
class DecideApplied(RuleApplied):
    """M ⇒ M lΔ: l was open, and is a decision."""

    rule: ClassVar[str] = "Decide"
    as_answer: ClassVar[str] = rule
    say: ClassVar[str] = "Decide {literal}: {record}."


@event
class FailApplied(RuleApplied):
    """M ⇒ FailState: M is inconsistent, or counts as such, and has no decision."""

    rule: ClassVar[str] = "Fail"
    as_answer: ClassVar[str] = rule
    say: ClassVar[str] = "Fail: a conflict, and M has no decision to undo: FailState."

    @property
    def name(self) -> str:
        return self.rule


@event
class BacktrackApplied(RuleApplied):
    """P lΔ Q ⇒ P l̄: the last decision gives way to its complement."""

    rule: ClassVar[str] = "Backtrack"
    as_answer: ClassVar[str] = rule
    say: ClassVar[str] = "Backtrack: {undone} was the last decision, now {literal}: {record}."
    undone: str

    @property
    def name(self) -> str:
        return self.rule


@event
class UnfoundedApplied(RuleApplied):
    """M ⇒ M ¬a: the set ``because`` has a, and is unfounded on M."""

    rule: ClassVar[str] = "Unfounded"
    as_answer: ClassVar[str] = rule
    say: ClassVar[str] = "Unfounded: {group} is unfounded on M, so {literal}: {record}."
    because: tuple[str, ...]

    @property
    def group(self) -> str:
        return "{" + ", ".join(self.because) + "}"


@event
class BackjumpApplied(RuleApplied):
    """P lΔ Q ‖ Γ ⇒ P l' ‖ Γ: of the clause ``because``, P makes all literals false but l', which it leaves open.
    ``undone`` are the decisions from l on; P has ``level`` of them."""

    rule: ClassVar[str] = "Backjump"
    as_answer: ClassVar[str] = rule
    say: ClassVar[str] = "Backjump over {decisions}: clause {because} leaves only {literal}. {record}."
    because: int
    undone: tuple[str, ...]
    level: int

    @property
    def name(self) -> str:
        return f"{self.rule} {self.literal} at level {self.level}"

    @property
    def decisions(self) -> str:
        return listed(self.undone)


@event
class ClauseLearned(RuleApplied):
    """M ‖ Γ ⇒ M ‖ Γ, C. There is a kind of event for each way to know that C may be learned."""

    rule: ClassVar[str] = "Learn"
    as_answer: ClassVar[str] = rule
    clause: int
    literals: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.rule} {self.what}"

    @property
    def what(self) -> str:
        return text_of(self.literals)


@event
class LearnApplied(ClauseLearned):
    """M ‖ Γ ⇒ M ‖ Γ, C: the clause C follows from the clauses ``because``, by resolution, and from the ``facts``:
    literals that M has without any decision, so that F, Γ entails them."""

    say: ClassVar[str] = "Learn clause {clause}, {what}: it follows from {why}."
    because: tuple[int, ...]
    facts: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        clauses = f"{plural(len(self.because), 'clause')} {listed(self.because)}"
        if not self.facts:
            return clauses
        return f"{clauses}, and from {listed(self.facts)}, which {verb(len(self.facts), 'need')} no decision"


@event
class LoopLearnApplied(ClauseLearned):
    """M ‖ Γ ⇒ M ‖ Γ, C: of the formula of the loop, the clause C says of one of its atoms that it is false, or one of
    these ``rules``, which need nothing of the loop, has a true body. Each answer set satisfies C."""

    say: ClassVar[str] = "Learn clause {clause}, {what}: {why}, {ways}."
    loop: tuple[str, ...]
    rules: tuple[int, ...]

    @property
    def why(self) -> str:
        return "the loop {" + ", ".join(self.loop) + "} needs a way in"

    @property
    def ways(self) -> str:
        """The rules that could be one."""
        return f"by rule {listed(self.rules, 'or')}" if self.rules else "and there is none"


@event
class ForgetApplied(RuleApplied):
    """M ‖ Γ, C ⇒ M ‖ Γ, once for each of these clauses: each follows from what is left."""

    rule: ClassVar[str] = "Forget"
    as_answer: ClassVar[str] = rule
    say: ClassVar[str] = "Forget {what} {clauses}."
    clauses: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.rule

    @property
    def what(self) -> str:
        return plural(len(self.clauses), "clause")


@event
class RestartApplied(RuleApplied):
    """M ‖ Γ ⇒ ∅ ‖ Γ: what was learned stays."""

    rule: ClassVar[str] = "Restart"
    as_answer: ClassVar[str] = rule
    say: ClassVar[str] = "Restart: ∅, and what was learned stays."

    @property
    def name(self) -> str:
        return self.rule


@event
class AnswerSetReached(Event):
    """A terminal state: its atoms without ¬ are an answer set."""

    say: ClassVar[str] = "{record} is terminal: {answer} is an answer set."
    grain: ClassVar[Grain] = Grain.PHASE
    state: tuple[tuple[str, bool], ...] | None
    atoms: tuple[str, ...]

    @property
    def record(self) -> str:
        return text(self.state)

    @property
    def answer(self) -> str:
        return "{" + ", ".join(self.atoms) + "}"


@event
class NoneReached(Event):
    """FailState: there is no answer set, or none beside those found before."""

    say: ClassVar[str] = "FailState is reached: there is no {more}answer set."
    grain: ClassVar[Grain] = Grain.PHASE
    found: int = 0

    @property
    def more(self) -> str:
        return "further " if self.found else ""


