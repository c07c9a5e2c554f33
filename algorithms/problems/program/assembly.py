"""Ground rules over atoms as text, put together to a program over numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.program.deal import MOST_ATOMS, MOST_RULES
from algorithms.problems.program.text import KEY, Literal, Written
from algorithms.problems.puzzle import PuzzleError
from algorithms.words import counted


class Ground(NamedTuple):
    """A rule over atoms as text; the head of a constraint is ""."""

    head: str
    body: tuple[tuple[str, bool], ...]
    choice: bool
    origin: str


def written_rules(written: Written) -> Iterator[Ground]:
    """The rules of a program that has nothing to ground: of a choice one for each of its atoms."""
    for statement in written.statements:
        body = _body(statement.body)
        origin = statement.text if len(statement.head) > 1 else ""
        for element in statement.head:
            yield Ground(element.atom.text, body, statement.choice, origin)
        if not statement.head and not statement.choice:
            yield Ground("", body, False, "")


def _body(literals: Iterable[Literal]) -> tuple[tuple[str, bool], ...]:
    return tuple((literal.text, literal.positive) for literal in literals)


def assembled(rules: Sequence[Ground], shown: Collection[tuple[str, int]] | None,
              nothing: str = "the program has no atom; write rules such as a :- b, not c.") -> LogicProgram:
    """The program of these rules. Its atoms are numbered as they come, those that are shown before the others. Where
    there are no atoms, ``nothing`` is said. Raises PuzzleError."""
    found = (atom for rule in rules for atom in (rule.head, *(atom for atom, _ in rule.body)) if atom)
    atoms = list(dict.fromkeys(found))
    if not atoms:
        raise PuzzleError(nothing, key=KEY)
    if len(atoms) > MOST_ATOMS or len(rules) > MOST_RULES:
        raise PuzzleError(f"has {counted(len(atoms), 'atom')} and {counted(len(rules), 'rule')}; a program has at most "
                          f"{MOST_ATOMS:,} and {MOST_RULES:,}: take a smaller one", key=KEY)
    is_shown = {atom: shown is None or signature(atom) in shown for atom in atoms}
    atoms.sort(key=lambda atom: not is_shown[atom])
    number = {atom: index for index, atom in enumerate(atoms, 1)}
    made = tuple(Rule(number.get(rule.head, 0),
                      tuple(number[atom] for atom, positive in rule.body if positive),
                      tuple(number[atom] for atom, positive in rule.body if not positive), rule.choice)
                 for rule in rules)
    return LogicProgram(tuple(atoms), made, tuple(rule.origin for rule in rules), sum(is_shown.values()))


def signature(atom: str) -> tuple[str, int]:
    """The name of an atom, and how many arguments it has."""
    name, _, inside = re.sub(r'"(?:[^"\\]|\\.)*"', "", atom).partition("(")
    depth = commas = 0
    for sign in inside:
        depth += (sign == "(") - (sign == ")")
        commas += sign == "," and depth == 0
    return name, commas + 1 if inside else 0
