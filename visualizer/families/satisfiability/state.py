"""The state of a search for models: trail, clauses, tree, models, candidates for the backbone."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.cover import Item
from algorithms.problems.forms.csp import Domain
from algorithms.problems.forms.supposition import Thought
from algorithms.problems.puzzle import Puzzle
from algorithms.words import counted
from visualizer.families.satisfiability.entries import Entry, Fate, Jump, Model, forgot, remember, since_choice
from visualizer.families.satisfiability.supposing import suppose
from visualizer.families.satisfiability.watch_lists import attach, move
from visualizer.runs.form_state import FormState
from visualizer.runs.states import State


@dataclass(slots=True)
class SatState(FormState):
    """What a SAT algorithm knows.

    learned:    the clauses added to it, by number; ``added``: those of them that do not follow from it
    trail:      the literals assigned, in order; ``values`` the same by variable
    clash:      the variable whose literals are both on the trail, as DPLL's M may have them
    about:      the literal that joined the trail just now, or is propagated; None once something else is done
    visited:    the clauses last looked at; ``clause`` the one of the last event, ``conflict`` a false one
    watches:    by literal, the clauses that watch it, in the solver's order; ``watching``: some do, or did
    counted:    where no clause watches any, the literals whose complements the clauses have counted as false
    propagated: the literal whose complement's clauses were ``visited``; ``moved``: those of them that watch another
                literal since, each with that literal
    resolvent:  the clause that conflict analysis has come to, and ``derivation``: the steps (clause, pivot, literals)
    learns:     clauses are learned from conflicts; without that none is analysed
    analysed:   the false clause that it began with, until the search goes on from what was learned
    jump:       the last way back along the trail, until the search goes on
    news:       what was done to all that was learned, until the search goes on
    newest:     the highest number that a clause added to the formula has had; 0 if none was added
    calls:      the nodes of the tree are calls of DPLL, otherwise decisions
    models:     the last two models (each a frozen set of literals), ``found`` how many there were, ``remembered``: the
                last ones with what is known of them
    fates:      of the candidates for the backbone, by literal; ``probe`` the literals being tested, all of them or, in
                a ``chunk``, at least one
    refuted:    the last call found no model; ``assumptions``: in which all of these hold; ``further``: but some before
    answered:   a model was found since the question was asked
    guessed:    something was decided, assumed or added to the formula; what was implied before is so in every model
    """

    trail: list[Entry] = field(default_factory=list)
    values: dict[str, bool] = field(default_factory=dict)
    clash: str | None = None
    level: int = 0
    learned: dict[int, tuple[str, ...]] = field(default_factory=dict)
    added: set[int] = field(default_factory=set)
    about: str | None = None
    visited: tuple[int, ...] = ()
    watches: dict[str, tuple[int, ...]] = field(default_factory=dict)
    watching: bool = False
    counted: tuple[str, ...] = ()
    propagated: str | None = None
    moved: tuple[tuple[int, str], ...] = ()
    clause: int | None = None
    conflict: int | None = None
    resolvent: tuple[str, ...] | None = None
    derivation: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    learns: bool = True
    analysed: int | None = None
    jump: Jump | None = None
    news: str = ""
    newest: int = 0
    calls: bool = False
    models: tuple[frozenset[str], ...] = ()
    found: int = 0
    remembered: tuple[Model, ...] = ()
    fates: dict[str, Fate] = field(default_factory=dict)
    probe: tuple[str, ...] = ()
    chunk: bool = False
    refuted: bool = False
    further: bool = False
    assumptions: tuple[str, ...] = ()
    answered: bool = False
    guessed: bool = False

    def apply(self, event: Event, state: State) -> None:
        fold = self.folds.get(type(event))
        if fold is not None:
            fold(self, event)
        if isinstance(event, e.Implied) and not self.guessed:
            state.holds(event.literal, f"{event.kind} {event.because}")
        if self.direct:
            self._tell(event, state)

    def _tell(self, event: Event, state: State) -> None:
        """What the event says of literals ``x=v`` is known of x."""
        for literal in self.changed(event):
            found = self.direct.get(literal.lstrip("¬"))
            if found is not None:
                state.know(found[0], self.left(*found))

    def changed(self, event: Event) -> Iterable[str]:
        """The literals of which the event says something."""
        literals: tuple[str, ...] = getattr(event, "literals", ()) or (getattr(event, "literal", None) or "",)
        return literals

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        return replace(FormState.anew(self, position, key), learns=self.learns)

    def copy(self) -> Self:
        return replace(self, trail=list(self.trail), values=dict(self.values), learned=dict(self.learned),
                       added=set(self.added), watches=dict(self.watches), tree=self.tree.copy(), fates=dict(self.fates))

    @property
    def begun(self) -> bool:
        """Has anything been looked at?"""
        return bool(self.trail or self.visited or self.clause or self.conflict or self.found or self.refuted
                    or self.fates or self.probe or self.calls or self.news or self.jump)

    def is_open(self, variable: str) -> bool:
        return self.truth(variable) is None and variable in self.form.names

    def item(self) -> Item | None:
        """The item of a cover that is looked at, where the search is for one."""
        return None

    def progress(self) -> str:
        """What is said of the search in a line, where that is not how many variables have a value."""
        return ""

    def literals_of(self, clause: int) -> tuple[str, ...]:
        """The literals of a clause, given or learned; empty if it has been forgotten."""
        if clause <= self.form.count:
            return tuple(map(self.form.word, self.form.literals(clause)))
        return self.learned.get(clause, ())

    def kind_of(self, clause: int) -> str:
        """What a clause is called: one that is given, one that was learned, or one that excludes models."""
        return self.form.noun if clause <= self.form.count else "added" if clause in self.added else "learned"

    def minimum(self, clause: int) -> int:
        """How many literals of a clause must be true: 1, but where it is an at-least constraint."""
        return self.form.constraints[clause - 1].minimum if isinstance(self.form, AtLeastForm) else 1

    def falsity(self, clause: int) -> tuple[int, int]:
        """How many literals of a clause are false, and how many may be."""
        literals = self.literals_of(clause)
        return sum(self.truth(literal) is False for literal in literals), len(literals) - self.minimum(clause)

    def clauses_with(self, literal: str) -> tuple[int, ...]:
        """All clauses in which a literal occurs, given and learned."""
        learned = (number for number, literals in self.learned.items() if literal in literals)
        return (*self.occurring.get(literal, ()), *learned)

    def clauses_for(self, literal: str) -> tuple[int, ...]:
        """The clauses to be visited when a literal becomes false: those that watch it, or all in which it occurs."""
        return self.watches.get(literal, ()) if self.watching else self.clauses_with(literal)

    def watched_in(self, clause: int) -> tuple[str, ...]:
        """The literals that a clause watches."""
        literals = dict.fromkeys(self.literals_of(clause))
        return tuple(literal for literal in literals if clause in self.watches.get(literal, ()))

    def truth(self, literal: str) -> bool | None:
        """Is the literal true, false or open (None) on the trail?"""
        negative = literal.startswith("¬")
        value = self.values.get(literal[1:] if negative else literal)
        return None if value is None else value != negative

    def both(self, literal: str) -> bool:
        """Are the literal and its complement on the trail?"""
        return self.clash is not None and literal.lstrip("¬") == self.clash

    @property
    def clashing(self) -> tuple[Entry, ...]:
        """The two literals that contradict each other, as they joined the trail; nothing where it is consistent."""
        return () if self.clash is None else tuple(entry for entry in self.trail if self.both(entry.literal))

    @property
    def seen_as_model(self) -> bool:
        """Is what is assigned the model that was found last?"""
        return bool(self.models and self.models[-1]) and all(self.truth(literal) for literal in self.models[-1])

    @property
    def settled(self) -> bool:
        """Is nothing looked at any more: is this a model, or has each candidate for the backbone its fate?"""
        return "candidate" not in self.fates.values() if self.fates else self.seen_as_model

    @property
    def tentative(self) -> Mapping[str, bool]:
        """The variables of literals since the first choice, and of an open probe; none in a model."""
        if self.seen_as_model:
            return {}
        found = {entry.literal.lstrip("¬"): entry.decided for entry in since_choice(self.trail)}
        return {x.lstrip("¬"): True for x in self.probe if len(self.probe) == 1 and not self.refuted} | found

    def think(self, thought: Thought, steps: int) -> Self | None:
        """The literals of a thought on the trail."""
        return suppose(self.copy(), thought, steps)

    def left(self, x: str, values: Domain) -> Domain:
        """Which of the values of x are left: of 0 and 1 that of the variable x itself, where it is known; else the one
        whose variable ``x=v`` is true, or those that are open."""
        known = self._known(x)
        if known is not None:
            return (int(known),)
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

    @property
    def at_hand(self) -> Entry | None:
        """The trail's entry for the literal that the last step was about, if it was about one."""
        return None if self.about is None else next((x for x in reversed(self.trail) if x.literal == self.about), None)

    # Folds, one for each kind of event.

    def called(self, event: e.Called) -> None:
        """Each call is a node. That of a literal has grown with it: there M was, before the call."""
        if self.tree.grown < event.call:
            self.tree.grow(event.literal or "∅", len(self.tree.path))
        self.calls = True

    def returned(self, event: e.Returned) -> None:
        self.tree.back(failed=not event.models)

    def _branch(self, literal: str, level: int) -> None:
        """A decision, or its complement; where the algorithm has calls, these are the nodes, not the levels."""
        if not self.tree.path:
            self.tree.grow("∅", 0)
        self.tree.grow(literal, len(self.tree.path) if self.calls else level)

    def clause_unit(self, event: e.ClauseUnit) -> None:
        self.clause = event.clause

    def constraint_tight(self, event: e.ConstraintTight) -> None:
        self.clause = event.constraint

    def implied(self, event: e.Implied) -> None:
        if self.analysed is None or event.because != self.newest:  # what was learned forces it: that is told to its end
            self._go_on()
        self._assign(Entry(event.literal, event.level, event.because, False))
        self.clause, self.conflict = event.because, None

    def _assign(self, entry: Entry) -> None:
        self.trail.append(entry)
        variable, value = entry.literal.lstrip("¬"), not entry.literal.startswith("¬")
        if self.values.get(variable, value) != value:
            self.clash = variable
        self.values[variable] = value
        self.level, self.refuted, self.about = entry.level, False, entry.literal

    def assign(self, literal: str, because: int | None, *, decided: bool, besides: bool = False) -> None:
        """The literal is true at the current level."""
        self._assign(Entry(literal, self.level, because, decided, besides=besides))

    def unassign(self, length: int) -> None:
        """Only the first literals of the trail are true."""
        for entry in self.trail[length:]:
            self.values.pop(entry.literal.lstrip("¬"), None)
        del self.trail[length:]
        self.about = None

    def decided(self, event: e.Decided | e.Assumed) -> None:
        self.guessed = True
        self._go_on()
        self._look_away()
        self._assign(Entry(event.literal, event.level, None, True, isinstance(event, e.Assumed)))
        self.clause = self.conflict = None
        self.derivation = ()
        if self.probe or isinstance(event, e.Decided):  # what is given to a propagation begins no search
            self._branch(event.literal, event.level)

    def complemented(self, event: e.Complemented) -> None:
        self._go_on()
        self._assign(Entry(event.literal, event.level, None, False, besides=self.answered))
        self.clause = None  # the false one is left behind
        self.tree.fail_left()
        self._branch(event.literal, event.level)

    def attached(self, event: e.Attached) -> None:
        self.watching = True
        attach(self.watches, event.watches)

    def watched(self, event: e.Watched) -> None:
        self._go_on()
        self.visited, self.propagated, self.moved = event.clauses, event.literal, event.moved
        self.about = event.literal  # others may have joined behind it
        self.clause = None if (entry := self.at_hand) is None else entry.because
        self.counted = () if self.watching else (*self.counted, event.literal)
        move(self.watches, negation(event.literal), event.moved)

    def conflicted(self, event: e.Conflicted | e.TooManyFalse) -> None:
        self._go_on()
        self.conflict = self.clause = self.analysed = event.because
        self.resolvent, self.derivation = None, ()

    def resolved(self, event: e.Resolved) -> None:
        self._look_away()
        self.clause, self.resolvent = event.clause, event.literals
        self.derivation = (*self.derivation, (event.clause, event.pivot, event.literals))

    def learned_clause(self, event: e.Learned) -> None:
        self.learned[event.clause] = event.literals
        self.clause, self.resolvent, self.newest, self.about = event.clause, event.literals, event.clause, None

    def clause_added(self, event: e.Blocked | e.ClauseAdded) -> None:
        self.learned[event.clause] = event.literals
        self.added.add(event.clause)
        self.newest = event.clause
        self.clause, self.guessed, self.about = event.clause, True, None
        if isinstance(event, e.Blocked) and self.remembered:
            self.remembered = (*self.remembered[:-1], self.remembered[-1]._replace(excluded=event.clause))

    def forgotten(self, event: e.Forgotten) -> None:
        gone = set(event.clauses)
        for literal in {literal for clause in gone for literal in self.watched_in(clause)}:
            self.watches[literal] = tuple([clause for clause in self.watches[literal] if clause not in gone])
        for clause in gone:
            self.learned.pop(clause, None)
            self.added.discard(clause)
        self._report(forgot(len(gone), len(self.learned) - len(self.added)))

    def restarted(self, _event: e.Restarted) -> None:
        self._report(f"restart: back to level 0, with {counted(len(self.learned) - len(self.added), 'learned clause')}")

    def undone(self, event: e.Undone) -> None:
        kept = len(self.trail) - len(event.literals)
        if self.jump is not None:  # another way back: the conflict before the first one is history
            self.analysed = None
        self.jump = Jump(kept, tuple(self.trail[kept:]))
        for literal in event.literals:
            entry = self.trail.pop()
            self.values.pop(entry.literal.lstrip("¬"), None)
            if entry.literal != literal:  # a set M that holds both literals of a variable keeps the other one
                self.values.update({other.literal.lstrip("¬"): not other.literal.startswith("¬")
                                    for other in self.trail if other.literal.lstrip("¬") == literal.lstrip("¬")})
            if self.both(literal):
                self.clash = None
        if not self.calls:
            self.tree.jump(event.level, failed=self.conflict is not None)
        if self.clause != self.newest or self.about is not None:  # else it was just added
            self.clause = None
        self.level, self.conflict = event.level, None
        self.counted = tuple([literal for literal in self.counted if self.truth(literal)])
        self._look_away()

    def _go_on(self) -> None:
        """Something new happens: the last conflict, and the way back from it, are history."""
        self.analysed = self.jump = self.resolvent = None
        self.news = ""

    def _report(self, news: str) -> None:
        """That is all that the step is about: no clause and no literal of before."""
        self._look_away()
        self.clause, self.news = None, news

    def _look_away(self) -> None:
        self.visited, self.propagated, self.moved, self.about = (), None, (), None

    def modelled(self, event: e.Modelled) -> None:
        self._go_on()
        self.models = (*self.models, frozenset(event.literals))[-2:]
        self.found += 1
        chosen = frozenset(entry.literal for entry in self.trail if entry.decided)
        self.remembered = remember(self.remembered, Model(self.found, self.models[-1], chosen))
        self.refuted, self.answered, self.clause = False, True, None  # it is about all clauses
        self._look_away()
        self.tree.solved()

    def refuted_call(self, event: e.Refuted) -> None:
        self.refuted, self.further, self.assumptions = True, event.models > 0, event.assumptions
        self._look_away()
        if self.conflict is None:  # what was propagated last need not have to do with it
            self.clause = next((x.because for x in self.trail if negation(x.literal) in event.assumptions), None)
        while self.tree.path:
            self.tree.back(failed=True)

    def model_reduced(self, event: e.ModelReduced) -> None:
        self.models = (*self.models[:-1], frozenset(event.literals))
        last = self.remembered[-1]
        self.remembered = (*self.remembered[:-1], last._replace(literals=self.models[-1],
                                                                chosen=last.chosen & self.models[-1]))


SatState.folds = {
    e.Called: SatState.called, e.Returned: SatState.returned, e.ClauseUnit: SatState.clause_unit,
    e.ConstraintTight: SatState.constraint_tight, e.TooManyFalse: SatState.conflicted,
    e.Implied: SatState.implied, e.Decided: SatState.decided, e.Assumed: SatState.decided,
    e.Complemented: SatState.complemented, e.Attached: SatState.attached, e.Watched: SatState.watched,
    e.Conflicted: SatState.conflicted, e.Resolved: SatState.resolved, e.Learned: SatState.learned_clause,
    e.Blocked: SatState.clause_added, e.ClauseAdded: SatState.clause_added, e.Forgotten: SatState.forgotten,
    e.Restarted: SatState.restarted, e.Undone: SatState.undone, e.Modelled: SatState.modelled,
    e.ModelReduced: SatState.model_reduced, e.Refuted: SatState.refuted_call,
}


def sat_in(state: State) -> SatState | None:
    """The search for models in a state, where its algorithm is one."""
    return state.of(SatState)


def sat_of(state: State) -> SatState:
    """The search in a state of this family, or of one that adds to it."""
    assert isinstance(state.family, SatState)
    return state.family
