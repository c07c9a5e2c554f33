"""Facts about the search for models of a CNF.

Literals are words: ``p`` and ``¬p``, for a Gnomine field ``(3,4)`` and ``¬(3,4)``. Clauses are numbers: those of the
formula from 1 in its order, learned ones after them. ``level`` is the number of decisions on the trail.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from algorithms.core import Event, Grain, event
from algorithms.problems.forms.cnf import negation
from algorithms.words import counted, ordinal, plural, verb


@event
class Called(Event):
    """A recursive call of a search begins, with ``literal`` added to M (None: the first call, with M = ∅)."""

    say: ClassVar[str] = "Call {call}{added}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    call: int  # from 1, in the order of the calls
    parent: int | None
    literal: str | None

    @property
    def added(self) -> str:
        return "" if self.literal is None else f", with {self.literal} added to M"


@event
class Returned(Event):
    """A recursive call ends, and the search goes on: its part of the tree is done."""

    say: ClassVar[str] = "Call {call} returns: {found} below it."
    grain: ClassVar[Grain] = Grain.STEP
    call: int
    models: int = 0  # found in its part of the tree, where all are wanted

    @property
    def found(self) -> str:
        if self.models == 0:
            return "there is no model"
        return f"there {verb(self.models, 'were')} {counted(self.models, 'model')}"


@event
class ClauseUnit(Event):
    """All literals of the clause but one are false: that one must be true. Or all of them are, as ``false`` says: then
    each is a unit literal, and M is about to hold this one and its complement."""

    say: ClassVar[str] = "{what}."
    clause: int
    literal: str
    false: bool = False

    @property
    def what(self) -> str:
        if self.false:
            return f"All literals of clause {self.clause} are false: each is a unit literal, {self.literal} is taken"
        return f"Clause {self.clause} is unit: only {self.literal} is left to make it true"


@event
class Implied(Event):
    """A literal joined the trail; ``because`` is the clause that forced it (None: it was given), or, as ``kind`` says,
    the at-least constraint.

    DPLL's M may become inconsistent by it: then the literal's complement is on the trail, too, until both are undone.
    """

    say: ClassVar[str] = "So {literal}{reason}."
    as_answer: ClassVar[str] = "A literal is forced"
    grain: ClassVar[Grain] = Grain.STEP
    literal: str
    because: int | None
    level: int
    kind: Literal["clause", "constraint"] = "clause"

    @property
    def reason(self) -> str:
        return "" if self.because is None else f", because of {self.kind} {self.because}"


@event
class Decided(Event):
    """A literal was chosen and joined the trail: a new level begins with it."""

    say: ClassVar[str] = "Decide {literal} at level {level}."
    as_answer: ClassVar[str] = "A decision: a literal is chosen"
    grain: ClassVar[Grain] = Grain.LANDMARK
    literal: str
    level: int


@event
class Complemented(Event):
    """The branch of a decision is done: its complement joined the trail in its place, and is no decision.

    ``level`` is that of the decision before it.
    """

    say: ClassVar[str] = "Now the other branch: {literal}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    literal: str
    level: int


@event
class Assumed(Event):
    """A literal that the caller assumes joined the trail: a new level begins with it."""

    say: ClassVar[str] = "Assume {literal} at level {level}."
    grain: ClassVar[Grain] = Grain.STEP
    literal: str
    level: int


@event
class Attached(Event):
    """From now on these clauses watch two of their literals each: ``watches`` has a clause's number and the two.

    They are its first two, repetitions aside, or the next ones where these are false at level 0; of a learned clause
    the literal to be asserted and one of the highest level among the others. A clause of one literal watches nothing,
    nor does one that has p and ¬p.
    """

    say: ClassVar[str] = "{who} from now on."
    watches: tuple[tuple[int, str, str], ...]

    @property
    def who(self) -> str:
        if len(self.watches) != 1:
            return f"{counted(len(self.watches), 'clause')} watch two of their literals each"
        clause, one, other = self.watches[0]
        return f"Clause {clause} watches {one} and {other}"


@event
class Watched(Event):
    """The clauses that watch the complement of ``literal`` were visited: ``clauses``, in order.

    ``moved`` are those among them that watch another literal from now on, in its place, each with that literal. Where a
    solver counts instead of watching, all clauses with the complement are visited, and nothing moves.
    """

    say: ClassVar[str] = "{literal} is propagated: {count} visited."
    literal: str
    clauses: tuple[int, ...]
    moved: tuple[tuple[int, str], ...] = ()

    @property
    def count(self) -> str:
        return counted(len(self.clauses), "clause")


@event
class Conflicted(Event):
    """All literals of the clause are false; in DPLL, M is inconsistent by it: it holds ``literal``, which the clause
    forced, beside its complement, which the clause ``against`` had forced (None: that was chosen, or given)."""

    say: ClassVar[str] = "Conflict: {what}."
    as_answer: ClassVar[str] = "A conflict"
    grain: ClassVar[Grain] = Grain.LANDMARK
    because: int
    level: int
    literal: str | None = None
    against: int | None = None

    @property
    def what(self) -> str:
        if self.literal is None:
            return f"no literal of clause {self.because} is left to be true"
        before = "" if self.against is None else f" (clause {self.against})"
        return f"M has both {negation(self.literal)}{before} and {self.literal} (clause {self.because})"


@event
class Resolved(Event):
    """A step of conflict analysis: the clause so far was resolved with ``clause`` on the variable of ``pivot``.

    ``pivot`` is true, and ``clause`` its reason. What is false at level 0 is left out of ``literals``: its complement
    is a fact. The clause so far is at first that of the conflict.
    """

    say: ClassVar[str] = "Resolve with clause {clause} on {pivot}: {literals}."
    grain: ClassVar[Grain] = Grain.STEP
    clause: int
    pivot: str
    literals: tuple[str, ...]


@event
class Learned(Event):
    """A clause that follows from the formula was added; after the jump back its first literal is unit.

    ``uip`` is the unique implication point that it was learned at: 1 for the first one, the nearest to the conflict; 0
    where analysis did not stop at one, but where only decisions are left.
    """

    say: ClassVar[str] = "Learn clause {clause}: {literals}{later}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    clause: int
    literals: tuple[str, ...]
    uip: int = 1

    @property
    def later(self) -> str:
        return f", at the {ordinal(self.uip)} UIP" if self.uip > 1 else ""


@event
class Forgotten(Event):
    """Learned clauses of little use were removed."""

    say: ClassVar[str] = "Forget {what} {clauses}."
    grain: ClassVar[Grain] = Grain.STEP
    clauses: tuple[int, ...]

    @property
    def what(self) -> str:
        return plural(len(self.clauses), "clause")


@event
class Undone(Event):
    """Literals left the trail, the last one first; ``level`` is where the search is now."""

    say: ClassVar[str] = "Undo {literals}."
    literals: tuple[str, ...]
    level: int


@event
class JumpedBack(Event):
    """The search returns from one level to another, not always the one before it."""

    say: ClassVar[str] = "Jump back from level {start} to level {level}."
    grain: ClassVar[Grain] = Grain.STEP
    start: int
    level: int


@event
class Restarted(Event):
    """The search begins again from level 0, with all that it has learned."""

    say: ClassVar[str] = "Restart after {number}."
    grain: ClassVar[Grain] = Grain.PHASE
    conflicts: int

    @property
    def number(self) -> str:
        return counted(self.conflicts, "conflict")


@event
class Modelled(Event):
    """A model was found; a partial one satisfies every clause whatever the other variables are."""

    say: ClassVar[str] = "A model: {literals}."
    as_answer: ClassVar[str] = "A model is found"
    grain: ClassVar[Grain] = Grain.PHASE
    literals: tuple[str, ...]


@event
class Refuted(Event):
    """There is no model; under assumptions: none in which they all hold."""

    say: ClassVar[str] = "There is no {more}model{condition}."
    as_answer: ClassVar[str] = "The end: no model is left"
    grain: ClassVar[Grain] = Grain.PHASE
    assumptions: tuple[str, ...] = ()
    models: int = 0  # found before

    @property
    def more(self) -> str:
        return "further " if self.models else ""

    @property
    def condition(self) -> str:
        return f" with {', '.join(self.assumptions)}" if self.assumptions else ""


@event
class Blocked(Event):
    """A clause that excludes the model just found, and no other, was added; CDCL names its decisions only."""

    say: ClassVar[str] = "Block this model with clause {clause}: {literals}."
    as_answer: ClassVar[str] = "A clause excludes this model"
    grain: ClassVar[Grain] = Grain.STEP
    clause: int
    literals: tuple[str, ...]


@event
class ModelReduced(Event):
    """The model just found was reduced to a part of it that satisfies every clause; ``removed`` left it."""

    say: ClassVar[str] = "These satisfy every clause already: {literals}. Open now: {removed}."
    grain: ClassVar[Grain] = Grain.STEP
    literals: tuple[str, ...]
    removed: tuple[str, ...]


@event
class ClauseAdded(Event):
    """A clause joined the formula; it changes nothing about what is still asked."""

    say: ClassVar[str] = "Clause {clause} is added: {literals}."
    grain: ClassVar[Grain] = Grain.STEP
    clause: int
    literals: tuple[str, ...]


# --- backbones -----------------------------------------------------------------------------------------------------


@event
class Listed(Event):
    """The candidates: literals that may still belong to the backbone, in the order in which they will be tested."""

    say: ClassVar[str] = "{number} for the backbone."
    grain: ClassVar[Grain] = Grain.STEP
    candidates: tuple[str, ...]

    @property
    def number(self) -> str:
        return counted(len(self.candidates), "candidate")


@event
class FactsListed(Event):
    """The literals of the formula's unit clauses: backbones that need no test. The formula has a model."""

    say: ClassVar[str] = "{number} of the formula: in the backbone without a test."
    grain: ClassVar[Grain] = Grain.STEP
    literals: tuple[str, ...]

    @property
    def number(self) -> str:
        return counted(len(self.literals), "fact")


