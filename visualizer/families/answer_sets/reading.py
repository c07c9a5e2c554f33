"""A logic program as a set M of literals makes it look: which literals are true, what each rule can still do.

Everything follows from the definitions of ``semantics.py``, so that board, panels and tabs say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked
from algorithms.words import listed
from visualizer.canvas.primitives import Same
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.state import program_in
from visualizer.families.satisfiability.state import sat_in
from visualizer.runs.states import Lately, State

Kind = Literal["fact", "supports", "choice", "unchosen", "blocked", "open", "violated", "met"]


def chosen_or_not(head: str, out: bool) -> str:
    """What a choice rule with a true body does with its head, which is not true: is it ``out``, or open?"""
    return f"{head} is not chosen" if out else f"{head} may be chosen"


class Verdict(NamedTuple):
    """What a rule can do on M.

    kind: ``fact`` it needs nothing; ``supports`` its body is true; of a choice rule whose body is true, ``choice`` its
          head is open, ``unchosen`` its head is false; ``blocked`` a literal of its body is false, of a constraint
          ``met``; ``violated`` its body is true, its head false; else ``open``
    by:   the literals that block it, as they stand in its body; of an open one those that are open
    """

    kind: Kind
    by: tuple[int, ...] = ()

    @property
    def sign(self) -> str:
        """The kind as a sign."""
        return {"open": "", "blocked": "✗", "violated": "✗"}.get(self.kind, "✓")

    @property
    def color(self) -> str:
        """The colour of the theme that goes with it."""
        return {"open": "muted", "blocked": "bad", "violated": "bad", "met": "muted",
                "unchosen": "muted"}.get(self.kind, "good")


@dataclass(frozen=True)
class Reading:
    """A program on a set M of literals.

    m:    the literals, as numbers; it may hold an atom and its complement
    u:    atoms that are looked at as an unfounded set
    held: the rules that hold up the atoms that have left it
    now:  the rule that is looked at just now (0: none); ``circular`` those that were found to need U itself
    together: the rules that are taken together just now, as those of one atom
    """

    program: LogicProgram
    m: frozenset[int]
    u: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    now: int = 0
    circular: frozenset[int] = frozenset()
    together: frozenset[int] = frozenset()

    def truth(self, literal: int) -> bool | None:
        """Is it true, false or open on M?"""
        return True if literal in self.m else False if -literal in self.m else None

    def clash(self, literal: int) -> bool:
        """Are the literal and its complement both in M?"""
        return literal in self.m and -literal in self.m

    @property
    def tells(self) -> bool:
        """Is it said what a rule can do?"""
        return True

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Of each rule, in order."""
        return tuple(self._verdict(number) for number in range(1, self.program.count + 1))

    def verdict(self, number: int) -> Verdict:
        """Of one rule."""
        return self.verdicts[number - 1]

    def _verdict(self, number: int) -> Verdict:
        rule = self.program.rules[number - 1]
        if by := blocked(rule, self.m):
            return Verdict("blocked" if rule.head else "met", tuple(dict.fromkeys(by)))
        if left := tuple(literal for literal in dict.fromkeys(rule.body) if literal not in self.m):
            return Verdict("open", left)
        if not rule.choice and (not rule.head or -rule.head in self.m):
            return Verdict("violated")
        if rule.choice and rule.head not in self.m:
            return Verdict("unchosen" if -rule.head in self.m else "choice")
        return Verdict("supports" if rule.body or rule.choice else "fact")

    @property
    def whole(self) -> int:
        """How many rules have a true body."""
        return sum(one.kind in ("fact", "supports", "choice", "unchosen") for one in self.verdicts)

    def word(self, literal: int) -> str:
        """A literal of M as it is written: ``b`` or ``¬b``."""
        return self.program.names[literal - 1] if literal > 0 else "¬" + self.program.names[-literal - 1]

    def said(self, number: int) -> str:
        """What a rule can do, in a few words."""
        rule, (kind, by) = self.program.rules[number - 1], self.verdict(number)
        head = self.program.names[rule.head - 1] if rule.head else "⊥"
        if kind in ("blocked", "met"):
            return f"{'blocked' if rule.head else 'met'} by {listed([self.word(-literal) for literal in by])}"
        if kind == "open":
            return f"open: {listed([self.program.said(literal) for literal in by])}"
        if kind == "violated":
            both = rule.head and self.clash(rule.head)
            false = f"{head} and ¬{head} in M" if both else f"{head} is false"
            return f"violated: {false}" if rule.head else "violated: its body is true"
        if kind in ("choice", "unchosen"):
            return chosen_or_not(head, kind == "unchosen")
        return f"a fact: {head} needs nothing" if kind == "fact" else f"supports {head}"

    def left_out(self, number: int, literal: int) -> bool:
        """Does the rule stay without that literal of its body?"""
        return False

    def within(self, number: int) -> list[int]:
        """The atoms of U that a rule needs."""
        return [atom for atom in dict.fromkeys(self.program.rules[number - 1].positive) if atom in self.u]

    def rules_for(self, atom: int) -> list[int]:
        """The numbers of the rules that could support an atom."""
        return [number for number, rule in enumerate(self.program.rules, 1) if rule.head == atom]


