"""The greatest unfounded set on a set M of literals, as a class finds it: by taking out what is held up.

Source: Yuliya Lierler, *Handout on Algorithms in Backtracking Search behind SAT and ASP*, University of Nebraska at
Omaha, section 2; the greatest unfounded set: Van Gelder, Ross and Schlipf, *The well-founded semantics for general
logic programs*, Journal of the ACM 38(3), 1991.

    Π   the program    M   a consistent set of literals, m    U   a set of atoms, u
    B   the body of a rule    M⁺   the atoms among the literals of M

A set U is *unfounded* on M if each rule for each atom of U is blocked by M (M has the complement of a literal of its
body), or needs an atom of U. The union of unfounded sets is unfounded, so there is a greatest one. The handout defines
it and does not say how it is found: here U begins with all atoms, and an atom leaves it as soon as a rule can hold it
up, one that M does not block and that needs nothing of U. What leaves is in no unfounded set; when nothing leaves any
more, the last round has crossed out every rule. A choice rule can hold up its head like any other. Heads that are ⊥
are no atoms.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from algorithms.answer_sets import ANSWER_SETS
from algorithms.answer_sets.events import (
    AtomHeld,
    PropositionApplied,
    RoundStarted,
    RuleBlocked,
    RuleCircular,
    RuleSupports,
    SetChecked,
    SetMarked,
    UnfoundedFound,
)
from algorithms.answer_sets.given import atoms_given, literals_given
from algorithms.answers import Answer
from algorithms.core import Choose, Counter, Outcome, Steps, algorithm, choose
from algorithms.events import Assumed
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked

PSEUDOCODE = """
M ← the literals that are given                      # Assumed, =
a marked set U: is it unfounded on M?                # SetMarked, =
  yes, if TEST finds no rule for any atom of it      # SetChecked, =

U ← all atoms of Π
repeat, with each atom a of U                        # RoundStarted
  TEST(a, U) finds a rule: a leaves U                # AtomHeld
until none has left: U is the greatest unfounded set # UnfoundedFound
M has a literal for each atom: Proposition 2         # PropositionApplied, =

TEST(a, U): for each rule a ← B of Π                 # =
  M has the complement of a literal of B: blocked    # RuleBlocked, =
  an atom of B is in U: it needs U itself            # RuleCircular
  neither: the rule can hold up a                    # RuleSupports
"""


@dataclass(frozen=True)
class Unfounded(Answer):
    """The greatest unfounded set; and of a marked set, if there is one, whether it is unfounded."""

    atoms: tuple[str, ...]
    marked: bool | None

    @property
    def outcome(self) -> Outcome:
        return "complete"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        said: dict[str, object] = {"unfounded": sorted(atom for atom in self.atoms if atom not in hidden)}
        return said if self.marked is None else {**said, "set_is_unfounded": self.marked}


@algorithm(
    "unfounded",
    title="Greatest unfounded set",
    family=ANSWER_SETS, solves=LogicProgram,
    source="Lierler 2020, section 2",
    pseudocode=PSEUDOCODE,
    rungs=("rule", "support", "atom", "round"),
    counters=(
        Counter("blocked", RuleBlocked, "times that a rule was found blocked by M"),
        Counter("circular", RuleCircular, "times that a rule was found to need an atom of U"),
        Counter("held up", AtomHeld, "atoms that a rule holds up"),
        Counter("unfounded atoms", UnfoundedFound, "atoms of the greatest unfounded set",
                lambda event: len(event.atoms)),
    ),
)
def unfounded(
    program: LogicProgram,
    *,
    given: tuple[str, ...] = (),
    set: tuple[str, ...] = (),  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[Unfounded]:
    """The greatest set unfounded on M. ``given``: the literals of M, such as p and ~q. ``set``: atoms that are asked
    about first: are they an unfounded set? Raises AlgorithmError for what is no such set."""
    test = Test(program, literals_given(program, "given", given), choose)
    return test.whole(atoms_given(program, "set", set))


class Test:
    """The rules of a program, tested on one M."""

    __test__ = False  # of programs, not of this one

    def __init__(self, program: LogicProgram, m: list[int], choose: Choose = choose) -> None:
        """``choose`` is asked which atom of U is tested next."""
        self.program, self.words, self.m, self.choose = program, program.words(), m, choose
        self.of: dict[int, list[int]] = {atom: [] for atom in range(1, len(program.names) + 1)}
        for number, rule in enumerate(program.rules, 1):
            if rule.head:
                self.of[rule.head].append(number)

    def whole(self, marked: list[int]) -> Steps[Unfounded]:
        """All of it, to the answer."""
        for level, literal in enumerate(self.m, 1):
            yield Assumed(self.words[literal], level)
        verdict = (yield from self.check(marked)) if marked else None
        u = yield from self.greatest()
        if len(self.m) == len(self.of):
            yield self.proposition_2(u)
        return Unfounded(self.words.said(u), verdict)

    def check(self, u: list[int]) -> Steps[bool]:
        """Is this set unfounded on M?"""
        said = self.words.said(u)
        yield SetMarked(said)
        for a in u:
            if rule := (yield from self.test(a, u)):
                yield SetChecked(said, False, rule, self.words[a])
                return False
        yield SetChecked(said, True, 0, "")
        return True

    def greatest(self) -> Steps[list[int]]:
        """The greatest unfounded set."""
        u, left, number = dict.fromkeys(self.of), True, 0
        while u and left:
            number, left = number + 1, False
            yield RoundStarted(number, self.words.said(u))
            for a in self.in_turn(list(u)):
                if rule := (yield from self.test(a, u)):
                    del u[a]
                    left = True
                    yield AtomHeld(self.words[a], rule)
        yield UnfoundedFound(self.words.said(u))
        return list(u)

    def in_turn(self, u: list[int]) -> Iterator[int]:
        """The atoms of a round: in any order the same ones leave U in the end."""
        waiting = {self.words[a]: a for a in u}
        while waiting:
            yield waiting.pop(self.choose("atom", tuple(waiting), next(iter(waiting))))

    def test(self, a: int, u: Collection[int]) -> Steps[int]:
        """The first rule that can hold up an atom of ``u``, or 0."""
        for number in self.of[a]:
            rule = self.program.rules[number - 1]
            if against := blocked(rule, self.m):
                yield RuleBlocked(number, self.words[a], tuple(self.words[-literal] for literal in against))
            elif needs := [atom for atom in rule.positive if atom in u]:
                yield RuleCircular(number, self.words[a], self.words.said(dict.fromkeys(needs)))
            else:
                yield RuleSupports(number, self.words[a])
                return number
        return 0

    def proposition_2(self, u: Collection[int]) -> PropositionApplied:
        """Is M⁺, of an M that assigns all atoms, an answer set?"""
        positive = sorted(literal for literal in self.m if literal > 0)
        violated = [number for number, rule in enumerate(self.program.rules, 1)
                    if not rule.choice and not any(literal in self.m for literal in rule.clause)]
        return PropositionApplied(self.words.said(positive), tuple(violated),
                                  self.words.said(a for a in positive if a in u))
