"""The puzzle kind ``cnf``: a propositional formula in conjunctive normal form, as text or in the DIMACS format.

    puzzle: {kind: cnf, formula: "p | q, ~p | r"}      clauses end at commas and line ends, # begins a comment
    puzzle: {kind: cnf, file: uf20-01.cnf}             or dimacs: |, with the variables 1, 2, …
    puzzle: {kind: cnf, random: {variables: 60, clauses: 256, seed: 1}}

A literal that stands in a clause twice is taken once. A clause with p and ¬p is kept, though it is always true: so the
numbers of the clauses are those that people see in their text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from random import Random
from typing import ClassVar

from algorithms.long_work import in_pieces
from algorithms.problems.forms.at_least import AtLeastForm, clauses_as_at_least
from algorithms.problems.forms.cnf import CNF, Clause, text_of
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Value
from algorithms.problems.forms.theory import Theory, of_formula
from algorithms.problems.puzzle import Files, Layout, PuzzleError, puzzle, row_by_row
from algorithms.words import counted, quoted, verb

MOST_LITERALS = 2_000_000  # and as many clauses and variables
MOST_CHARACTERS = 50_000_000

_BOTH: Domain = (0, 1)
_STEP = 1.25  # from one variable to the next, in cells
_LITERAL = re.compile(r"([~\-!¬]?)\s*([A-Za-z_][A-Za-z0-9_']*)", re.ASCII)
_OR = re.compile(r"[|∨]")
_FALSE = ("false", "⊥")
_NO_NAMES = ("false", "true")


@dataclass(frozen=True)
class RandomFormula:
    """A formula to be made, of clauses of three literals."""

    variables: int
    clauses: int
    seed: int = 0


@puzzle("cnf", title="Propositional formula", words="SAT, satisfiability, propositional logic, CNF, DIMACS",
        files=Files((".cnf", ".dimacs"), r"^p\s+cnf\b", "cdcl", any_encoding=True))
@dataclass(frozen=True)
class Formula:
    """A formula in conjunctive normal form.

    names:    of the variables 1, 2, …, in the order in which they come
    clauses:  as in a CNF, without repeated literals
    warnings: what was odd in the text, and how it was understood, a line each
    """

    names: tuple[str, ...]
    clauses: tuple[Clause, ...]
    warnings: tuple[str, ...] = ()

    text_key: ClassVar[str] = "dimacs"  # what a ``file:`` holds

    @classmethod
    def read(cls, *, formula: str | None = None, dimacs: str | None = None,
             random: RandomFormula | None = None) -> Formula:
        """The formula in a text, in DIMACS as tools read it, or a random one; oddities become warnings. Raises
        PuzzleError."""
        if formula is not None and dimacs is not None:
            raise PuzzleError("there is a formula and DIMACS; give only one of them", key="formula")
        if random is not None:
            if formula is not None or dimacs is not None:
                raise PuzzleError("stands beside another formula; give only one of them", key="random")
            return deal(random)
        if dimacs is not None:
            return cls(*_read_dimacs(_limited(dimacs, "dimacs")))
        if formula is None:
            raise PuzzleError("the formula is missing; give a formula such as p | q, ~p | r, or dimacs, or a file, or "
                              "random", key="formula")
        return cls(*_read_text(_limited(formula, "formula")))

    def spelled(self) -> Mapping[str, object]:
        """A clause on each line: with the names of the variables, or in DIMACS where these are numbers."""
        lines = clause_lines(self)
        if numbered(self):
            ended = ("0" if line == _FALSE[0] else f"{line} 0" for line in lines)
            return {"dimacs": "\n".join((f"p cnf {len(self.names)} {len(self.clauses)}", *ended))}
        return {"formula": "\n".join(lines)}

    def layout(self) -> Layout:
        """The variables row by row."""
        return row_by_row(self.names, _STEP, _STEP)

    def as_cnf(self) -> CNF:
        """Itself."""
        return CNF(self.names, self.clauses, ("",) * len(self.clauses), len(self.names))

    def as_at_least(self) -> AtLeastForm:
        """Each clause with the minimum 1; those that are always true are left out."""
        return clauses_as_at_least(self.as_cnf())

    def domains(self) -> dict[str, Domain]:
        """Both values for each variable."""
        return dict.fromkeys(self.names, _BOTH)

    def as_theory(self, *, network: CSP | None = None) -> Theory:  # it says more than that
        """Its clauses, by their numbers."""
        return of_formula(self.as_cnf())

    def as_csp(self) -> CSP:
        """Variables that are 0 or 1, and a constraint C1, C2, … for each clause; the empty clause has no scope."""
        words = self.as_cnf().words()
        constraints = tuple(_constraint(f"C{index}", clause, self.names, [words[literal] for literal in clause])
                            for index, clause in enumerate(in_pieces(self.clauses), 1))
        return CSP(self.domains(), constraints)


def numbered(formula: Formula) -> bool:
    """Are its variables numbers, as in DIMACS?"""
    return bool(formula.names) and all(map(str.isdigit, formula.names))


def clause_lines(formula: Formula) -> list[str]:
    """A line for each clause: ``p | ~q``, or as in DIMACS, where variables are numbers, ``1 -2``."""
    if numbered(formula):
        return [" ".join(map(str, clause)) or _FALSE[0] for clause in formula.clauses]
    words = formula.as_cnf().words()
    return [" | ".join(words[literal].replace("¬", "~") for literal in clause) or _FALSE[0]
            for clause in formula.clauses]


def deal(wanted: RandomFormula) -> Formula:
    """A random formula as uf20, uf50, … of SATLIB are made (but not only satisfiable ones): each clause has three
    different variables, all as likely, and each of them is negated or not, as likely."""
    variables, clauses = wanted.variables, wanted.clauses
    if not 3 <= variables <= MOST_LITERALS:
        raise PuzzleError(f"three different variables are in each clause, and {variables:,} are given; "
                          f"give 3 to {MOST_LITERALS:,}", key="random.variables")
    if not 3 <= 3 * clauses <= MOST_LITERALS:
        raise PuzzleError(f"there cannot be {clauses:,} clauses; give 1 to {MOST_LITERALS // 3:,}",
                          key="random.clauses")
    rng, names = Random(wanted.seed), range(1, variables + 1)
    return Formula(tuple(map(str, names)), tuple(
        tuple(variable if rng.random() < 0.5 else -variable for variable in rng.sample(names, 3))
        for _ in range(clauses)))


def _constraint(name: str, clause: Clause, names: Sequence[str], words: Sequence[str]) -> Constraint:
    places: dict[str, int] = {}
    for literal in clause:
        places.setdefault(names[abs(literal) - 1], len(places))
    scope = tuple(places)
    wanted = tuple((places[names[abs(literal) - 1]], int(literal > 0)) for literal in clause)
    text = text_of(words)

    def allows(values: Sequence[Value]) -> bool:
        return any(values[place] == value for place, value in wanted)

    return Constraint(name, scope, allows, text, _explain(scope, text))


def _explain(scope: tuple[str, ...], text: str) -> Callable[[Domains], str]:
    def explain(domains: Domains) -> str:
        if not scope:
            return f"{text} has no literal that could be true"
        given = ", ".join(f"{x} = {' or '.join(map(str, domains[x]))}" for x in scope)
        return f"{text} needs a true literal, but {given}"

    return explain


# --- reading -----------------------------------------------------------------------------------------------------


def _limited(text: str, key: str) -> str:
    if len(text) > MOST_CHARACTERS:
        raise PuzzleError(f"has {len(text):,} characters; a formula has at most {MOST_CHARACTERS:,}", key=key)
    return text


def _too_many(key: str, line: int = 0) -> PuzzleError:
    return PuzzleError(f"has more than {MOST_LITERALS:,} literals, clauses or variables; take a smaller formula",
                       key=key, line=line)


def _read_text(text: str) -> tuple[tuple[str, ...], tuple[Clause, ...]]:
    """The names and clauses of a formula like ``p | q, ~p | r``."""
    if sum(map(text.count, ",|∨")) + max(map(text.count, "\n\r")) > MOST_LITERALS:
        raise _too_many("formula")
    names: dict[str, int] = {}
    clauses: list[Clause] = []
    for line, written in enumerate(StringIO(text, newline=None)):
        content = written.partition("#")[0].strip().removesuffix(",").rstrip()
        if not content:
            continue
        for piece in content.split(","):
            try:
                clauses.append(_clause(piece.strip(), names))
            except ValueError as error:
                raise PuzzleError(f"clause {len(clauses) + 1}: {error}", key="formula", line=line) from None
    if not clauses:
        raise PuzzleError("the formula is empty; write clauses such as p | q, ~p | r", key="formula")
    return tuple(names), tuple(clauses)


def _clause(text: str, names: dict[str, int]) -> Clause:
    """A clause of literals between ``|``; new variables join ``names``. ValueError says what is wrong and the mend."""
    inner = text.removeprefix("(").removesuffix(")").strip() if text.startswith("(") == text.endswith(")") else text
    if inner in _FALSE:
        return ()
    if not inner:
        raise ValueError("there is nothing in it; take a comma away, or write false for the empty clause")
    clause: dict[int, None] = {}
    for piece in map(str.strip, _OR.split(inner)):
        found = _LITERAL.fullmatch(piece)
        if not piece:
            raise ValueError(f"a literal is missing in {quoted(text)}; write one on each side of |")
        if "(" in piece or ")" in piece:
            raise ValueError(f"a parenthesis is out of place in {quoted(text)}; put a pair around a whole clause, "
                             "or none")
        if found is None and piece not in _FALSE:
            raise ValueError(f"{quoted(piece)} is no literal; write a name such as p or its negation ~p, | between "
                             "literals, and a comma or a new line after each clause")
        if found is None or found[2] in _NO_NAMES:
            raise ValueError(f"{quoted(piece)} is no variable; false stands alone, as the empty clause, and a clause "
                             "that is true can be left out")
        variable = names.setdefault(found[2], len(names) + 1)
        clause[-variable if found[1] else variable] = None
    return tuple(clause)


class _Clauses:
    """The clauses of a DIMACS text, as its numbers come in."""

    def __init__(self) -> None:
        self.done: list[Clause] = []
        self.unfinished: list[int] = []
        self.warnings: list[str] = []
        self._literals = 0
        self._has_empty = False

    def add(self, numbers: Iterable[int], variables: int, line: int) -> None:
        """Takes a line's numbers: literals, and 0 at the end of each clause."""
        for number in numbers:
            if number == 0:
                self.finish(line)
            elif -variables <= number <= variables:
                self.unfinished.append(number)
                self._literals += 1
            else:
                raise PuzzleError(f"clause {len(self.done) + 1}: {str(number)[:20]} is beyond the "
                                  f"{counted(variables, 'variable')} of the p-line; "
                                  "raise the number there, or mend the literal", key="dimacs", line=line)
        if max(self._literals, len(self.done)) > MOST_LITERALS:
            raise _too_many("dimacs", line)

    def finish(self, line: int) -> None:
        """Ends the clause."""
        if not self.unfinished and not self._has_empty:
            self._has_empty = True
            self.warnings.append(f"line {line + 1}: clause {len(self.done) + 1} is empty, so there is no model")
        self.done.append(tuple(dict.fromkeys(self.unfinished)))
        self.unfinished.clear()


