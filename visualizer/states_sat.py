"""The state of a search for models: trail, clauses, tree, models, candidates for the backbone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, NamedTuple, Self

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.cnf import CNF
from algorithms.problems.csp import Domain

MOST_NODES = 20_000  # of the tree; a larger one could not be looked at, and each keyframe holds it

Status = Literal["open", "failed", "model"]
Fate = Literal["candidate", "dropped", "free", "backbone"]


class Entry(NamedTuple):
    """A literal on the trail: why it is there (a clause, or None for a decision) and at which level."""

    literal: str
    level: int
    because: int | None
    decided: bool


class Node(NamedTuple):
    """A node of the search tree: a call of DPLL, or a decision; ``depth`` 0 is the root."""

    parent: int
    label: str
    depth: int
    status: Status


@dataclass(slots=True)
class SatState:
    """What a SAT algorithm knows.

    cnf:        the formula; ``learned`` the clauses added to it, by number
    trail:      the literals assigned, in order; ``values`` the same by variable
    visited:    the clauses last looked at; ``clause`` the one of the last event, ``conflict`` a false one
    resolvent:  the clause that conflict analysis has come to, and ``derivation``: the steps (clause, pivot, literals)
    nodes:      the search tree; ``path`` from its root to here: (node, level); ``calls``: nodes are calls
    models:     the last two models (each a frozen set of literals), ``found`` how many there were
    fates:      of the candidates for the backbone, by literal; ``probe`` the literals being tested
    refuted:    the last call found no model; ``assumptions`` under which
    """

    cnf: CNF
    trail: list[Entry] = field(default_factory=list)
    values: dict[str, bool] = field(default_factory=dict)
    level: int = 0
    learned: dict[int, tuple[str, ...]] = field(default_factory=dict)
    visited: tuple[int, ...] = ()
    clause: int | None = None
    conflict: int | None = None
    resolvent: tuple[str, ...] | None = None
    derivation: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    nodes: list[Node] = field(default_factory=list)
    path: list[tuple[int, int]] = field(default_factory=list)
    calls: bool = False
    models: tuple[frozenset[str], ...] = ()
    found: int = 0
    fates: dict[str, Fate] = field(default_factory=dict)
    probe: tuple[str, ...] = ()
    refuted: bool = False

    folds: ClassVar[dict[type[Event], Callable[[Any, Any], None]]]

    def apply(self, event: Event) -> None:
        fold = self.folds.get(type(event))
        if fold is not None:
            fold(self, event)

    def copy(self) -> Self:
        return replace(self, trail=list(self.trail), values=dict(self.values), learned=dict(self.learned),
                       nodes=list(self.nodes), path=list(self.path), fates=dict(self.fates))

    def literals_of(self, clause: int) -> tuple[str, ...]:
        """The literals of a clause, given or learned; empty if it has been forgotten."""
        if clause <= len(self.cnf.clauses):
            return tuple(map(self.cnf.word, self.cnf.clauses[clause - 1]))
        return self.learned.get(clause, ())

    def truth(self, literal: str) -> bool | None:
        """Is the literal true, false or open (None) on the trail?"""
        negative = literal.startswith("¬")
        value = self.values.get(literal[1:] if negative else literal)
        return None if value is None else value != negative

    def left(self, x: str, values: Domain) -> Domain:
        """Which of the values of x are left, where a variable ``x=v`` stands for each: the true one, or else those
        that are open."""
        truths = {value: self._known(f"{x}={value}") for value in values}
        true = tuple(value for value, truth in truths.items() if truth)
        return true or tuple(value for value, truth in truths.items() if truth is None)

    def _known(self, variable: str) -> bool | None:
        """Its value on the trail; once a backbone is looked for, its value in all models."""
        if not self.fates:
            return self.values.get(variable)
        return True if self.fates.get(variable) == "backbone" else (
            False if self.fates.get(f"¬{variable}") == "backbone" else None)

    def reason_of(self, variable: str) -> Entry | None:
        """The trail's entry for a variable."""
        return next((entry for entry in self.trail if entry.literal.lstrip("¬") == variable), None)

    # Folds, one for each kind of event.

    def called(self, event: e.Called) -> None:
        parent = -1 if event.parent is None else event.parent - 1
        depth = self._grow(parent, event.literal or "∅")
        self.path = [*self.path[:depth], (event.call - 1, depth)]
        self.calls = True

    def _grow(self, parent: int, label: str) -> int:
        """A new node below ``parent``; returns its depth."""
        depth = self.nodes[parent].depth + 1 if 0 <= parent < len(self.nodes) else 0
        if len(self.nodes) < MOST_NODES:
            self.nodes.append(Node(parent, label, depth, "open"))
        return depth

    def _branch(self, label: str, level: int) -> None:
        """A decision, or its complement, where the algorithm has no calls that would be the nodes."""
        if self.calls:
            return
        if not self.nodes:
            self._grow(-1, "∅")
            self.path = [(0, 0)]
        self._grow(self.path[-1][0], label)
        self.path = [*self.path, (len(self.nodes) - 1, level)]

    def _mark(self, index: int, status: Status) -> None:
        if 0 <= index < len(self.nodes):
            self.nodes[index] = self.nodes[index]._replace(status=status)

    def _leave(self, level: int, status: Status | None) -> None:
        """The path ends at the last node of that level or a lower one."""
        while len(self.path) > 1 and self.path[-1][1] > level:
            node = self.path[-1][0]
            self.path = self.path[:-1]
            if status is not None and self.nodes[node].status == "open":
                self._mark(node, status)

    def returned(self, event: e.Returned) -> None:
        if not event.models:
            self._mark(event.call - 1, "failed")
        self.path = self.path[:-1]

    def clause_unit(self, event: e.ClauseUnit) -> None:
        self.clause = event.clause

    def implied(self, event: e.Implied) -> None:
        self._assign(Entry(event.literal, event.level, event.because, False))
        self.clause, self.conflict = event.because, None

    def _assign(self, entry: Entry) -> None:
        self.trail.append(entry)
        negative = entry.literal.startswith("¬")
        self.values[entry.literal[1:] if negative else entry.literal] = not negative
        self.level, self.refuted = entry.level, False

    def decided(self, event: e.Decided | e.Assumed) -> None:
        self._assign(Entry(event.literal, event.level, None, True))
        self.clause = self.conflict = self.resolvent = None
        self.derivation = ()
        if not self.calls:
            self._leave(event.level - 1, None)
        self._branch(event.literal, event.level)

    def complemented(self, event: e.Complemented) -> None:
        self._assign(Entry(event.literal, event.level, None, False))
        if not self.calls:
            self._leave(event.level, "failed")
        self._branch(event.literal, event.level)

    def watched(self, event: e.Watched) -> None:
        self.visited = event.clauses

    def conflicted(self, event: e.Conflicted) -> None:
        self.conflict = self.clause = event.because
        self.resolvent, self.derivation = None, ()

    def resolved(self, event: e.Resolved) -> None:
        self.clause, self.resolvent = event.clause, event.literals
        self.derivation = (*self.derivation, (event.clause, event.pivot, event.literals))

    def learned_clause(self, event: e.Learned) -> None:
        self.learned[event.clause] = event.literals
        self.clause, self.resolvent = event.clause, event.literals

    def clause_added(self, event: e.Blocked | e.ClauseAdded) -> None:
        self.learned[event.clause] = event.literals
        self.clause = event.clause

    def forgotten(self, event: e.Forgotten) -> None:
        for clause in event.clauses:
            self.learned.pop(clause, None)

    def undone(self, event: e.Undone) -> None:
        for literal in event.literals:
            entry = self.trail.pop()
            self.values.pop(entry.literal.lstrip("¬"), None)
            if entry.literal != literal:  # a set M that holds both literals of a variable keeps the other one
                self.values.update({other.literal.lstrip("¬"): not other.literal.startswith("¬")
                                    for other in self.trail if other.literal.lstrip("¬") == literal.lstrip("¬")})
        self.level, self.conflict = event.level, None

    def jumped_back(self, event: e.JumpedBack) -> None:
        self._leave(event.level, "failed")
        self.level = event.level

    def restarted(self, event: e.Restarted) -> None:
        self._leave(0, None)

    def modelled(self, event: e.Modelled) -> None:
        self.models = (*self.models, frozenset(event.literals))[-2:]
        self.found += 1
        self.refuted = False
        if self.path:
            self._mark(self.path[-1][0], "model")

    def refuted_call(self, event: e.Refuted) -> None:
        self.refuted = True

    def model_reduced(self, event: e.ModelReduced) -> None:
        self.models = (*self.models[:-1], frozenset(event.literals))

    def listed(self, event: e.Listed) -> None:
        self.fates = dict.fromkeys(event.candidates, "candidate")

    def facts_listed(self, event: e.FactsListed) -> None:
        self.fates.update(dict.fromkeys(event.literals, "backbone"))

    def probed(self, event: e.Probed) -> None:
        self.probe, self.refuted = event.literals, False
        self.nodes, self.path = [], []

    def freed(self, event: e.Freed) -> None:
        self.fates[event.literal] = "free"

    def dropped(self, event: e.Dropped) -> None:
        self.fates[event.literal] = "dropped"

    def fixed(self, event: e.FixedBackbone) -> None:
        self.fates[event.literal] = "backbone"


SatState.folds = {
    e.Called: SatState.called, e.Returned: SatState.returned, e.ClauseUnit: SatState.clause_unit,
    e.Implied: SatState.implied, e.Decided: SatState.decided, e.Assumed: SatState.decided,
    e.Complemented: SatState.complemented, e.Watched: SatState.watched,
    e.Conflicted: SatState.conflicted, e.Resolved: SatState.resolved, e.Learned: SatState.learned_clause,
    e.Blocked: SatState.clause_added, e.ClauseAdded: SatState.clause_added, e.Forgotten: SatState.forgotten,
    e.Undone: SatState.undone, e.JumpedBack: SatState.jumped_back, e.Restarted: SatState.restarted,
    e.Modelled: SatState.modelled, e.ModelReduced: SatState.model_reduced, e.Refuted: SatState.refuted_call,
    e.Listed: SatState.listed, e.FactsListed: SatState.facts_listed, e.Probed: SatState.probed,
    e.Freed: SatState.freed, e.Dropped: SatState.dropped, e.FixedBackbone: SatState.fixed,
}