@dataclass(frozen=True)
class ReductReading(Reading):
    """A program on a guess X: ``not b`` is true if X has no b. ``m`` are the atoms that were reached, ``u`` those of X
    that were not; ``gone`` the rules that are not in the reduct, ``without`` those that stay without their nots. Before
    it is ``built``, no rule gives anything; before its least model is ``complete``, no constraint is looked at, and
    then one after the other: ``violated`` are those found to be so."""

    x: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    without: frozenset[int] = frozenset()
    built: bool = False
    complete: bool = False
    violated: frozenset[int] = frozenset()

    def truth(self, literal: int) -> bool | None:
        if literal < 0:
            return -literal not in self.x
        return True if literal in self.m else None

    def left_out(self, number: int, literal: int) -> bool:
        return literal < 0 and number in self.without

    def _verdict(self, number: int) -> Verdict:
        rule = self.program.rules[number - 1]
        if number in self.gone:
            return Verdict("blocked", tuple(-atom for atom in dict.fromkeys(rule.negative) if atom in self.x))
        if not rule.head:
            out = tuple(atom for atom in dict.fromkeys(rule.positive) if atom not in self.x)
            if number in self.violated:
                return Verdict("violated")
            return Verdict("met", out) if self.complete and out else Verdict("open")
        left = tuple(atom for atom in dict.fromkeys(rule.positive) if atom not in self.m)
        if not self.built or left:
            return Verdict("open", left)
        return Verdict("supports" if rule.body else "fact")

    def said(self, number: int) -> str:
        rule, (kind, by) = self.program.rules[number - 1], self.verdict(number)
        if kind == "blocked":
            atoms = listed([self.program.names[-literal - 1] for literal in by])
            return f"goes: X has {atoms}" if by else f"goes: X does not choose {self.program.names[rule.head - 1]}"
        named = listed([self.program.names[atom - 1] for atom in by])
        if kind == "open" and number in self.without and not self.built:
            return f"stays, without {listed([f'not {self.program.names[atom - 1]}' for atom in rule.negative])}"
        if kind == "open":
            return f"needs {named}" if self.built and by else ""
        if kind == "met":
            return f"met: X has no {named}"
        if kind == "violated":
            return f"violated: X has {listed([self.program.names[atom - 1] for atom in rule.positive]) or 'its body'}"
        return Reading.said(self, number).replace("supports", "gives")


@dataclass(frozen=True)
class SilentReading(Reading):
    """A program on a set M while a question is open: what M is can be seen, what a rule can do with it is to be found
    out."""

    @property
    def tells(self) -> bool:
        return False

    def _verdict(self, number: int) -> Verdict:
        return Verdict("open")

    def said(self, number: int) -> str:
        return ""


def silent(reading: Reading) -> Reading:
    """The same without what it says of the rules; of a reduct, which of them have gone has been told."""
    if isinstance(reading, ReductReading):
        return replace(reading, built=False, complete=False, without=frozenset(), violated=frozenset())
    return SilentReading(reading.program, reading.m, reading.u, reading.held)


_read: Lately[Reading] = Lately(8)  # board, panels and tabs ask for it, of several runs


def reading_of(program: LogicProgram, state: State) -> Reading:
    """The program as a state makes it look."""
    return _read.of(state, Same(program), lambda: _reading_of(program, state))