def _read_dimacs(text: str) -> tuple[tuple[str, ...], tuple[Clause, ...], tuple[str, ...]]:
    """The names, the clauses and the warnings of a text in DIMACS.

    As tools do, it takes comments anywhere, clauses over several lines, what SATLIB's files end with (a line ``%``),
    a last clause without its 0, and a wrong number of clauses.
    """
    size: tuple[int, int] | None = None
    clauses = _Clauses()
    line = 0
    lines = enumerate(StringIO(text, newline=None))
    for line, written in lines:
        tokens = written.split(None, 2 * MOST_LITERALS)  # a text may be one line
        if not tokens or tokens[0][0] == "c":
            continue
        if tokens[0][0] == "%":
            if any(token != "0" for _, after in lines for token in after.split()):
                clauses.warnings.append(f"line {line + 1}: all that follows % is left out")
            break
        if tokens[0] == "p":
            if size is not None:
                raise PuzzleError("a second p-line; keep only the first, before all clauses", key="dimacs", line=line)
            size = _p_line(" ".join(tokens), line)
            continue
        if size is None:
            raise PuzzleError("the p-line is missing; before the clauses write p cnf, the number of variables and the "
                              "number of clauses", key="dimacs", line=line)
        if len(tokens) > 2 * MOST_LITERALS:
            raise _too_many("dimacs", line)
        clauses.add(_numbers(tokens, len(clauses.done) + 1, line), size[0], line)
    if size is None:
        raise PuzzleError("there is no formula; begin with a line such as p cnf 3 2", key="dimacs")
    if clauses.unfinished:
        clauses.warnings.append("the last clause does not end in 0; it is taken as it stands")
        clauses.finish(line)
    if len(clauses.done) != size[1]:
        clauses.warnings.append(f"the p-line speaks of {counted(size[1], 'clause')}, but "
                                f"there {verb(len(clauses.done), 'are')} {len(clauses.done):,}")
    return tuple(map(str, range(1, size[0] + 1))), tuple(clauses.done), tuple(clauses.warnings)