@event
class Probed(Event):
    """The formula is tested with ``literals`` assumed (all of them; in a chunk, at least one of them).

    They are complements of candidates: if there is no model, these candidates are backbones.
    """

    say: ClassVar[str] = "Is there a model with {joined}?"
    grain: ClassVar[Grain] = Grain.PHASE
    literals: tuple[str, ...]
    chunk: bool = False

    @property
    def joined(self) -> str:
        return (" or " if self.chunk else " and ").join(self.literals)


@event
class Freed(Event):
    """A candidate is no backbone: a partial model leaves its variable unassigned."""

    say: ClassVar[str] = "{literal} is no backbone: the model leaves it open."
    as_answer: ClassVar[str] = "Freed: a model leaves it open"
    grain: ClassVar[Grain] = Grain.STEP
    literal: str


@event
class Dropped(Event):
    """A candidate is no backbone: a model has its complement."""

    say: ClassVar[str] = "{literal} is no backbone: a model has it the other way."
    as_answer: ClassVar[str] = "Dropped: some models lack it"
    grain: ClassVar[Grain] = Grain.STEP
    literal: str


@event
class FixedBackbone(Event):
    """A candidate is true in every model: there is none with its complement."""

    say: ClassVar[str] = "{literal} is in the backbone."
    as_answer: ClassVar[str] = "Fixed: it is in the backbone"
    grain: ClassVar[Grain] = Grain.LANDMARK
    literal: str