def _reading_of(program: LogicProgram, state: State) -> Reading:
    known = program_in(state)
    number = {name: atom for atom, name in enumerate(program.names, 1)}
    if known is None:
        searched = state.of(LoopState)
        u = () if searched is None else searched.loop or searched.u or ()
        return Reading(program, frozenset(_literals(program, state, number)), frozenset(number[atom] for atom in u))
    now = known.rule if known.tested is not None or known.guess is not None else 0
    if known.guess is not None:
        x = frozenset(number[atom] for atom in known.guess)
        reached = frozenset(number[atom] for atom in known.least)
        return ReductReading(program, reached, x - reached, now=now, x=x, gone=frozenset(known.gone),
                             without=frozenset(known.without), built=known.reduct is not None,
                             complete=known.complete, violated=frozenset(known.violated))
    literals = known.models[-1].literals if known.models else tuple(joined.literal for joined in known.m)
    m, unfounded = frozenset(_numbered(literals, number)), frozenset(number[atom] for atom in known.u or ())
    asked = known.number or known.marked
    if not asked and known.clash is None and all(-atom in m for atom in unfounded):  # a search has made all of it false
        unfounded = frozenset()
    held = () if known.marked else known.held.values()
    circular = frozenset(rule for rule, out in known.out.items() if out.why == "circular")
    if known.models and known.models[-1].loop:
        circular = frozenset(rule for rule, one in enumerate(program.rules, 1)
                             if one.head in unfounded and not unfounded.isdisjoint(one.positive))
    building = known.tested is not None and bool(known.completed)
    together = frozenset(known.completed[-1].rules if building else ())
    return Reading(program, m, unfounded, frozenset(held), now, circular, together)


def run_program(state: State) -> LogicProgram | None:
    """The program that a run of one of these families is on."""
    known, searched = program_in(state), state.of(LoopState)
    return known.program if known is not None else None if searched is None else searched.program


def answers_in(state: State) -> tuple[tuple[str, ...], ...]:
    """The answer sets that a run has found so far, without what the program does not show."""
    known, searched = program_in(state), state.of(LoopState)
    if known is not None:
        return visible(known.program, known.found)
    return () if searched is None else visible(searched.program, searched.sets)


def visible(program: LogicProgram, found: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Answer sets without the atoms that the program does not show."""
    hidden = program.hidden
    return tuple(tuple(atom for atom in atoms if atom not in hidden) for atoms in found) if hidden else found


def _literals(program: LogicProgram, state: State, number: Mapping[str, int]) -> Iterator[int]:
    """Where another family runs: the trail of a search for models, else what is known of the atoms."""
    sat = sat_in(state)
    if sat is not None:
        yield from _numbered([entry.literal for entry in sat.trail], number)
        return
    for name, atom in number.items():
        values = state.domains.get(name, ())
        if len(values) == 1:
            yield atom if values[0] else -atom


def _numbered(literals: Iterable[str], number: Mapping[str, int]) -> Iterator[int]:
    """Literals as numbers, those of the program's atoms."""
    for literal in literals:
        atom = number.get(literal.lstrip("¬"))
        if atom is not None:
            yield -atom if literal.startswith("¬") else atom


def heading_of(program: LogicProgram, state: State, reading: Reading) -> str:
    """What the picture rests on: X, or M in the order in which its literals joined it, decisions with Δ."""
    known, sat = program_in(state), sat_in(state)
    if isinstance(reading, ReductReading):
        verdict = "" if known is None else " ✗" if known.refused is not None else " ✓" if known.found else ""
        return f"X = {set_of(program, reading.x)}{verdict}"
    if known is not None and not known.models:
        words = [joined.literal + ("Δ" if joined.how == "decided" else "") for joined in known.m]
    elif sat is not None:
        words = [entry.literal + ("Δ" if entry.decided and not entry.assumed else "") for entry in sat.trail
                 if entry.literal.lstrip("¬") in program.names]
    else:
        words = [reading.word(literal) for literal in sorted(reading.m, key=abs)]
    return "M = " + (" ".join(words) or "∅")


def set_of(program: LogicProgram, atoms: Iterable[int]) -> str:
    """A set of atoms as it is written: ``{a, b}``, or ∅."""
    names = [program.names[atom - 1] for atom in sorted(atoms)]
    return "{" + ", ".join(names) + "}" if names else "∅"


def numbers(rules: Sequence[int]) -> str:
    """Rules by number: ``rule 3``, ``rules 3 and 4``."""
    return f"rule{'s' if len(rules) > 1 else ''} {listed([str(rule) for rule in rules])}"