def _p_line(text: str, line: int) -> tuple[int, int]:
    """The numbers of variables and clauses in ``p cnf 3 2``."""
    found = re.fullmatch(r"p cnf ([0-9]{1,18}) ([0-9]{1,18})", text)
    if found is None:
        raise PuzzleError(f"{quoted(text)} is no p-line; write p cnf, the number of variables and the number of "
                          "clauses", key="dimacs", line=line)
    variables, clauses = int(found[1]), int(found[2])
    if max(variables, clauses) > MOST_LITERALS:
        raise _too_many("dimacs", line)
    return variables, clauses


def _numbers(tokens: Sequence[str], clause: int, line: int) -> list[int]:
    """The numbers in a line, up to a comment at its end; ``clause`` is the number of the first one there."""
    joined = "".join(tokens)
    if joined.isascii() and "_" not in joined:  # int() reads 1_000, and the digits of every script
        try:
            return list(map(int, tokens))
        except ValueError:
            pass  # which token it is takes longer to find out
    found: list[int] = []
    for token in tokens:
        if token == "c":
            break
        if not re.fullmatch(r"[-+]?[0-9]{1,18}", token):
            raise PuzzleError(f"clause {clause + found.count(0)}: {quoted(token)} is not a number that can be; write "
                              "literals such as 3 or -3, and 0 at the end of each clause", key="dimacs", line=line)
        found.append(int(token))
    return found
