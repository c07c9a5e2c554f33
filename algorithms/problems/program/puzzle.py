"""The puzzle kind ``program``: a propositional logic program, as text.

Source: Lierler, *Algorithms in backtracking search behind SAT and ASP*, section 2.

    puzzle: {kind: program, rules: "r.\\np :- not q, r.\\nq :- not p, r."}
    puzzle: {kind: program, file: queens.lp}
    puzzle: {kind: program, random: {atoms: 30, rules: 60, seed: 1}}

``{a; b} :- c.`` is a choice rule for each of the atoms. A literal that stands in a rule twice stays there twice: so the
rules are those that people see in their text. A program with variables is grounded; ``origins`` are the rules in its
text then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP, Domain
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import completion
from algorithms.problems.forms.theory import Theory, of_program
from algorithms.problems.program.assembly import assembled, written_rules
from algorithms.problems.program.deal import RandomProgram, deal, names
from algorithms.problems.program.grounding import grounded
from algorithms.problems.program.text import read
from algorithms.problems.puzzle import Files, Layout, PuzzleError, puzzle, row_by_row

_BOTH: Domain = (0, 1)
_ACROSS = 1.6  # from one atom to the next, in cells
_DOWN = 1.3
_NONE_LEFT = "grounds to a program without atoms; let the bodies of its rules hold for some values"


@puzzle("program", title="Logic program", words="ASP, answer set programming, Prolog, stable models, clingo",
        files=Files((".lp",), r":-\s*[a-z_]|^\s*\{\s*[a-z_]", "answer-sets", any_encoding=True))
@dataclass(frozen=True)
class Program:
    """A logic program, as a puzzle; its atoms are the variables.

    warnings: what was odd in its text
    written:  the text; empty of a random one
    """

    program: LogicProgram
    warnings: tuple[str, ...] = ()
    written: str = field(default="", compare=False, repr=False)

    text_key: ClassVar[str] = "rules"  # what a ``file:`` holds

    @classmethod
    def read(cls, *, rules: str | None = None, random: RandomProgram | None = None) -> Program:
        """The program in a text, or a random one. Raises PuzzleError."""
        if (rules is None) == (random is None):
            raise PuzzleError("the program is missing; give rules such as a :- b, not c., or a file, or random"
                              if rules is None else "stands beside rules; give only one program",
                              key="rules" if rules is None else "random")
        if random is not None:
            dealt = deal(random)
            return cls(LogicProgram(names(random.atoms), dealt, ("",) * len(dealt), random.atoms))
        text = rules or ""
        written = read(text)
        if written.plain:
            return cls(assembled(list(written_rules(written)), written.shown), written=text)
        found, warnings = grounded(written)
        return cls(assembled(found, written.shown, _NONE_LEFT), warnings, text)

    def spelled(self) -> Mapping[str, object]:
        """The text of its rules."""
        return {"rules": "\n".join(self.lines)}

    @property
    def lines(self) -> list[str]:
        """The lines of its text; of a random one a line for each rule."""
        if self.written:
            return self.written.strip("\n").split("\n")
        return [typed(self.program.text(number)) for number in range(1, self.program.count + 1)]

    def layout(self) -> Layout:
        """The atoms row by row."""
        return row_by_row(self.program.names, _ACROSS, _DOWN)

    def domains(self) -> dict[str, Domain]:
        """Both values for each atom."""
        return dict.fromkeys(self.program.names, _BOTH)

    def as_program(self, *, rules: int = 0) -> LogicProgram:
        """Itself, or only so many of its ``rules``, the first ones: to see what those behind them change. Raises
        PuzzleError."""
        if not 0 <= rules <= self.program.count:
            raise PuzzleError(f"there cannot be {rules:,} of {self.program.count:,} rules; give 1 to "
                              f"{self.program.count:,}, or leave rules out", key="rules")
        return self.program if not rules else replace(self.program, rules=self.program.rules[:rules],
                                                      origins=self.program.origins[:rules])

    def as_theory(self, *, network: CSP | None = None) -> Theory:  # it says more than that
        """Its rules, what supports each atom, and what holds up those that need each other."""
        return of_program(self.program)

    def as_cnf(self) -> CNF:
        """Its completion: where the program is tight, the models are the answer sets."""
        return completion(self.program).cnf


def typed(rule: str) -> str:
    """A rule as one types it, from how it is shown."""
    head, arrow, body = rule.partition(" ← ")
    if not arrow and rule.endswith(" ←"):
        head, arrow = rule.removesuffix(" ←"), " ← "
    return f"{'' if head == '⊥' else head} :- {body}.".lstrip() if arrow else f"{rule}."
