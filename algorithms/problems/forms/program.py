"""Propositional logic programs, as a form that answer set algorithms take.

Source: Lierler, *Algorithms in backtracking search behind SAT and ASP*, section 2. A rule (7) is a ← a₁, …, aₖ, not
aₖ₊₁, …, not aₘ, with an atom or ⊥ as its head. A choice rule {a} ← …, which the handout leaves out, lets a be true
where its body is, and does not force it (Simons, Niemelä and Soininen 2002).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.named import Named


class Rule(NamedTuple):
    """A rule over atoms, which are variables: 1, 2, …

    head:     an atom; 0 is ⊥, the head of a constraint
    positive: atoms that must be true for the rule to support its head; ``negative`` those that must be false
    choice:   its head may be true where its body is, but need not
    """

    head: int
    positive: tuple[int, ...] = ()
    negative: tuple[int, ...] = ()
    choice: bool = False

    @property
    def body(self) -> tuple[int, ...]:
        """The literals that must be true: atoms, and complements of atoms."""
        return (*self.positive, *(-atom for atom in self.negative))

    @property
    def clause(self) -> tuple[int, ...]:
        """The clause (8) or (9) of the rule; of a choice rule it would be always true."""
        return (*((self.head,) if self.head else ()), *(-literal for literal in self.body))


@dataclass(frozen=True, slots=True)
class LogicProgram(Named):
    """A finite set of rules over named atoms.

    names:   of the atoms 1, 2, …: atom v is ``names[v - 1]``
    rules:   number i of the events and panels is ``rules[i - 1]``
    origins: what each rule comes from in the puzzle: a constraint's name, or "" where it stands for itself
    visible: how many of the atoms, the first ones, belong to the puzzle; the others are auxiliary
    """

    names: tuple[str, ...]
    rules: tuple[Rule, ...]
    origins: tuple[str, ...]
    visible: int

    method = "as_program"  # the name of the puzzle's method that gives this form
    noun = "rule"  # what each of its parts is called

    @property
    def count(self) -> int:
        """How many rules it has."""
        return len(self.rules)

    def text(self, number: int) -> str:
        """A rule as it is shown: ``a ← b, not c``, a fact ``a``, a constraint ``⊥ ← a``, a choice ``{a} ← b``."""
        rule = self.rules[number - 1]
        head = "⊥" if not rule.head else self.names[rule.head - 1]
        body = ", ".join(self.said(literal) for literal in rule.body)
        return ("{" + head + "}" if rule.choice else head) + (f" ← {body}" if body or not rule.head else "")

    def said(self, literal: int) -> str:
        """A literal of a body as it is written there: ``b`` or ``not c``."""
        return self.names[literal - 1] if literal > 0 else "not " + self.names[-literal - 1]

    def classical(self) -> CNF:
        """Π^cl: the clause of each rule that is no choice; ``origins`` say of which, ``rule 3``. A literal that stands
        in a rule twice is taken once."""
        kept = [(number, rule) for number, rule in enumerate(self.rules, 1) if not rule.choice]
        return CNF(self.names, tuple(tuple(dict.fromkeys(rule.clause)) for _, rule in kept),
                   tuple(f"rule {number}" for number, _ in kept), self.visible)


def generate_and_test(cnf: CNF) -> LogicProgram:
    """A formula as a program whose answer sets are its models, by the method that Lifschitz, *Answer set programming
    and plan generation*, 2002, calls generate and test: a choice for each variable, and a constraint against what makes
    a clause false. A clause that is one variable becomes a fact in place of both."""
    facts = {clause[0]: origin for clause, origin in zip(cnf.clauses, cnf.origins, strict=True)
             if len(clause) == 1 and clause[0] > 0}
    found = [(Rule(atom, choice=atom not in facts), facts.get(atom, "")) for atom in range(1, len(cnf.names) + 1)]
    found += [(Rule(0, tuple(-literal for literal in clause if literal < 0),
                    tuple(literal for literal in clause if literal > 0)), origin)
              for clause, origin in zip(cnf.clauses, cnf.origins, strict=True) if clause[1:] or clause[:1] < (0,)]
    return LogicProgram(cnf.names, tuple(rule for rule, _ in found), tuple(origin for _, origin in found), cnf.visible)
