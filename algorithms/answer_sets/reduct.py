"""The reduct of a guess, and its least model: what an answer set is, by its first definition.

Source: Michael Gelfond and Vladimir Lifschitz, *The stable model semantics for logic programming*, ICLP 1988; Lierler's
handout speaks of it in section 2. Choice rules: Simons, Niemelä and Soininen 2002.

    Π   the program    X   the guess, a set of atoms    Π^X   the reduct    B   the body of a rule

Of a constraint, whose head is ⊥, the reduct has the positive part like that of any rule; it gives no atom, and X must
not make its body true. A choice {a} ← B is in the reduct, as a ← B, if X has a.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from algorithms.answer_sets import ANSWER_SETS
from algorithms.answer_sets.events import (
    AnswerSetFound,
    AtomReached,
    ConstraintViolated,
    GuessRefused,
    LeastModelFound,
    NegationDropped,
    ReductBuilt,
    RuleDropped,
    SetGuessed,
)
from algorithms.answer_sets.given import atoms_given
from algorithms.answers import Answer
from algorithms.core import Choose, Counter, Outcome, Steps, algorithm, choose
from algorithms.core import choose as first
from algorithms.problems.forms.named import LiteralWords
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.semantics import least_model

PSEUDOCODE = """
X ← the guess                                       # SetGuessed
for each rule a ← B of Π
  B has "not b" with b ∈ X, or a may be chosen      # +
    and a ∉ X: the rule goes                        # RuleDropped
  otherwise it stays, without its "not b"           # NegationDropped
what is left is the reduct Π^X                      # ReductBuilt
Y ← ∅                                               # =
while a rule of Π^X has its body in Y: its head     # +
  joins Y                                           # AtomReached
Y is the least model of Π^X                         # LeastModelFound
does X make the body of a constraint of Π^X true?   # ConstraintViolated, =
X = Y, and it does not: X is an answer set          # AnswerSetFound
otherwise it is none                                # GuessRefused
"""


@dataclass(frozen=True)
class Reduced(Answer):
    """The least model of the reduct, and whether the guess is an answer set."""

    least: tuple[str, ...]
    stable: bool

    @property
    def outcome(self) -> Outcome:
        return "complete"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        return {"answer_set": self.stable, "least_model": sorted(atom for atom in self.least if atom not in hidden)}


@algorithm(
    "reduct",
    title="Reduct and least model",
    family=ANSWER_SETS, solves=LogicProgram,
    source="Gelfond and Lifschitz 1988",
    pseudocode=PSEUDOCODE,
    rungs=("rule", "atom", "reduct", "verdict"),
    counters=(
        Counter("rules gone", RuleDropped, "rules that are not in the reduct"),
        Counter("without not", NegationDropped, "rules that stay in the reduct without their not"),
        Counter("atoms", AtomReached, "atoms of the least model"),
    ),
)
def reduct(program: LogicProgram, *, guess: tuple[str, ...] = (), choose: Choose = choose) -> Steps[Reduced]:
    """Is the ``guess``, a set of atoms, an answer set? Raises AlgorithmError for what is no set of atoms."""
    return _reduct(program, atoms_given(program, "guess", guess), choose)


def _reduct(program: LogicProgram, x: list[int], choose: Choose) -> Steps[Reduced]:
    words = program.words()
    yield SetGuessed(words.said(x))
    kept: dict[int, Rule] = {}
    for number, rule in enumerate(program.rules, 1):
        nots = list(dict.fromkeys(rule.negative))
        if against := [b for b in nots if b in x]:
            yield RuleDropped(number, words.said(against))
        elif rule.choice and rule.head not in x:
            yield RuleDropped(number, ())
        else:
            kept[number] = Rule(rule.head, rule.positive)
            if nots:
                yield NegationDropped(number, words.said(nots))
    yield ReductBuilt(tuple(kept))
    number_of = {rule: number for number, rule in reversed(kept.items())}
    y = []
    reached = least_model(kept.values())
    for a, rule in reached if choose is first else in_any_order(reached, kept.values(), words, choose):
        y.append(a)
        yield AtomReached(words[a], number_of[rule])
    yield LeastModelFound(words.said(sorted(y)))
    violated = [number for number, rule in kept.items() if not rule.head and set(rule.positive) <= set(x)]
    for number in violated:
        yield ConstraintViolated(number)
    stable = set(x) == set(y) and not violated
    if stable:
        yield AnswerSetFound(words.said(x), 1)
    else:
        yield GuessRefused(words.said(a for a in x if a not in y), words.said(a for a in sorted(y) if a not in x),
                           tuple(violated))
    return Reduced(words.said(sorted(y)), stable)


def in_any_order(reached: Sequence[tuple[int, Rule]], rules: Collection[Rule], words: LiteralWords, choose: Choose
                 ) -> Iterator[tuple[int, Rule]]:
    """The atoms of the least model as somebody reaches them, each by the first rule whose body is there."""
    left, y = dict(reached), set[int]()
    while left:
        able = {words[a]: (a, rule) for rule in reversed(list(rules)) if (a := rule.head) in left
                and y.issuperset(rule.positive)}
        usual = next(iter(left))
        able[words[usual]] = usual, left[usual]
        a, rule = able[choose("atom", tuple(word for word in map(words.__getitem__, left) if word in able),
                              words[usual])]
        del left[a]
        y.add(a)
        yield a, rule
